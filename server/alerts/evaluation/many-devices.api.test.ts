import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { watchedDevices } from '../../devices/watching/watched.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { readRules } from '../rules/rule-store.ts'
import { createAlertArrivals } from './arrivals.ts'
import { evaluateMinute } from './minute.ts'
import { devicesIn, PARTS, partOf } from './part-store.ts'
import { inGroups } from './parts.ts'
import { rulesOver, watchedAt } from './targets.ts'

const FARMS = 3
const DEVICES_EACH = 9

let app: TestApp
const owners: TestUser[] = []
const devices: TestDevice[][] = []
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  for (let farm = 0; farm < FARMS; farm++) {
    const owner = await aUser(app)
    const own: TestDevice[] = []
    for (let nr = 0; nr < DEVICES_EACH; nr++) own.push(await aDevice(app, owner))
    owners.push(owner)
    devices.push(own)
    await aRule(app, owner)
    await aRule(app, owner, { calculation_minutes: 15 })
  }
})
afterAll(() => app.close())

/** Rows that the database returned while something was done. */
const rowsOf = async (
  work: (services: TestApp['services']) => Promise<unknown>,
): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = []
  const db = app.services.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows.push(...result.rows)
      return result
    },
  })
  await work({ ...app.services, db })
  return rows
}
const readDevices = (rows: Record<string, unknown>[]) =>
  new Set(rows.flatMap(row => ('upload_interval' in row ? [Number(row.id)] : [])))

describe('[decisions §7] the watch over many devices', () => {
  test('reads of a part its devices alone, with the rules that watch them', async () => {
    const { db } = app.services
    const rules = await readRules(db)
    const at = app.clock.iso()
    const all = devices.flat().map(({ id }) => id)
    const seen: number[] = []
    for (let part = 0; part < PARTS; part++) {
      const watched = await watchedAt(db, at, rules, devicesIn([part]))
      expect([...watched.devices.keys()].every(id => partOf(id) === part)).toBe(true)
      const [rule] = watched.rules
      expect([...(rule?.devices.keys() ?? [])]).toEqual(
        devices[0]?.map(({ id }) => id).filter(id => partOf(id) === part),
      )
      seen.push(...watched.devices.keys())
    }
    expect(seen.sort((a, b) => a - b)).toEqual(all)
    expect(await watchedDevices(db, devicesIn([]))).toEqual([])
  })

  test('reads of a message the device that sent it, and no other', async () => {
    const [sender] = devices[1] ?? []
    const rows = await rowsOf(async services => {
      const arrivals = createAlertArrivals(services)
      arrivals.stored(sender?.id ?? 0, [{ key: 'nh3', time: app.clock.now(), value: 25 }])
      await arrivals.settle()
    })
    expect([...readDevices(rows)]).toEqual([sender?.id])
    const open = await app.call(api.listAlerts, {}, owners[1]?.token)
    expect(open).toMatchObject([{ device_id: sender?.id, state: 'firing', last_value: 25 }])
  })

  test('counts what an account may have looked at over all of its devices, and reads those of large ones alone', async () => {
    const { db } = app.services
    const { rules } = await readRules(db)
    const [farm] = owners
    const location = await aLocation(app, owners[2] as TestUser)
    const [hung] = devices[2] ?? []
    if (hung) await aPlacement(app, owners[2] as TestUser, hung, location)
    const over = async (most: number) => {
      let found: number[] = []
      const rows = await rowsOf(async services => {
        const all = await rulesOver(services.db, rules, app.clock.iso(), most)
        found = [...all].map(({ id }) => id)
      })
      return { found, read: readDevices(rows).size }
    }
    // Two rules × nine devices each.
    expect(await over(20)).toEqual({ found: [], read: 0 })
    // A device of the last farm is counted twice, as it hangs there, and looked at once.
    expect(await over(19)).toEqual({ found: [], read: DEVICES_EACH })
    const second = rules.filter(({ user_id }) => user_id === farm?.id)[1]?.id
    const { found, read } = await over(17)
    expect(found).toHaveLength(FARMS)
    expect(found).toContain(second)
    expect(read).toBe(FARMS * DEVICES_EACH)
  })

  test('goes through groups of parts that one process has memory for, each minute from another one on', () => {
    const ids = Array.from({ length: PARTS }, (_, part) => part)
    const held = { ids, has: () => true, signal: new AbortController().signal, guard: async () => {}, end: () => {} }
    expect(inGroups(held, 9000, 7).map(group => group.ids)).toEqual([ids])
    const groups = inGroups(held, 100_000, 1)
    expect(groups.map(group => group.ids[0])).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 0])
    expect(groups.flatMap(group => [...group.ids]).sort((a, b) => a - b)).toEqual(ids)
    expect(groups[0]?.has(2)).toBe(true)
    expect(groups[0]?.has(4)).toBe(false)
    expect(inGroups({ ...held, ids: [5] }, 5_000_000, 3).map(group => group.ids)).toEqual([[5]])
    expect(inGroups({ ...held, ids: [] }, 5_000_000, 3)).toEqual([])
  })

  test('evaluates all devices of a minute, each read once', async () => {
    app.clock.set((Math.floor(app.clock.now() / MINUTE_MS) + 5) * MINUTE_MS)
    const read = (await rowsOf(evaluateMinute)).filter(row => 'upload_interval' in row).map(row => Number(row.id))
    expect(read.sort((a, b) => a - b)).toEqual(devices.flat().map(({ id }) => id))
    const [clock] = await app.services.db.selectFrom('alert_clock').select('minute').execute()
    expect(clock?.minute).toBe(app.clock.iso())
  })
})
