import { describe, expect, test } from 'vitest'
import { addExposure, addHour, addMeans, type ExposureBounds, noExposure } from './exposure.ts'

const BOUNDS = { low: 18, high: 25 }
const PARTS = ['hours', 'below', 'above', 'load'] as const
const hourOf = (means: readonly number[], share = 1) => ({
  minimum: Math.min(...means),
  maximum: Math.max(...means),
  mean: means.reduce((sum, value) => sum + value, 0) / means.length,
  share,
})
const ofMeans = (means: readonly number[], share = 1, bounds: ExposureBounds = BOUNDS) => {
  const sum = noExposure()
  addMeans(sum, means, share, bounds)
  return sum
}

describe('[beyond 6] exposure of an hour', () => {
  test('is by its means where some lie beyond a bound and some do not', () => {
    const means = [17, 18, 25, 26, 29, 20]
    const sum = noExposure()
    expect(addHour(sum, hourOf(means), BOUNDS)).toBe(false)
    expect(sum).toEqual(noExposure())
    expect(ofMeans(means)).toEqual({
      hours: 1,
      below: expect.closeTo(1 / 6),
      above: expect.closeTo(2 / 6),
      load: expect.closeTo((1 + 4) / 6),
    })
  })

  test('is the same by the hour as by its means where all lie on one side', () => {
    for (const means of [
      [18, 20, 25],
      [26, 30, 27],
      [10, 17.9, 3],
    ])
      for (const share of [1, 0.5]) {
        const sum = noExposure()
        expect(addHour(sum, hourOf(means, share), BOUNDS)).toBe(true)
        for (const part of PARTS) expect(sum[part]).toBeCloseTo(ofMeans(means, share)[part], 12)
      }
  })

  test('knows no side that has no bound, and none of an hour without means', () => {
    const sum = noExposure()
    expect(addHour(sum, hourOf([3, 30]), { low: null, high: 40 })).toBe(true)
    expect(sum).toMatchObject({ hours: 1, below: 0, above: 0 })
    expect(ofMeans([])).toEqual(noExposure())
  })

  test('adds up in any order, and its load has the scale of the unit', () => {
    const hours = [
      [20, 30],
      [26, 27, 28],
      [10, 19],
    ].map(means => ofMeans(means))
    const [forth, back] = [hours, hours.toReversed()].map(all => all.reduce(addExposure, noExposure()))
    for (const part of PARTS) expect(forth?.[part]).toBeCloseTo(back?.[part] ?? 0, 12)
    expect(ofMeans([40, 60], 1, { low: 36, high: 50 }).load).toBe(2 * ofMeans([20, 30]).load)
  })
})
