import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { setDemoMode } from '../language/demo-mode.ts'
import { persistReads, restoreReads } from './kept-reads.ts'
import { OPEN_ALERTS } from './lists.ts'
import { keyOf } from './query.ts'
import { endSession, startSession, type User } from './session.ts'

const kept = vi.hoisted(() => ({ record: undefined as unknown }))
vi.mock('./kept-record.ts', () => ({
  readRecord: async () => structuredClone(kept.record),
  writeRecord: async (record: unknown) => {
    kept.record = record
  },
  dropRecord: async () => {
    kept.record = undefined
  },
}))

const MARIEKE = { id: 7, name: 'Marieke', locale: 'nl' } as User
const LOCATIONS = [...keyOf(api.listLocations), null, null]
const SESSIONS = [...keyOf(api.listSessions), null, null]
const FARM = [{ id: 1, name: 'De Linde', country_code: 'NL' }]

let client: QueryClient
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  // Another file of this process may have left it without a network.
  onlineManager.setOnline(true)
  client = new QueryClient()
  stop = persistReads(client)
  startSession('marieke', MARIEKE)
})
afterEach(() => {
  stop()
  endSession()
  setDemoMode(false)
  kept.record = undefined
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const read = async (at: number): Promise<void> => {
  client.setQueryData(LOCATIONS, FARM, { updatedAt: at })
  client.setQueryData(SESSIONS, [{ id: 'x' }])
  await vi.advanceTimersByTimeAsync(5000)
}

describe('[ui §8.9] reads kept for a start without a network', () => {
  test('come back with their age, and with who read them', async () => {
    await read(1000)
    const fresh = new QueryClient()
    expect(await restoreReads(fresh)).toEqual(MARIEKE)
    expect(fresh.getQueryData(LOCATIONS)).toEqual(FARM)
    expect(fresh.getQueryState(LOCATIONS)?.dataUpdatedAt).toBe(1000)
  })

  test('of things that are opened one by one, the latest twenty', async () => {
    const inspection = (id: number) => [...keyOf(api.getInspection), { id }, null]
    for (let id = 1; id <= 25; id += 1) client.setQueryData(inspection(id), { id }, { updatedAt: id })
    await read(1000)
    const fresh = new QueryClient()
    await restoreReads(fresh)
    expect([5, 6, 25].map(id => fresh.getQueryData(inspection(id)))).toEqual([undefined, { id: 6 }, { id: 25 }])
    expect(fresh.getQueryData(LOCATIONS)).toEqual(FARM)
  })

  test('are only those that the first screens are drawn from', async () => {
    await read(1000)
    expect(JSON.stringify(kept.record)).toContain('De Linde')
    const fresh = new QueryClient()
    await restoreReads(fresh)
    expect(fresh.getQueryData(SESSIONS)).toBeUndefined()
  })

  test('add up over visits that read different things', async () => {
    await read(1000)
    client.clear()
    client.setQueryData([...keyOf(api.getTaxonomy), null, null], { species: [] })
    await vi.advanceTimersByTimeAsync(5000)
    const fresh = new QueryClient()
    await restoreReads(fresh)
    expect(fresh.getQueryData(LOCATIONS)).toEqual(FARM)
    expect(fresh.getQueryData([...keyOf(api.getTaxonomy), null, null])).toEqual({ species: [] })
  })

  test('have the open alerts of who only looks at home, and anew once their count has changed', async () => {
    const asked = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async url =>
        Response.json(String(url).includes('/alerts') ? [{ id: 9 }] : {}, { headers: { 'x-barnometer': '1' } }),
      )
    const asksOfAlerts = () => asked.mock.calls.filter(([url]) => String(url).includes('/alerts?')).length
    const count = async (open: number) => {
      client.setQueryData([...keyOf(api.getAlertSummary), null, null], { unread: 0, open })
      await vi.advanceTimersByTimeAsync(10_000)
    }
    await count(1)
    await vi.waitFor(() => expect(asksOfAlerts()).toBe(1))
    await vi.waitFor(async () => {
      const fresh = new QueryClient()
      await restoreReads(fresh)
      expect(fresh.getQueryData(OPEN_ALERTS.queryKey)).toEqual([{ id: 9 }])
    })
    await count(1)
    expect(asksOfAlerts()).toBe(1)
    await count(2)
    await vi.waitFor(() => expect(asksOfAlerts()).toBe(2))
    asked.mockRestore()
  })

  test('are gone once the session is over, also those that still waited to be written', async () => {
    await read(1000)
    client.setQueryData(LOCATIONS, FARM)
    endSession('refused')
    await vi.advanceTimersByTimeAsync(5000)
    expect(kept.record).toBeUndefined()
    expect(await restoreReads(new QueryClient())).toBeNull()
  })

  test('are not for somebody else', async () => {
    await read(1000)
    startSession('piet', { ...MARIEKE, id: 8 })
    const fresh = new QueryClient()
    expect(await restoreReads(fresh)).toBeNull()
    expect(fresh.getQueryData(LOCATIONS)).toBeUndefined()
  })

  test('are left alone once a newer build of the same version speaks another contract', async () => {
    vi.stubEnv('VITE_CONTRACT', 'before')
    await read(1000)
    expect(await restoreReads(new QueryClient())).toEqual(MARIEKE)
    vi.stubEnv('VITE_CONTRACT', 'after')
    expect(await restoreReads(new QueryClient())).toBeNull()
  })

  test('[specification §2] stay true in demo mode, and come back neutral', async () => {
    await read(1000)
    setDemoMode(true)
    client.setQueryData(LOCATIONS, [{ id: 1, name: 'Location 1' }])
    await vi.advanceTimersByTimeAsync(5000)
    expect(JSON.stringify(kept.record)).toContain('De Linde')
    const fresh = new QueryClient()
    await restoreReads(fresh)
    expect(JSON.stringify(fresh.getQueryData(LOCATIONS))).not.toContain('De Linde')
  })
})
