import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { readFirst } from './first-reads.ts'

let asked: string[] = []
beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('[]', { headers: { 'x-barnometer': '1' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[specification §2] the taxonomy is read at once, location research and sensors after 2 s', async () => {
  readFirst(new QueryClient())
  await vi.advanceTimersByTimeAsync(1990)
  expect(asked).toEqual(['/api/taxonomy/lists'])
  await vi.advanceTimersByTimeAsync(20)
  expect(asked.slice(1).sort()).toEqual(['/api/location_research', '/api/sensors'])
})

test('[specification §2] what a page has read by then is not read again', async () => {
  const client = new QueryClient()
  readFirst(client)
  client.setQueryData(queryOf(api.listSensors, {}).queryKey as readonly unknown[], [])
  await vi.advanceTimersByTimeAsync(3000)
  expect(asked).not.toContain('/api/sensors')
  expect(asked).toContain('/api/location_research')
})

test('nothing more is read once the layout is gone', async () => {
  const stop = readFirst(new QueryClient())
  stop()
  await vi.advanceTimersByTimeAsync(3000)
  // Another test's call that ended late may ask whether the server is there.
  expect(asked).toContain('/api/taxonomy/lists')
  for (const later of ['/api/location_research', '/api/sensors']) expect(asked).not.toContain(later)
})
