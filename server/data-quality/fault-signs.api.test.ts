import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS_LOOK_BACK, faultsIn, type SensorReading } from '#shared/rules/data-quality/faults.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { insertMeasurements } from '../series/measurement-rows.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { keysWithSigns } from './fault-signs.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const SINCE = NOW - 3 * HOUR_MS
const LOOK_BACK = SINCE - FAULTS_LOOK_BACK
const LEVELS: Record<string, number> = { t: 21, h: 70, co2: 1500, nh3: 8, lux: 20 }

let app: TestApp
let nextDevice = 810_000
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
})
afterAll(() => app.close())

/** Readings of two days and more, in pieces: some live, some that stand still, are wet, far out, spiky, or missing. */
const aCourse = fc.record({
  key: fc.constantFrom(...Object.keys(LEVELS)),
  every: fc.constantFrom(1, 5, 10, 30, 70, 200),
  pieces: fc.array(
    fc.record({
      kind: fc.constantFrom('live', 'live', 'still', 'zero', 'wet', 'out', 'spike', 'jump', 'silent'),
      minutes: fc.integer({ min: 5, max: 900 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

const readingsOf = ({ key, every, pieces }: typeof aCourse extends fc.Arbitrary<infer Course> ? Course : never) => {
  const level = LEVELS[key] ?? 0
  const readings: SensorReading[] = []
  let at = NOW
  for (const [index, { kind, minutes }] of pieces.toReversed().entries()) {
    const from = index === pieces.length - 1 ? Math.min(at - minutes * MINUTE_MS, LOOK_BACK) : at - minutes * MINUTE_MS
    for (let n = 0, time = at; time > from; time -= every * MINUTE_MS, n++) {
      const live = level * (1 + 0.02 * Math.sin(n * 1.7) + (kind === 'jump' ? 0.6 : 0))
      const values: Record<string, number> = {
        still: level,
        zero: 0,
        wet: 99.5,
        out: -500,
        spike: n === 3 ? level * 3 : live,
      }
      if (kind !== 'silent') readings.push([time, Math.round((values[kind] ?? live) * 100) / 100])
    }
    at = from
  }
  return readings.toReversed()
}

const signsAndFaultsOf = async (devices: readonly { id: number; key: string; readings: SensorReading[] }[]) => {
  await insertMeasurements(
    app.services,
    devices.flatMap(({ id, key, readings }) =>
      readings.map(([time, value]): [number, string, number, number] => [id, key, time, value]),
    ),
  )
  // Signs are the same of hours summed up and of readings.
  if (nextDevice % 5 > 1) await sumHours(app.services)
  const ids = devices.map(({ id }) => id)
  const asked = { ids, corrections: [], since: SINCE, lookBack: LOOK_BACK, until: NOW + MINUTE_MS }
  const signs = await keysWithSigns(app.services, asked)
  return devices.map(({ id, key, readings }) => {
    const judged = readings.filter(([time]) => time >= LOOK_BACK)
    const found = faultsIn(measurementTypeOf(key)?.pq ?? '', judged).filter(({ until }) => until >= SINCE)
    return { key, found, hasSigns: signs.get(id)?.has(key) === true }
  })
}

test('what has stood still, or been wet, for just long enough shows it, at whatever minute it began', async () => {
  const LONG_ENOUGH = { t: ['still', 6], co2: ['still', 3], nh3: ['still', 24], h: ['wet', 12] } as const
  const devices = Object.entries(LONG_ENOUGH).flatMap(([key, [kind, hours]]) =>
    [0, 1, 17, 30, 59].map(minute => {
      const pieces = [
        { kind: 'live', minutes: 60 },
        { kind, minutes: hours * 60 + 5 },
        { kind: 'live', minutes: 5 + minute },
      ] as const
      return { id: nextDevice++, key, readings: readingsOf({ key, every: 5, pieces: [...pieces] }) }
    }),
  )
  for (const { key, found, hasSigns } of await signsAndFaultsOf(devices)) {
    expect(found.map(({ fault }) => fault)).toContain(key === 'h' ? 'saturation' : 'flatline')
    expect(hasSigns, key).toBe(true)
  }
})

test('what shows no sign of a fault has none, whatever its readings are', async () => {
  let [faulty, spared] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(aCourse, { minLength: 12, maxLength: 12 }), async courses => {
      const devices = courses.map(course => ({ id: nextDevice++, key: course.key, readings: readingsOf(course) }))
      for (const { key, found, hasSigns } of await signsAndFaultsOf(devices)) {
        if (found.length > 0) faulty++
        else if (!hasSigns) spared++
        if (found.length > 0) expect(hasSigns, `${key}: ${JSON.stringify(found)}`).toBe(true)
      }
    }),
    { numRuns: 25 },
  )
  expect(faulty).toBeGreaterThan(50)
  expect(spared).toBeGreaterThan(20)
}, 120_000)
