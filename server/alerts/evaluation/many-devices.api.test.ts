import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { everyNthDevice, watchedDevices } from '../../devices/watching/watched.ts'
import { LAST_ID } from '../../kit/database/some-ids.ts'
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
import { groupSizeOf, inGroups } from './parts.ts'
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

  test('goes through groups of devices that one process has memory for, each minute from another one on', async () => {
    const { db } = app.services
    const ids = [5, 7]
    const has = (id: number) => ids.includes(partOf(id))
    const held = { ids, devices: devicesIn(ids), has, signal: new AbortController().signal, guard: async () => {} }
    const all = devices.flat().map(({ id }) => id)
    const [first = 0, ...others] = await everyNthDevice(db, 10)
    expect([first, ...others]).toEqual(all.filter((_, index) => index % 10 === 0))
    const rangesAt = (minute: number, starts: readonly number[]) =>
      inGroups({ ...held, end: () => {} }, starts, minute).map(({ devices: range }) => [range.first, range.last])
    const [second = 0, third = 0] = others
    // Ids before the first and after the last are of a group, too: a device may come at any time.
    const ranges = [
      [0, second - 1],
      [second, third - 1],
      [third, LAST_ID],
    ]
    expect(rangesAt(3, [first, second, third])).toEqual(ranges)
    expect(rangesAt(4, [first, second, third])).toEqual([ranges[1], ranges[2], ranges[0]])
    expect(rangesAt(7, [])).toEqual([[0, LAST_ID]])
    const groups = inGroups({ ...held, end: () => {} }, [first, second, third], 0)
    for (const id of [...all, 1, 5, LAST_ID])
      expect(groups.filter(group => group.has(id))).toHaveLength(ids.includes(partOf(id)) ? 1 : 0)
    const read = await Promise.all(groups.map(group => watchedDevices(db, group.devices)))
    expect(read.flat().map(({ id }) => id)).toEqual(all.filter(id => ids.includes(partOf(id))))
    // As many devices of its own, however many parts a process has.
    expect(groupSizeOf({ ids: Array.from({ length: PARTS }, (_, part) => part) })).toBe(10_000)
    expect(groupSizeOf({ ids })).toBe(120_000)
  })

  test.each([
    ['together', undefined],
    ['in groups of two', 2],
  ])('evaluates all devices of a minute %s, each read once, and leaves open what is open', async (_, most) => {
    const { db } = app.services
    app.clock.set((Math.floor(app.clock.now() / MINUTE_MS) + 5) * MINUTE_MS)
    const arrivals = createAlertArrivals(app.services)
    const senders = devices.map(own => own.at(-1)?.id ?? 0)
    for (const id of senders) arrivals.stored(id, [{ key: 'nh3', time: app.clock.now(), value: 25 }])
    await arrivals.settle()
    const rows = await rowsOf(services => evaluateMinute(services, null, most))
    const read = rows.filter(row => 'upload_interval' in row).map(row => Number(row.id))
    expect(read.sort((a, b) => a - b)).toEqual(devices.flat().map(({ id }) => id))
    const open = db.selectFrom('alerts').select('device_id').where('state', '=', 'firing').where('kind', '=', 'rule')
    const ids = (await open.where('device_id', 'in', senders).execute()).map(({ device_id }) => device_id)
    expect(ids.sort((a, b) => a - b)).toEqual(senders)
    const [clock] = await db.selectFrom('alert_clock').select('minute').execute()
    expect(clock?.minute).toBe(app.clock.iso())
  })
})
