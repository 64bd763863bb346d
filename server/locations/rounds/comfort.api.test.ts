import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { roundEndpoints } from '#shared/contract/places/rounds.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { roundsIn } from './comfort.ts'

const POINTS = [
  { age: 0, temperature: 33.2 },
  { age: 27, temperature: 22.7 },
]
const DAY = 86_400_000
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const dateIn = (days: number) => new Date(app.clock.now() + days * DAY).toISOString().slice(0, 10)

/** A broiler barn where a device hangs since long. */
const aBarn = async () => {
  const device = await aDevice(app, owner)
  const location = await aLocation(app, owner, { time_zone: 'UTC' })
  await aPlacement(app, owner, device, location, { start: new Date(app.clock.now() - 60 * DAY).toISOString() })
  const round = (changes = {}) =>
    app.call(
      roundEndpoints.createRound,
      {
        params: { id: location.area.id },
        body: { date_in: dateIn(0), animals: 1000, curve: { points: POINTS }, ...changes },
      },
      owner.token,
    )
  const send = (t: number, time = app.clock.iso()) =>
    app.call(measurementEndpoints.sendMeasurements, { body: { time, t, h: 60 } }, device.key)
  const last = () => app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
  return { device, location, round, send, last }
}

describe('comfort by age', () => {
  test('makes 33 °C good for a chick of a day and 20 °C bad, and the other way round without a round', async () => {
    const { round, send, last } = await aBarn()
    await send(33)
    expect((await last()).t).toMatchObject({ grade: 1 })
    expect((await last()).t).not.toHaveProperty('by_age')
    const made = await round()
    expect((await last()).t).toMatchObject({ grade: 10, by_age: { low_value: 31.7, high_value: 34.7 } })
    expect((await last()).h).not.toHaveProperty('by_age')
    app.clock.forward(60_000)
    await send(20)
    expect((await last()).t).toMatchObject({ grade: 1 })
    await app.call(roundEndpoints.deleteRound, { params: { id: made.id } }, owner.token)
    expect((await last()).t).toMatchObject({ grade: 10 })
  })

  test('moves through a chart by the age at that time, and is that of the kind of animal before the round', async () => {
    const { device, round, send } = await aBarn()
    await round({ date_in: dateIn(-2) })
    await send(30)
    const query = {
      device_id: device.id,
      interval: 'selection',
      date_start: dateIn(-3),
      date_end: dateIn(0),
    } as const
    const { comfort = [] } = await app.call(measurementEndpoints.getSeries, { query }, owner.token)
    expect(comfort.map(one => [one.measurement, dateOf(one.from), dateOf(one.until), one.high_value])).toEqual([
      ['t', dateIn(-3), dateIn(-2), 23],
      ['t', dateIn(-2), dateIn(-1), 34.7],
      ['t', dateIn(-1), dateIn(0), 34.31],
      ['t', dateIn(0), dateIn(1), 33.92],
    ])
  })

  test('is that of the band somebody typed, in place of the curve, in grades and through charts', async () => {
    const { device, round, send, last } = await aBarn()
    const bands = [
      {
        measure: 't',
        points: [
          { age: 0, low: 19, high: 21 },
          { age: 2, low: 17, high: 20 },
        ],
      },
      { measure: 'h', points: [{ age: 0, low: 70, high: 80 }] },
      { measure: 'nh3', points: [{ age: 0, low: 0, high: 1 }] },
    ]
    await round({ date_in: dateIn(-1), bands })
    await send(19.25)
    const { t, h } = await last()
    expect(t).toMatchObject({ grade: 10, by_age: { min_value: 14.5, low_value: 18, high_value: 20.5, max_value: 25 } })
    expect(h).toMatchObject({ by_age: { low_value: 70, high_value: 80 } })
    expect(h?.grade).toBeLessThan(8)
    const query = { device_id: device.id, interval: 'selection', date_start: dateIn(-1), date_end: dateIn(0) } as const
    const { comfort = [] } = await app.call(measurementEndpoints.getSeries, { query }, owner.token)
    expect(comfort.filter(one => one.measurement === 't').map(one => [one.low_value, one.high_value])).toEqual([
      [19, 21],
      [18, 20.5],
    ])
    expect(comfort.some(one => one.measurement === 'nh3')).toBe(false)
  })

  test('is not asked for in an empty barn: it has no grade, and says since when', async () => {
    const { location, round, send, last } = await aBarn()
    await send(20)
    const since = dateIn(-1)
    const made = await round({ date_in: dateIn(-40), date_out: since })
    expect((await last()).t).toMatchObject({ value: 20, grade: null })
    const params = { id: location.id }
    const read = () => app.call(locationEndpoints.getLocation, { params }, owner.token)
    expect((await read()).areas).toMatchObject([{ empty_since: since }])
    await round()
    expect((await read()).areas[0]).not.toHaveProperty('empty_since')
    expect((await last()).t?.grade).toBe(1)
    expect(made.state).toBe('ended')
  })

  test('takes nothing but bands of temperature and humidity from the rounds', async () => {
    const [both, gas] = [await aBarn(), await aBarn()]
    const points = [{ age: 0, low: 5, high: 20 }]
    await both.round({ curve: null, bands: ['nh3', 't', 'weight'].map(measure => ({ measure, points })) })
    await gas.round({ curve: null, bands: [{ measure: 'nh3', points }] })
    const areas = [both.location.area.id, gas.location.area.id]
    const found = await roundsIn(app.services.db, areas, app.clock.now(), app.clock.now())
    const known = { date_in: dateIn(0), date_out: null, age_in: 0, curve: null }
    expect(areas.map(area => found.get(area))).toEqual([
      [{ area_id: areas[0], ...known, bands: [{ measure: 't', points }] }],
      [{ area_id: areas[1], ...known, bands: null }],
    ])
  })

  test('is said of the climate around an inspection', async () => {
    const { location, round, send } = await aBarn()
    await round()
    await send(33)
    const inspection = await anInspection(app, owner, location, { date: app.clock.iso() })
    const [climate] = await app.call(
      inspectionEndpoints.listInspectionClimate,
      { query: { inspection_ids: String(inspection.id) } },
      owner.token,
    )
    const value = climate?.values.find(({ measurement }) => measurement === 't')
    expect(value).toMatchObject({ grade: 10, by_age: { low_value: 31.7 } })
  })
})

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
