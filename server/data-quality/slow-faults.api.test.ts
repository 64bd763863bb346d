import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { notedSeries } from '../kit/database/slow-statements.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { countQueries } from '../testing/count-queries.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { findSlowFaults } from './find-slow-faults.ts'

let app: TestApp
let owner: TestUser
const HALF_HOUR = 1_800_000
const START = Date.parse('2025-01-01T00:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ now: '2025-02-05T00:00:00Z' })
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const aBarn = async (devices: number, details: Record<string, string> = {}) => {
  const location = await aLocation(app, owner, { details })
  const made: TestDevice[] = []
  for (let n = 0; n < devices; n++) {
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location, { start: '2025-01-01T00:00:00Z' })
    made.push(device)
  }
  return made
}
/** Five weeks, every half an hour; `share` goes from 0 to 1. */
const fiveWeeks = (device: TestDevice | undefined, key: string, value: (share: number, n: number) => number) => {
  const rows: ReadingRow[] = []
  for (let at = START; at < app.clock.now(); at += HALF_HOUR)
    rows.push([device?.id ?? 0, key, at, value((at - START) / (app.clock.now() - START), at / HALF_HOUR)])
  return insertReadings(app, rows)
}
const calibrate = (device: TestDevice | undefined, measurement: string) =>
  app.call(
    api.createCalibration,
    {
      body: {
        device_id: device?.id ?? 0,
        measurement,
        method: 'manual',
        offset: 0.5,
        valid_from: '2025-01-02T00:00:00Z',
      },
    },
    owner.token,
  )
const faultsOf = async (device: TestDevice | undefined) => {
  const query = { device_id: device?.id ?? 0, from: '2025-01-01T00:00:00Z', until: '2025-03-01T00:00:00Z' }
  const found = await app.call(api.listFaults, { query }, owner.token)
  return found.map(({ measurement, fault, start }) => [measurement, fault, start])
}
const swing = (n: number) => 2 * Math.sin(n / 7)

describe('[science §5] faults that show over weeks', () => {
  test('a sensor that goes away from two neighbours since its calibration has drifted, and is marked once', async () => {
    const [drifting, one, other] = await aBarn(3)
    await fiveWeeks(drifting, 'nh3', (share, n) => 10 + swing(n) + 6 * share)
    await fiveWeeks(one, 'nh3', (_, n) => 10 + swing(n))
    await fiveWeeks(other, 'nh3', (_, n) => 11 + swing(n))
    for (const device of [drifting, one]) await calibrate(device, 'nh3')
    await findSlowFaults(app.services)
    await findSlowFaults(app.services)
    expect(await faultsOf(drifting)).toEqual([['nh3', 'drift', '2025-01-29T00:00:00.000Z']])
    expect(await faultsOf(one)).toEqual([])
  })

  test('weeks that are compared are read together, however many devices and measurements were calibrated', async () => {
    const barn = await aBarn(3)
    for (const device of barn)
      for (const key of ['nh3', 'h', 'co2']) await fiveWeeks(device, key, (_, n) => 50 + swing(n))
    const statementsOf = async (): Promise<number> => {
      let statements = 0
      const series = notedSeries(app.services.series, () => {
        statements += 1
      })
      await findSlowFaults({ ...app.services, series })
      return statements
    }
    const before = await statementsOf()
    for (const device of barn) for (const key of ['nh3', 'h', 'co2']) await calibrate(device, key)
    expect(await statementsOf()).toBe(before + 2)
    const queries = await countQueries(app, () => findSlowFaults(app.services))
    await aBarn(1)
    await aBarn(1)
    expect(await countQueries(app, () => findSlowFaults(app.services))).toBe(queries)
  })

  test('with one neighbour, or without a calibration, nobody can tell', async () => {
    const [drifting, one] = await aBarn(2)
    await fiveWeeks(drifting, 'nh3', share => 10 + 6 * share)
    await fiveWeeks(one, 'nh3', () => 10)
    await calibrate(drifting, 'nh3')
    const three = await aBarn(3)
    for (const [index, device] of three.entries()) await fiveWeeks(device, 'nh3', share => 10 + (index ? 0 : 6) * share)
    await findSlowFaults(app.services)
    expect([await faultsOf(drifting), await faultsOf(three[0])]).toEqual([[], []])
  })

  test('a place that cannot be read keeps no other from being looked at, and is told in the log', async () => {
    const [broken] = await aBarn(1)
    await fiveWeeks(broken, 'co2', () => 600)
    const [low] = await aBarn(1)
    await fiveWeeks(low, 'co2', (_, n) => 600 + 250 * Math.sin(n / 9))
    const place = app.services.db.selectFrom('location_research').select('location_id')
    await app.services.db
      .updateTable('locations')
      .set({ details: '{' })
      .where('id', 'in', place.where('device_id', '=', broken?.id ?? 0))
      .execute()
    await findSlowFaults(app.services)
    expect(await faultsOf(low)).toEqual([['co2', 'baseline', '2025-01-06T00:00:00.000Z']])
    expect(app.logged()).toContain('no slow faults')
    await app.services.db.updateTable('locations').set({ details: '{}' }).where('details', '=', '{').execute()
  })

  test('CO2 that is lower than air can be, or never low in an open barn', async () => {
    const [low] = await aBarn(1)
    const [closed] = await aBarn(1)
    const [open] = await aBarn(1, { 211: 'natural' })
    await fiveWeeks(low, 'co2', (_, n) => 600 + 250 * Math.sin(n / 9))
    await fiveWeeks(closed, 'co2', () => 1400)
    await fiveWeeks(open, 'co2', () => 1400)
    await findSlowFaults(app.services)
    expect([await faultsOf(low), await faultsOf(closed), await faultsOf(open)]).toEqual([
      [['co2', 'baseline', '2025-01-06T00:00:00.000Z']],
      [],
      [['co2', 'baseline', '2025-01-06T00:00:00.000Z']],
    ])
  })
})
