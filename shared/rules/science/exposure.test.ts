import { describe, expect, test } from 'vitest'
import { addExposure, exposureOfHour, exposureOfMeans, NO_EXPOSURE } from './exposure.ts'

const BOUNDS = { low: 18, high: 25 }
const hourOf = (means: readonly number[], share = 1) => ({
  minimum: Math.min(...means),
  maximum: Math.max(...means),
  mean: means.reduce((sum, value) => sum + value, 0) / means.length,
  share,
})

describe('[beyond 6] exposure of an hour', () => {
  test('is by its means where some lie beyond a bound and some do not', () => {
    const means = [17, 18, 25, 26, 29, 20]
    expect(exposureOfHour(hourOf(means), BOUNDS)).toBeNull()
    expect(exposureOfMeans(means, 1, BOUNDS)).toEqual({
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
        const [byHour, byMeans] = [exposureOfHour(hourOf(means, share), BOUNDS), exposureOfMeans(means, share, BOUNDS)]
        for (const part of ['hours', 'below', 'above', 'load'] as const)
          expect(byHour?.[part]).toBeCloseTo(byMeans[part], 12)
      }
  })

  test('knows no side that has no bound, and none of an hour without means', () => {
    expect(exposureOfHour(hourOf([3, 30]), { low: null, high: 40 })).toMatchObject({ hours: 1, below: 0, above: 0 })
    expect(exposureOfMeans([], 1, BOUNDS)).toEqual(NO_EXPOSURE)
  })

  test('adds up in any order, and its load has the scale of the unit', () => {
    const hours = [
      [20, 30],
      [26, 27, 28],
      [10, 19],
    ].map(means => exposureOfMeans(means, 1, BOUNDS))
    const [forth, back] = [hours.reduce(addExposure), hours.toReversed().reduce(addExposure)]
    for (const part of ['hours', 'below', 'above', 'load'] as const) expect(forth[part]).toBeCloseTo(back[part], 12)
    const twice = exposureOfMeans([40, 60], 1, { low: 36, high: 50 })
    expect(twice.load).toBe(2 * exposureOfMeans([20, 30], 1, BOUNDS).load)
  })
})
