import { expect, test } from 'vitest'
import { MINUTE_MS } from '../time/units.ts'
import { type BinnedReadings, episodesOf, evaluationsPerStep, heardSteps, numbersOf } from './alert-backtest.ts'
import { type Condition, directNumberOf, numberOf, type Reading, readingWindowOf, verdictOf } from './alert-rule.ts'
import { IDLE, nextState } from './alert-state.ts'

const RULE = {
  calculation: 'average',
  comparison: 'value',
  comparator: 'greater',
  threshold_value: 20,
  clear_value: 18,
  calculation_minutes: 15,
  times: 1,
} as const

/** A generator of the same numbers each time. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** A walk around 20, one reading a minute at its beginning, with holes. */
const walk = (seed: number, minutes: number): Reading[] => {
  const random = numbers(seed)
  let value = 20
  let missing = 0
  return Array.from({ length: minutes }, (_, minute) => {
    value += (random() - 0.5) * 2 + (20 - value) * 0.02
    if (missing > 0) missing--
    else if (random() < 0.01) missing = Math.floor(random() * 90)
    return missing > 0 ? [] : [{ time: minute * MINUTE_MS, value: Math.round(value * 10) / 10 }]
  }).flat()
}

const binsOf = (readings: readonly Reading[]): BinnedReadings => {
  const values = readings.map(one => one.value)
  return {
    index: readings.map(one => one.time / MINUTE_MS),
    mean: values,
    minimum: values,
    maximum: values,
    count: values.map(() => 1),
    first: values,
    last: values,
    rise: values.map(() => 0),
    fall: values.map(() => 0),
  }
}

const grid = { start: 0, step: MINUTE_MS, count: 1500 }

const CONDITIONS: Partial<Condition>[] = [
  {},
  { calculation: 'minimum' },
  { calculation: 'maximum', calculation_minutes: 60 },
  { calculation: 'count' },
  { calculation: 'derivative', calculation_minutes: 60 },
  { comparison: 'difference', calculation_minutes: 30 },
]

test.each(CONDITIONS)('[science §5] steps of a minute give the numbers that readings give: %j', changes => {
  const rule = { ...RULE, ...changes } as Condition & { times: number }
  for (let seed = 1; seed <= 5; seed++) {
    const readings = walk(seed, grid.count)
    const got = numbersOf(rule, binsOf(readings), grid)
    for (let step = 100; step < grid.count; step++) {
      const until = (step + 1) * MINUTE_MS
      const seen = readings.filter(one => one.time >= until - rule.calculation_minutes * MINUTE_MS && one.time < until)
      // A window with a single reading does not tell the usual distance; the interval of all readings knows it.
      if (seen.length < 3) continue
      const wanted = numberOf(rule, readingWindowOf(seen, until, MINUTE_MS))
      if (wanted === null) expect(Number.isNaN(got[step]), `${seed} ${step}`).toBe(true)
      else expect(got[step], `${seed} ${step}`).toBeCloseTo(wanted, 6)
    }
  }
})

test.each([
  { comparison: 'value' },
  { comparison: 'difference', threshold_value: 0.8, clear_value: null },
  { comparison: 'difference', comparator: 'less', threshold_value: -0.8, clear_value: null },
  { comparison: 'absolute_change', threshold_value: 0.9, clear_value: null },
  { comparison: 'value', times: 5 },
] as const)('a rule that looks at each message fires when it would have fired: %j', changes => {
  const rule = { ...RULE, ...changes, calculation_minutes: 0 as const }
  for (let seed = 1; seed <= 5; seed++) {
    const readings = walk(seed, grid.count)
    const wanted: number[] = []
    let state = IDLE
    readings.forEach((reading, index) => {
      const number = directNumberOf(rule, reading, readings[index - 1] ?? null, MINUTE_MS)
      const next = nextState(rule, state, { at: reading.time, verdict: verdictOf(rule, number), value: number })
      if (next.event === 'fired') wanted.push(reading.time)
      if (number !== null) state = next.state
    })
    const bins = binsOf(readings)
    const per = evaluationsPerStep(rule, bins, grid)
    const episodes = episodesOf(rule, numbersOf(rule, bins, grid), grid, () => true, per)
    expect(wanted.length).toBeGreaterThan(0)
    expect(episodes.map(one => one.from - MINUTE_MS)).toEqual(wanted)
  }
})

test('a change is that from the message before, also where messages are minutes apart', () => {
  const every10 = [10, 10, 16, 9].map((value, index) => ({ time: index * 10 * MINUTE_MS, value }))
  const rule = { ...RULE, comparison: 'difference', calculation_minutes: 0 } as const
  const got = numbersOf(rule, binsOf(every10), { ...grid, count: 40 })
  expect([0, 10, 20, 30].map(step => got[step])).toEqual([Number.NaN, 0, 6, -7])
  expect(heardSteps(binsOf(every10), { ...grid, count: 60 }).reduce((sum, one) => sum + one, 0)).toBe(60)
})
