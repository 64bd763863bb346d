import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { addLeases, endLease, HELD_MS, takeTick } from './leases.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const tickIn = (ms: number) => new Date(Date.now() + ms).toISOString()
const runs = async (name: string, tick: string): Promise<boolean> => {
  const lease = await takeTick(app.services.db, name, tick, HELD_MS)
  if (lease) await endLease(app.services.db, lease)
  return lease !== undefined
}

test('a job runs once for each time of the clock, whichever process names it, and whoever is some seconds behind', async () => {
  await addLeases(app.services.db, ['once'])
  const [before, now] = [tickIn(-10_000), tickIn(0)]
  expect(await runs('once', now)).toBe(true)
  expect(await runs('once', now)).toBe(false)
  expect(await runs('once', before)).toBe(false)
  const soon = tickIn(20_000)
  expect(await runs('once', soon)).toBe(true)
  expect(await runs('once', now)).toBe(false)
})

test('a job goes on after the clock of a process was hours ahead', async () => {
  await addLeases(app.services.db, ['ahead'])
  const ahead = tickIn(3_600_000 * 5)
  expect(await runs('ahead', ahead)).toBe(true)
  expect(await runs('ahead', ahead)).toBe(false)
  const now = tickIn(0)
  expect(await runs('ahead', now)).toBe(true)
  expect(await runs('ahead', now)).toBe(false)
})
