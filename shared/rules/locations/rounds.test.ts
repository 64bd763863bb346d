import { describe, expect, test } from 'vitest'
import { gradeOf } from '../science/grade.ts'
import { ROUND_PRESETS } from './round-presets.ts'
import { ageOn, boundariesByAge, type Curve, overlap, runsOn, wantedAt } from './rounds.ts'

const point = (age: number, temperature: number | null) => ({ age, mass: null, temperature, humidity: null })
const curve: Curve = {
  points: [point(0, 34), point(5, null), point(10, 29)],
  temperature_margin: 1.5,
  humidity_margin: 10,
}
const wants = { curve, bands: null }
const BROILER = {
  min_value: 12,
  low_value: 18,
  high_value: 23,
  max_value: 30,
  limit_value: null,
  low_is_bad: true,
  high_is_bad: true,
}

describe('a round', () => {
  test('runs from the day in until the day out, which is free for the next', () => {
    const round = { date_in: '2026-03-28', date_out: '2026-05-01' }
    expect(['2026-03-27', '2026-03-28', '2026-04-30', '2026-05-01'].map(day => runsOn(round, day))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(overlap(round, { date_in: '2026-05-01', date_out: null })).toBe(false)
    expect(overlap(round, { date_in: '2026-04-30', date_out: null })).toBe(true)
    expect(overlap({ date_in: '2026-01-01', date_out: null }, round)).toBe(true)
  })

  test('counts the age in calendar days, over a change of clocks too, from the age on arrival', () => {
    expect(ageOn({ date_in: '2026-03-28', age_in: 28 }, '2026-03-30')).toBe(30)
    expect(ageOn({ date_in: '2026-10-24', age_in: 0 }, '2026-10-26')).toBe(2)
  })
})

describe('a curve', () => {
  test('goes straight between its points, leaves out what it does not say, and holds at its ends', () => {
    expect([0, 1, 5, 10, 60].map(age => wantedAt(curve, 'temperature', age))).toEqual([34, 33.5, 31.5, 29, 29])
    expect(wantedAt(curve, 'humidity', 3)).toBeNull()
    expect(wantedAt({ points: [] }, 'mass', 3)).toBeNull()
  })

  test('makes 33 °C good and 20 °C bad for a chick of a day, and leaves other quantities as they are', () => {
    const edges = boundariesByAge(BROILER, 'temp_deg_c', wants, 0)
    expect(edges).toMatchObject({ min_value: 29, low_value: 32.5, high_value: 35.5, max_value: 40 })
    expect(gradeOf(33, edges, edges)).toBeGreaterThan(8)
    expect(gradeOf(20, edges, edges)).toBe(1)
    expect(gradeOf(20, BROILER, BROILER)).toBe(10)
    expect(boundariesByAge(BROILER, 'rv_perc', wants, 0)).toBe(BROILER)
    expect(boundariesByAge(BROILER, 'nh3_ppm', wants, 0)).toBe(BROILER)
  })
})

test.each(Object.entries(ROUND_PRESETS))('%s names its source, rises by age and grows', (_, preset) => {
  const { points } = preset.curve
  expect(preset.source).not.toBe('')
  expect(points.every(({ age }, index) => index === 0 || age > (points[index - 1]?.age ?? 0))).toBe(true)
  const masses = points.flatMap(({ mass }) => mass ?? [])
  expect(masses).toEqual([...masses].sort((a, b) => a - b))
  const temperatures = points.flatMap(({ temperature }) => temperature ?? [])
  expect(temperatures).toEqual([...temperatures].sort((a, b) => b - a))
})
