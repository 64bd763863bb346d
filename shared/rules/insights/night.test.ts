import { expect, test } from 'vitest'
import { type NightOfMeasurement, nightOf } from './night.ts'

const well: NightOfMeasurement = {
  measurement: 't',
  coverage: 1,
  overLimit: 0,
  above: 0,
  below: 0,
  min: 19,
  max: 21,
}

test('an area without anything to judge has no night', () => expect(nightOf([], 8)).toBeNull())

test('a night within comfort finds nothing, and says how much of it is there', () => {
  expect(nightOf([well, { ...well, measurement: 'h', coverage: 0.5 }], 8)).toEqual({
    coverage: 0.5,
    missing_hours: 4,
    finding: null,
  })
})

test('a limit goes before comfort, then what lasted longer', () => {
  const cold = { ...well, below: 6, min: 11 }
  const ammonia = { ...well, measurement: 'nh3', overLimit: 0.5, above: 7, max: 24 }
  const damp = { ...well, measurement: 'h', above: 2, max: 88 }
  expect(nightOf([damp, cold], 8)?.finding).toEqual({ kind: 'below', measurement: 't', hours: 6, extreme: 11 })
  expect(nightOf([damp, cold, ammonia], 8)?.finding).toEqual({
    kind: 'over_limit',
    measurement: 'nh3',
    hours: 0.5,
    extreme: 24,
  })
  expect(nightOf([well, damp], 8)?.finding).toMatchObject({ kind: 'above', extreme: 88 })
})

test('a measurement that was silent is missing, not well', () => {
  const silent = { ...well, coverage: 0, min: null, max: null }
  expect(nightOf([well, silent], 7)).toEqual({ coverage: 0, missing_hours: 7, finding: null })
})
