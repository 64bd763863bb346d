import { cleanup, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LazyBoundary } from './lazy-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('what does not come leaves the page as it is, and says so to who wants to hear it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Lost = lazy(() => Promise.reject(new Error('no network')))
  const onFailed = vi.fn()
  render(
    <main>
      <p>readings</p>
      <LazyBoundary instead={<button type="button">again</button>} onFailed={onFailed}>
        <Lost />
      </LazyBoundary>
    </main>,
  )
  expect(await screen.findByRole('button', { name: 'again' })).toBeDefined()
  expect(screen.getByText('readings')).toBeDefined()
  expect(onFailed).toHaveBeenCalledOnce()
})
