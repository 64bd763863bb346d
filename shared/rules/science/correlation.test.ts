import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../time/period.ts'
import { HOUR_MS } from '../time/units.ts'
import {
  correlationNote,
  type LaggedPearson,
  lagsOf,
  pairOf,
  pearsonAt,
  persistenceOf,
  type SteppedValues,
  strongestOf,
  withoutDayPattern,
} from './correlation.ts'
import { BIN_MS } from './statistics.ts'

const START = Date.parse('2025-03-03T00:00:00Z') / BIN_MS

const stepped = (values: readonly (readonly [number, number])[]): SteppedValues => ({
  steps: Int32Array.from(values, ([at]) => START + at),
  values: Float64Array.from(values, ([, value]) => value),
})
const everyBin = (count: number, value: (index: number) => number, from = 0): SteppedValues =>
  stepped(Array.from({ length: count }, (_, index) => [from + index, value(from + index)] as const))

const laggedPearsons = (cause: SteppedValues, effect: SteppedValues, step = BIN_MS): LaggedPearson[] => {
  const pair = pairOf(cause, effect, step)
  return Array.from({ length: lagsOf(step) }, (_, lag) => pearsonAt(pair, lag))
}

/** Values by step with lines through short gaps, as science §5 says it. */
const filled = ({ steps, values }: SteppedValues, most: number): Map<number, number> => {
  const rows = Array.from(steps, (at, index): [number, number] => [at, values[index] ?? Number.NaN])
  const known = rows.sort(([a], [b]) => a - b)
  const all = new Map(known)
  known.forEach(([at, value], index) => {
    const [to, next] = known[index + 1] ?? [at, value]
    for (let between = 1; between < to - at && to - at <= most + 1; between++)
      all.set(at + between, value + ((next - value) * between) / (to - at))
  })
  return all
}

/** Pearson of pairs by its definition, in two passes. */
const pearsonOf = (pairs: readonly (readonly [number, number])[]) => {
  const meanOf = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
  const [x, y] = [meanOf(xs), meanOf(ys)]
  const [varianceX, varianceY] = [meanOf(xs.map(one => (one - x) ** 2)), meanOf(ys.map(one => (one - y) ** 2))]
  const together = meanOf(pairs.map(([one, other]) => (one - x) * (other - y)))
  const [sd_x, sd_y] = [Math.sqrt(varianceX), Math.sqrt(varianceY)]
  return { n: pairs.length, sd_x, sd_y, r: together / (sd_x * sd_y) }
}

const pairsOf = (cause: ReadonlyMap<number, number>, effect: ReadonlyMap<number, number>, lag: number) =>
  [...effect].flatMap(([at, y]): [number, number][] => {
    const x = cause.get(at - lag)
    return x === undefined ? [] : [[x, y]]
  })

describe('[science §5] correlation with lag', () => {
  /** Changes without a pattern, the same in each run. */
  const noise = (index: number): number =>
    Math.sin(index * 12.9898) * 43758.5453 - Math.floor(Math.sin(index * 12.9898) * 43758.5453)
  const sure = { resolution: [0, 0], persistence: [0, 0] } as const

  test('finds that the effect follows the cause after 15 minutes', () => {
    const effect = everyBin(297, index => 2 * noise(index - 3) + 1, 3)
    const found = strongestOf(laggedPearsons(everyBin(300, noise), effect), sure)
    expect(found).toMatchObject({ lag: 3, n: 297, significant: true })
    expect(found?.r).toBeCloseTo(1, 9)
  })

  test('keeps the sign, and the smallest lag of equals', () => {
    const cause = everyBin(240, index => index % 2)
    const effect = everyBin(240, index => -(index % 2))
    expect(strongestOf(laggedPearsons(cause, effect), sure)).toMatchObject({ lag: 0, r: -1 })
  })

  test('says nothing of fewer than 72 pairs, or of what stays the same', () => {
    const few = everyBin(71, noise)
    expect(strongestOf(laggedPearsons(few, few), sure)).toBeNull()
    const flat = everyBin(200, () => 5)
    expect(strongestOf(laggedPearsons(flat, everyBin(200, noise)), sure)).toBeNull()
    const weak = strongestOf(laggedPearsons(everyBin(200, noise), everyBin(200, noise)), {
      ...sure,
      resolution: [2, 2],
    })
    expect(weak).toBeNull()
  })

  test('takes what is left of rounding for nothing', () => {
    // A hundred equal values less a mean that no number is: their squares less their mean square are not quite 0.
    const flat = everyBin(100, () => -32.7552813818013)
    const elsewhere = stepped([[5000, 17.3]])
    const effect = {
      steps: Int32Array.from([...flat.steps, ...elsewhere.steps]),
      values: Float64Array.from([...flat.values, ...elsewhere.values]),
    }
    for (const { sd_y, r } of laggedPearsons(everyBin(100, noise), effect)) expect([sd_y, r]).toEqual([0, Number.NaN])
  })

  test('says why it says nothing', () => {
    const noteOf = (cause: SteppedValues, of: SteppedValues, persistence: readonly [number, number] = [0, 0]) => {
      const lagged = laggedPearsons(cause, of)
      return correlationNote(lagged, strongestOf(lagged, { ...sure, persistence }))
    }
    const [moving, flat] = [everyBin(200, noise), everyBin(200, () => 5)]
    expect(noteOf(moving, moving)).toBeNull()
    expect(noteOf(moving, flat)).toBe('constant')
    expect(noteOf(everyBin(71, noise), moving)).toBe('too_few')
    expect(noteOf(stepped([]), stepped([]))).toBe('too_few')
    expect(noteOf(moving, moving, [0.98, 0.98])).toBe('not_significant')
  })

  test('neighbours that resemble each other count less', () => {
    const cause = everyBin(200, noise)
    const found = strongestOf(laggedPearsons(cause, cause), { ...sure, persistence: [0.98, 0.98] })
    expect(found?.effective).toBeLessThan(10)
    expect(found?.significant).toBe(false)
  })

  test('draws a line through gaps of fifteen minutes and no longer ones', () => {
    const gapped = stepped([
      [0, 0],
      [4, 4],
      [9, 9],
    ])
    const { cause } = pairOf(gapped, gapped, BIN_MS)
    const drawn = [...cause].filter(value => !Number.isNaN(value))
    expect(drawn.map(value => value - (drawn[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 9])
  })

  test('takes no more room for years without anything in them', () => {
    const years = 5 * 365 * 288
    const sparse = stepped([
      [0, 1],
      [years, 2],
      [2 * years, 3],
    ])
    expect(
      pairOf(
        sparse,
        everyBin(1, () => 1),
        BIN_MS,
      ).effect.length,
    ).toBeLessThan(200)
  })

  test('is what the definition says, whatever is missing and in whatever order it comes', () => {
    const aSeries = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.double({ min: -40, max: 3000, noNaN: true })), {
        minLength: 3,
        maxLength: 400,
        selector: ([at]) => at,
      })
      // Neighbours, then hours and days without any.
      .map(values => stepped(values.map(([at, value]) => [at > 400 ? at * 50 : at, value] as const)))
    fc.assert(
      fc.property(aSeries, aSeries, fc.constantFrom(BIN_MS, HOUR_MS), (cause, effect, step) => {
        const most = step === BIN_MS ? 3 : 0
        const [x, y] = [filled(cause, most), filled(effect, most)]
        /** Square of the largest value: sums are right to a part of it, however near to each other some pairs lie. */
        const squareOf = (line: typeof x) => 1 + Math.max(...[...line.values()].map(value => value ** 2))
        const varies = (sd: number, line: typeof x) => sd ** 2 > 1e-4 * squareOf(line)
        const near = (found: number, expected: number, what: string) =>
          expect(Math.abs(found - expected), `${what}: ${found} against ${expected}`).toBeLessThan(1e-9)
        for (const found of laggedPearsons(cause, effect, step)) {
          const expected = pearsonOf(pairsOf(x, y, found.lag))
          expect(found.n).toBe(expected.n)
          if (expected.n < 2) continue
          near(found.sd_x ** 2 / squareOf(x), expected.sd_x ** 2 / squareOf(x), 'spread of the cause')
          near(found.sd_y ** 2 / squareOf(y), expected.sd_y ** 2 / squareOf(y), 'spread of the effect')
          if (varies(expected.sd_x, x) && varies(expected.sd_y, y))
            near(found.r, expected.r, `correlation at ${found.lag}`)
        }
        const neighbours = pearsonOf(pairsOf(x, x, 1))
        if (neighbours.n >= 2 && varies(neighbours.sd_x, x) && varies(neighbours.sd_y, x))
          near(persistenceOf(pairOf(cause, effect, step).cause), neighbours.r, 'persistence')
      }),
    )
  })

  test('without the day pattern nothing is left of a pure one', () => {
    const utc = segmentsOf(START * BIN_MS, START * BIN_MS, 'UTC')
    const pure: SteppedValues = {
      steps: Int32Array.from({ length: 96 }, (_, n) => (START * BIN_MS) / HOUR_MS + n),
      values: Float64Array.from({ length: 96 }, (_, n) => n % 24),
    }
    expect(withoutDayPattern(pure, utc, HOUR_MS).values.every(value => value === 0)).toBe(true)
  })
})
