import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AVERAGINGS, averagingOf, meanOf } from './mean.ts'

describe('[science §5] the mean of a quantity', () => {
  test('of sound is that of its energy', () => {
    expect(averagingOf('sound')).toBe('energetic')
    expect(meanOf('energetic', [60, 70])).toBeCloseTo(67.4, 2)
  })

  test.each<[number[], number | null]>([
    [[350, 10, 20], 6.705],
    [[0, 180], null],
    [[350, 10], 0],
    [[190, 200], 195],
  ])('of the directions %j is %s', (directions, mean) => {
    const found = meanOf('circular', directions)
    if (mean === null) expect(found).toBeNull()
    else expect(Math.abs((((found ?? Number.NaN) - mean + 540) % 360) - 180)).toBeLessThan(0.001)
  })

  test('of all else is the sum of values divided by their number', () => {
    expect(averagingOf('temp_deg_c')).toBe('arithmetic')
    expect(meanOf('arithmetic', [1, 2, 6])).toBe(3)
    expect(meanOf('arithmetic', [])).toBeNull()
  })

  test('counts each value by its weight', () => {
    const values = fc.array(fc.double({ min: 0, max: 160, noNaN: true }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...AVERAGINGS), values, fc.nat(3), (averaging, some, again) => {
        const [first = 0, ...rest] = some
        const repeated = meanOf(averaging, [...new Array<number>(again + 1).fill(first), ...rest])
        const weighted = meanOf(averaging, some, [again + 1, ...rest.map(() => 1)])
        if (repeated === null || weighted === null) return repeated === weighted
        return Math.abs(repeated - weighted) < 1e-6
      }),
    )
  })
})
