import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gradeOf } from '../science/grade.ts'
import { AXIS_MEASURES } from './exposure.ts'
import { type Band, bandAt, bandOf, bandProblem } from './round-bands.ts'
import { boundariesByAge, type Curve } from './rounds.ts'

const KIND = {
  min_value: 12,
  low_value: 18,
  high_value: 23,
  max_value: 30,
  limit_value: null,
  low_is_bad: true,
  high_is_bad: true,
}
const CURVE: Curve = {
  points: [{ age: 0, mass: null, temperature: 34, humidity: 60 }],
  temperature_margin: 1.5,
  humidity_margin: 10,
}

/** Points of a temperature that ascend by age, each with its lower edge below its upper one. */
const points = fc
  .uniqueArray(
    fc.record({ age: fc.nat(400), low: fc.integer({ min: -30, max: 40 }), width: fc.integer({ min: 1, max: 20 }) }),
    { minLength: 1, maxLength: 20, selector: ({ age }) => age },
  )
  .map(some => some.toSorted((a, b) => a.age - b.age).map(({ age, low, width }) => ({ age, low, high: low + width })))

describe('a band by age', () => {
  test('is what was typed on its days, and goes straight from one to the next', () => {
    fc.assert(
      fc.property(points, some => {
        for (const [index, { age, low, high }] of some.entries()) {
          expect(bandAt({ points: some }, age)).toEqual({ low, high })
          const next = some[index + 1]
          if (!next) continue
          for (let day = age; day < next.age; day++) {
            const share = (day - age) / (next.age - age)
            const found = bandAt({ points: some }, day)
            expect(found?.low).toBeCloseTo(low + share * (next.low - low), 9)
            expect(found?.high).toBeCloseTo(high + share * (next.high - high), 9)
          }
        }
      }),
    )
  })

  test('holds before its first day and after its last one, and has its lower edge below the upper one on any', () => {
    fc.assert(
      fc.property(points, fc.nat(500), (some, age) => {
        const [first, last] = [some[0], some.at(-1)]
        const found = bandAt({ points: some }, age)
        if (first && age <= first.age) expect(found).toEqual({ low: first.low, high: first.high })
        if (last && age >= last.age) expect(found).toEqual({ low: last.low, high: last.high })
        expect(found?.low).toBeLessThan(found?.high ?? 0)
      }),
    )
  })

  test('is none without points', () => {
    expect(bandAt({ points: [] }, 3)).toBeNull()
    expect(bandOf([{ measure: 't', points: [] }], 't')).toBeNull()
    expect(bandOf(null, 't')).toBeNull()
  })

  test('is comfort in place of the curve and of the kind of animals, on any day', () => {
    fc.assert(
      fc.property(points, fc.nat(500), fc.constantFrom(CURVE, null), (some, age, curve) => {
        const bands: Band[] = [{ measure: 't', points: some }]
        const found = boundariesByAge(KIND, 'temp_deg_c', { curve, bands }, age)
        const band = bandAt({ points: some }, age)
        expect(found.low_value).toBeCloseTo(band?.low ?? 0, 1)
        expect(found.high_value).toBeCloseTo(band?.high ?? 0, 1)
        expect(found.min_value).toBeLessThanOrEqual(found.low_value ?? 0)
        expect(found.max_value).toBeGreaterThanOrEqual(found.high_value ?? 0)
      }),
    )
  })

  test('leaves what it is not of to the curve, and gases to the kind of animals', () => {
    const point = [{ age: 0, low: 10, high: 15 }]
    const gas: Band[] = [{ measure: 'nh3', points: point }]
    expect(boundariesByAge(KIND, 'nh3_ppm', { curve: null, bands: gas }, 3)).toBe(KIND)
    expect(boundariesByAge(KIND, 'temp_deg_c', { curve: null, bands: gas }, 3)).toBe(KIND)
    const warm: Band[] = [{ measure: 't', points: point }]
    expect(boundariesByAge(KIND, 'rv_perc', { curve: CURVE, bands: warm }, 3)).toMatchObject({
      low_value: 50,
      high_value: 70,
    })
    expect(boundariesByAge(KIND, 'temp_deg_c', { curve: CURVE, bands: warm }, 3)).toMatchObject({
      low_value: 10,
      high_value: 15,
    })
  })

  test.each([
    ['all of the air', 0, 100],
    ['the driest', 0, 60],
    ['the most humid', 55, 100],
  ])('of %s is graded like any other', (_, low, high) => {
    const bands: Band[] = [{ measure: 'h', points: [{ age: 0, low, high }] }]
    const found = boundariesByAge(KIND, 'rv_perc', { curve: null, bands }, 3)
    expect(found).toMatchObject({ low_value: low, high_value: high })
    expect(gradeOf((low + high) / 2, found, found)).toBe(10)
    expect([low, high].map(edge => gradeOf(edge, found, found))).toEqual([8, 8])
  })

  test.each([
    ['a negative day', 't', { age: -1, low: 20, high: 22 }, 'band_age'],
    ['a part of a day', 't', { age: 1.5, low: 20, high: 22 }, 'band_age'],
    ['a day beyond all ages', 't', { age: 3001, low: 20, high: 22 }, 'band_age'],
    ['the day of the row before', 't', { age: 4, low: 20, high: 22 }, 'ages_ascend'],
    ['an earlier day', 't', { age: 3, low: 20, high: 22 }, 'ages_ascend'],
    ['edges that are one', 't', { age: 7, low: 22, high: 22 }, 'band_order'],
    ['edges that are one as they are shown', 't', { age: 7, low: 22, high: 22.004 }, 'band_order'],
    ['edges a hundredth apart', 't', { age: 7, low: 22.1, high: 22.11 }, null],
    ['edges of a chick in kg', 'weight', { age: 7, low: 0.04, high: 0.044 }, null],
    ['edges the wrong way round', 'h', { age: 7, low: 60, high: 40 }, 'band_order'],
    ['more than all of the air', 'h', { age: 7, low: 60, high: 101 }, 'band_range'],
    ['less of a gas than none', 'nh3', { age: 7, low: -1, high: 10 }, 'band_range'],
    ['a row as it should be', 'co2', { age: 7, low: 0, high: 2500 }, null],
  ] as const)('is told of %s', (_, measure, point, problem) => {
    expect(bandProblem(measure, point, { age: 4 })).toBe(problem)
  })

  test('may be of each measure of the axis', () => {
    for (const measure of AXIS_MEASURES) expect(bandProblem(measure, { age: 0, low: 0, high: 1 }, undefined)).toBeNull()
  })
})
