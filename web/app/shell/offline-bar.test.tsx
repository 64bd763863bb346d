import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineBar } from './offline-bar.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server that is lost and found all the time has everything read anew now and then, and once at last', async () => {
  const client = new QueryClient()
  const read = vi.spyOn(client, 'invalidateQueries')
  const loseAndFind = () =>
    render(
      <QueryClientProvider client={client}>
        <OfflineBar since={0} />
      </QueryClientProvider>,
    ).unmount()
  loseAndFind()
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(1)
  for (let turn = 0; turn < 50; turn++) {
    loseAndFind()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(read).toHaveBeenCalledTimes(2)
})
