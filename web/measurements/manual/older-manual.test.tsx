import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { MANUAL_AT_ONCE } from '#shared/contract/fixed.ts'
import type { Manual } from '#shared/contract/manual.ts'
import { queryClient } from '../../kit/api/query.ts'
import { useOlderManual } from '../queries.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
/** Readings with numbers from `newest` down, as many as are read at once. */
const pageFrom = (newest: number) =>
  Array.from({ length: Math.min(MANUAL_AT_ONCE, newest) }, (_, n) => ({ id: newest - n }) as Manual)

test('manual readings beyond those that are read at once are read page by page when somebody asks', async () => {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const before = new URL(address, 'http://farm.example').searchParams.get('before')
    asked.push(before)
    return Response.json(pageFrom(Number(before) - 1), { headers: { 'x-barnometer': '1' } })
  })
  const newest = pageFrom(2 * MANUAL_AT_ONCE + 1)
  const { result } = renderHook(() => useOlderManual(7, newest), { wrapper })
  expect([result.current.hasOlder, asked]).toEqual([true, []])
  act(() => result.current.fetchOlder())
  await waitFor(() => expect(result.current.older).toHaveLength(MANUAL_AT_ONCE))
  act(() => result.current.fetchOlder())
  await waitFor(() => expect(result.current.older).toHaveLength(MANUAL_AT_ONCE + 1))
  expect(result.current.hasOlder).toBe(false)
  expect(asked).toEqual([String(MANUAL_AT_ONCE + 2), '2'])
})

test('a list that is whole has no older ones', () => {
  const { result } = renderHook(() => useOlderManual(7, pageFrom(3)), { wrapper })
  expect(result.current).toMatchObject({ older: [], hasOlder: false })
})
