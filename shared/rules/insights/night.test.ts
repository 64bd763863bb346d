import { expect, test } from 'vitest'
import { type NightOfMeasurement, summedNight } from './night.ts'

const EIGHT = { hours: 8, unplaced: 0 }

const well: NightOfMeasurement = {
  measurement: 't',
  missing: 0,
  overLimit: 0,
  above: 0,
  below: 0,
  min: 19,
  max: 21,
}

test('an area without anything to judge has no night', () => expect(summedNight([], EIGHT)).toBeNull())

test('a night within comfort finds nothing, and says how much of it is there', () => {
  expect(summedNight([well, { ...well, measurement: 'h', missing: 4 }], EIGHT)).toEqual({
    coverage: 0.5,
    missing_hours: 4,
    finding: null,
  })
})

test('a limit goes before comfort, then what lasted longer', () => {
  const cold = { ...well, below: 6, min: 11 }
  const ammonia = { ...well, measurement: 'nh3', overLimit: 0.5, above: 7, max: 24 }
  const damp = { ...well, measurement: 'h', above: 2, max: 88 }
  expect(summedNight([damp, cold], EIGHT)?.finding).toEqual({ kind: 'below', measurement: 't', hours: 6, extreme: 11 })
  expect(summedNight([damp, cold, ammonia], EIGHT)?.finding).toEqual({
    kind: 'over_limit',
    measurement: 'nh3',
    hours: 0.5,
    extreme: 24,
  })
  expect(summedNight([well, damp], EIGHT)?.finding).toMatchObject({ kind: 'above', extreme: 88 })
})

test('a measurement that was silent is missing, not well', () => {
  const silent = { ...well, missing: 7, min: null, max: null }
  expect(summedNight([well, silent], { hours: 7, unplaced: 0 })).toEqual({
    coverage: 0,
    missing_hours: 7,
    finding: null,
  })
})

test('a night in which no device was there for most of it is not called well', () => {
  expect(summedNight([well], { hours: 8, unplaced: 7.5 })).toEqual({
    coverage: 0.0625,
    missing_hours: 7.5,
    finding: null,
  })
  expect(summedNight([{ ...well, missing: 1 }], { hours: 8, unplaced: 6 })).toMatchObject({ missing_hours: 7 })
})
