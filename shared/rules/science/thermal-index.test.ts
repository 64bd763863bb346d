import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { airOf, thermalIndexOf } from './thermal-index.ts'

describe('[science §3] what heat and humidity are together', () => {
  test.each([
    ['dairy_cattle', 20, 50, 'thi_cattle', 'none'],
    ['dairy_cattle', 22.3, 100, 'thi_cattle', 'moderate'],
    ['cattle', 31, 40, 'thi_cattle', 'moderate'],
    ['dairy_cattle', 36, 60, 'thi_cattle', 'severe'],
    ['dairy_cattle', 40, 80, 'thi_cattle', 'very_severe'],
    ['pig', 25, 60, 'thi_pig', 'none'],
    ['sow', 33, 50, 'thi_pig', 'very_severe'],
    ['chicken', 22, 60, 'thi_layer', 'none'],
    ['chicken', 33, 60, 'thi_layer', 'mild'],
    ['broiler', 33, 60, 'thi_broiler', null],
  ])('%s at %f °C and %f %%', (areaType, t, rh, index, stress) => {
    expect(thermalIndexOf(areaType, t, rh)).toMatchObject({ index, stress })
  })

  test('has the published value of cattle', () => {
    expect(thermalIndexOf('dairy_cattle', 27, 48)?.value).toBeCloseTo(74.14, 1)
  })

  test.each(['piglet', 'rearing_chicken', 'calves', 'horse', 'human', 'constructor'])('%s has none', areaType => {
    expect(thermalIndexOf(areaType, 30, 60)).toBeNull()
  })

  test('poultry has none where the wet bulb is not valid', () => {
    expect(thermalIndexOf('chicken', 30, 2)).toBeNull()
  })

  test('more heat is never less stress', () => {
    const order = ['none', 'mild', 'moderate', 'severe', 'very_severe']
    const kinds = fc.constantFrom('cattle', 'pig', 'chicken')
    fc.assert(
      fc.property(
        kinds,
        fc.double({ min: 15, max: 45, noNaN: true }),
        fc.integer({ min: 20, max: 95 }),
        (kind, t, rh) => {
          const rank = (at: number) => order.indexOf(thermalIndexOf(kind, at, rh)?.stress ?? 'none')
          expect(rank(t + 1)).toBeGreaterThanOrEqual(rank(t))
        },
      ),
    )
  })

  test('air of 20 °C and 50 %', () => {
    const air = airOf(20, 50)
    expect(air.dew_point).toBeCloseTo(9.26, 1)
    expect(air.absolute_humidity).toBeCloseTo(8.65, 1)
    expect(air.vapour_pressure_deficit).toBeCloseTo(1.17, 2)
  })
})
