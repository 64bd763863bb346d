import { afterAll, beforeAll, expect, test } from 'vitest'
import { readingWindowOf } from '#shared/rules/alerts/alert-rule.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { insertMeasurements } from './measurement-rows.ts'
import { newestReadings, windowsOf } from './windows.ts'

let app: TestApp
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  device = await aDevice(app, await aUser(app))
})
afterAll(() => app.close())

/** A generator of the same numbers each time. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test.each([1, 2, 3, 7, 60])('[science §5] the engine sums up %i readings as the rule does', async count => {
  const random = numbers(count)
  const until = app.clock.now() + count * 1000 * MINUTE_MS
  const readings = Array.from({ length: count }, () => ({
    time: until - 60 * MINUTE_MS + Math.floor(random() * 60 * MINUTE_MS),
    value: Math.round(random() * 1000) / 10 - 20,
  })).sort((a, b) => a.time - b.time)
  await insertMeasurements(
    app.services.series,
    readings.map(({ time, value }) => [device.id, 't', time, value]),
  )
  const corrections = [
    { device_id: device.id, measurement: 't', from: until - 30 * MINUTE_MS, until: null, offset: 0.5 },
  ]
  const corrected = readings.map(one => ({ ...one, value: one.value + (one.time >= until - 30 * MINUTE_MS ? 0.5 : 0) }))
  const selection = { deviceIds: [device.id], keys: ['t', 't_0'], corrections, from: until - 60 * MINUTE_MS, until }
  const windows = await windowsOf(app.services.series, { ...selection, intervalOf: () => 10 * MINUTE_MS })
  const wanted = readingWindowOf(corrected, until, 10 * MINUTE_MS)
  const got = windows.get(device.id)?.get('t')
  expect(got).toMatchObject({
    count,
    first: wanted?.first,
    last: wanted?.last,
    previous: wanted?.previous,
    minimum: wanted?.minimum,
    maximum: wanted?.maximum,
    covered: wanted?.covered,
  })
  expect(got?.mean).toBeCloseTo(wanted?.mean ?? Number.NaN, 8)
  if (wanted?.slope === null) expect(got?.slope).toBeNull()
  else expect(got?.slope).toBeCloseTo(wanted?.slope ?? Number.NaN, 8)
  expect([...(windows.get(device.id)?.keys() ?? [])]).toEqual(['t'])
  const newest = await newestReadings(app.services.series, { ...selection, most: 2 })
  expect(newest.get(device.id)?.get('t')).toEqual(corrected.toReversed().slice(0, 2))
})

test('[science §5] a day is summed up from means of five minutes, and counts every reading', async () => {
  const until = app.clock.now() - 5 * 1440 * MINUTE_MS
  const from = until - 1440 * MINUTE_MS
  const readings = Array.from({ length: 1440 }, (_, minute) => ({ time: from + minute * MINUTE_MS, value: minute }))
  await insertMeasurements(
    app.services.series,
    readings.map(({ time, value }) => [device.id, 'h', time, value]),
  )
  const selection = { deviceIds: [device.id], keys: ['h'], corrections: [], from, until, intervalOf: () => MINUTE_MS }
  const window = (await windowsOf(app.services.series, selection)).get(device.id)?.get('h')
  expect(window).toMatchObject({ count: 1440, minimum: 0, maximum: 1439, covered: 1440 * MINUTE_MS })
  expect(window?.first.value).toBe(0)
  expect(window?.last.value).toBe(1439)
  expect(window?.mean).toBeCloseTo(719.5, 6)
  expect(window?.slope).toBeCloseTo(60, 6)
})
