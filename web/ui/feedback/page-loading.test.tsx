import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OWN_ANSWER } from '#shared/contract/call.ts'
import { tracked } from '../../kit/api/pending.ts'
import { PageLoading, PartLoading } from './page-loading.tsx'

const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('location', { href: 'http://localhost/', search: '', reload })
  const headers = { 'content-type': 'application/json', [OWN_ANSWER.name]: OWN_ANSWER.value }
  vi.stubGlobal('fetch', async () => new Response('[]', { headers }))
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('[]', { headers }))
})
afterEach(() => {
  cleanup()
  reload.mockClear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a page whose answer is on its way is not loaded anew, one that waits for nothing is', async () => {
  let answer = () => {}
  void tracked(
    new Promise<void>(done => {
      answer = done
    }),
  )
  render(<PageLoading />, { wrapper: MantineProvider })
  await after(6000)
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toMatch(/error.waiting_text|still on its way/)
  cleanup()
  answer()
  render(<PageLoading />, { wrapper: MantineProvider })
  await after(6000)
  expect(reload).toHaveBeenCalledOnce()
})

test('a part says that it takes long, and never loads the page anew', async () => {
  render(<PartLoading />)
  await after(60_000)
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toMatch(/loading_slow|longer than usual/)
})
