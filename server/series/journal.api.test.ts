import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { shardOf } from '../kit/database/cluster.ts'
import type { Series } from '../kit/database/series.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { deleteWritten } from './journal.ts'
import { insertMeasurements } from './measurement-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Store that has the device of a test: one shard of several, or the only one. */
let store: Series

const rowsOf = async (query: string): Promise<number> => {
  const answer = await store.query({ query, format: 'JSONCompactEachRow' })
  const [[count] = []] = await answer.json<[number]>()
  return Number(count)
}
const mutations = (more = '') =>
  rowsOf(`SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'measurements' ${more}`)

test('[decisions §12] what an import wrote is deleted once, and is gone when each caller hears so', async () => {
  store = shardOf(app.services.series, 1)
  await insertMeasurements(app.services, [
    [1, 't', app.clock.now(), 20, 7],
    [1, 't', app.clock.now() + 1, 21, 8],
  ])
  await store.command({ query: 'SYSTEM STOP MERGES measurements' })
  let asked = 0
  const first = deleteWritten(app.services, 1, 7, async () => void asked++)
  await expect.poll(() => mutations('AND NOT is_done')).toBe(1)
  const second = deleteWritten(app.services, 1, 7)
  await expect.poll(() => asked).toBeGreaterThan(1)
  await store.command({ query: 'SYSTEM START MERGES measurements' })
  await Promise.all([first, second])
  expect(await mutations()).toBe(1)
  expect(await rowsOf('SELECT groupArray(import_id)[1] FROM measurements')).toBe(8)
  expect(await rowsOf('SELECT count() FROM measurements')).toBe(1)
})

test('[decisions §5] an undo deletes only what it has marked, and what was written meanwhile by a deletion of its own', async () => {
  store = shardOf(app.services.series, 2)
  const start = app.clock.now() - 30 * HOUR_MS
  await insertMeasurements(app.services, [[2, 't', start, 20, 9]])
  const begun: string[] = []
  const held = new Proxy(store, {
    get: (of, name) =>
      name === 'command'
        ? async (wanted: Parameters<typeof store.command>[0]) => {
            // A process that was thought dead stores a day of the import after its first and last time were read.
            if (begun.push(wanted.query) === 1) {
              await insertMeasurements(app.services, [[2, 't', start + 24 * HOUR_MS, 21, 9]])
              await app.services.db.deleteFrom('changed_hours').execute()
            }
            return of.command(wanted)
          }
        : Reflect.get(of, name, of),
  })
  await deleteWritten({ ...app.services, series: held }, 2, 9)
  expect(begun).toHaveLength(2)
  expect(await rowsOf('SELECT count() FROM measurements WHERE device_id = 2')).toBe(0)
  const marks = await app.services.db.selectFrom('changed_hours').select(['device_id', 'start']).execute()
  expect(marks).toEqual([{ device_id: 2, start: new Date(start + 24 * HOUR_MS).toISOString() }])
})
