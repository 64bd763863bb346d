import { cleanup, render, screen } from '@testing-library/react'
import { act, lazy, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type FirstRender, FirstRenderContext } from '../../kit/first-paint/first-render.ts'
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

const FACTS: FirstRender = { session: { token: null, user: null }, now: 0, width: 390 }
const Insights = ({ found }: { found: boolean }) => found && <p>unlike its neighbours</p>
function Page({ found }: { found: boolean }) {
  const [first, setFirst] = useState<FirstRender | null>(FACTS)
  useEffect(() => setFirst(null), [])
  return (
    <FirstRenderContext value={first}>
      <p>readings</p>
      <LazyBoundary>
        <Insights found={found} />
      </LazyBoundary>
    </FirstRenderContext>
  )
}

test('[design: first visit on a phone] what came between the server and hydration is added, and nothing is rendered anew', async () => {
  const root = document.createElement('div')
  root.innerHTML = renderToString(<Page found={false} />)
  const [node] = root.children
  const onRecoverableError = vi.fn()
  const hydrated = await act(async () => hydrateRoot(root, <Page found />, { onRecoverableError }))
  expect(root.textContent).toBe('readingsunlike its neighbours')
  expect(root.children[0]).toBe(node)
  expect(onRecoverableError).not.toHaveBeenCalled()
  await act(async () => hydrated.unmount())
})
