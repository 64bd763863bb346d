import { describe, expect, it } from 'vitest'
import { gradeOf } from '#shared/rules/science/grade.ts'
import { taxonomyLists } from './lists.ts'
import { QUANTITIES } from './quantities.ts'
import { csvRowsOf, readThresholds, THRESHOLDS } from './thresholds.ts'
import { boundariesOf, MEASUREMENT_TYPES, measurementTypeOf } from './types.ts'

const english = taxonomyLists('en')
const HORSE = 31
const PIG = 32
const PIGLET = 35

describe('[science §5] the physical range of a measurement', () => {
  it.each([
    ['t', -40, 60],
    ['h', 0, 104],
    ['co2', 0, 20_000],
    ['nh3', -1, 200],
    ['p', 319, 1100],
  ])('of %s takes everything that is only flagged as a fault', (key, lowest, highest) => {
    const type = measurementTypeOf(key)!
    expect(type.min_value).toBeLessThanOrEqual(lowest)
    expect(type.max_value).toBeGreaterThanOrEqual(highest)
  })

  it('refuses the "no probe" value of a sensor maker, 327.67 °C', () => {
    expect(measurementTypeOf('t_1')!.max_value).toBeLessThan(327.67)
  })

  it('holds every boundary of the thresholds', () => {
    for (const { quantity, boundaries } of THRESHOLDS) {
      const [lowest, highest] = QUANTITIES.find(one => one.abbreviation === quantity)!.range
      const edges = [
        boundaries.min_value,
        boundaries.low_value,
        boundaries.high_value,
        boundaries.max_value,
        boundaries.limit_value,
      ]
      for (const edge of edges.filter(value => value !== null)) {
        expect(edge).toBeGreaterThanOrEqual(lowest)
        expect(edge).toBeLessThanOrEqual(highest)
      }
    }
  })
})

describe('[science §2] thresholds', () => {
  it('are all used: twelve quantities for fifteen kinds', () => {
    const used = english.chart_groups.flatMap(group => group.area_type_boundaries)
    expect(used).toHaveLength(180)
    expect(THRESHOLDS).toHaveLength(180)
    for (const { boundaries } of THRESHOLDS) expect(used).toContainEqual(boundaries)
    for (const group of english.chart_groups.filter(one => one.area_type_boundaries.length > 0))
      expect(group.area_type_boundaries.map(row => row.area_type_id).sort()).toEqual(
        english.area_types.map(type => type.id),
      )
  })

  it('agree with our unit of each quantity', () => {
    for (const { quantity, ucum } of THRESHOLDS)
      expect(QUANTITIES.find(one => one.abbreviation === quantity)?.ucum, quantity).toBe(ucum)
  })

  it('give piglets their NH3 and temperature', () => {
    const source = '[PL26] V1'
    expect(boundariesOf('nh3', PIGLET)).toEqual({
      area_type_id: PIGLET,
      min_value: 0,
      low_value: null,
      high_value: 10,
      max_value: 30,
      ideal_value: 0,
      limit_value: 20,
      low_is_bad: false,
      high_is_bad: true,
      source,
    })
    expect(boundariesOf('t', PIGLET)).toMatchObject({ min_value: 16, low_value: 22, high_value: 28, max_value: 34 })
  })

  it('grade piglets at 23.9 ppm NH3 with 3.1 and at 25.9 °C with 10', () => {
    const nh3 = boundariesOf('nh3', PIGLET)!
    const temperature = boundariesOf('t', PIGLET)!
    expect(gradeOf(23.9, nh3, nh3)).toBeCloseTo(3.135, 3)
    expect(gradeOf(25.9, temperature, temperature)).toBe(10)
  })

  it('never grade the temperature of horses, but keep the range of its chart', () => {
    const horse = boundariesOf('t', HORSE)!
    expect(horse).toMatchObject({ min_value: -10, low_value: null, high_value: null, max_value: 32 })
    expect(gradeOf(35, horse, horse)).toBeNull()
    expect(gradeOf(12, boundariesOf('nh3', HORSE)!, boundariesOf('nh3', HORSE)!)).not.toBeNull()
  })

  it('can grade every other row that has a bad side, and none without: CH4', () => {
    for (const { quantity, boundaries, ...sides } of THRESHOLDS) {
      const grade = gradeOf(boundaries.max_value, boundaries, sides)
      const expected = sides.low_is_bad || sides.high_is_bad
      const horseTemperature = quantity === 'temp_deg_c' && boundaries.area_type_id === HORSE
      expect(grade !== null, `${quantity} ${boundaries.area_type_id}`).toBe(expected && !horseTemperature)
    }
  })

  it('are found by chart group or key, and not for weather, set points, or what nobody knows', () => {
    const temperature = measurementTypeOf('t')!.chart_group_id
    expect(boundariesOf(temperature, PIG)).toBe(boundariesOf('temp_deg_c', PIG))
    expect(boundariesOf('t_3', PIG)).toBe(boundariesOf('t', PIG))
    for (const key of ['weather_t', 't_low', 'co2_high', 'battery', 'nonsense'])
      expect(boundariesOf(key, PIG), key).toBeNull()
    expect([boundariesOf('t', 99), boundariesOf(999, PIG)]).toEqual([null, null])
    expect(MEASUREMENT_TYPES.filter(type => type.set_point).map(type => type.abbreviation)).toHaveLength(8)
  })
})

describe('the reader of the thresholds', () => {
  const head =
    'area_type,quantity,ucum,min_value,low_value,high_value,max_value,low_is_bad,high_is_bad,ideal,legal_or_guide_limit,source'

  it('keeps commas, quotes and line ends of a quoted cell', () => {
    expect(csvRowsOf('a,"b, ""c""\nd",\r\n,"",e\n\n')).toEqual([
      ['a', 'b, "c"\nd', ''],
      ['', '', 'e'],
    ])
    expect(csvRowsOf('x,y')).toEqual([['x', 'y']])
  })

  it.each([
    ['other columns', 'a,b\n1,2', /columns/],
    ['an unknown animal', `${head}\ndragon,sound,dB[SPL],30,,70,100,0,1,40,85,J`, /dragon/],
    ['a word for a number', `${head}\npig,sound,dB[SPL],low,,70,100,0,1,40,85,J`, /"low" is not a number/],
    ['a flag that is neither', `${head}\npig,sound,dB[SPL],30,,70,100,no,1,40,85,J`, /"no" is not 0 or 1/],
    ['a row that is too short', `${head}\npig,sound`, /12 cells/],
  ])('refuses %s, and says so', (_, text, message) => {
    expect(() => readThresholds(text)).toThrow(message)
  })
})
