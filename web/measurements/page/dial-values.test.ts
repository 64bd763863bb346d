import { describe, expect, test } from 'vitest'
import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { DefinitionLists, MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { beforeAt, dialMeans, dialValues, endsOf } from './dial-values.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const lists = {
  measurement_types: [
    { id: 1, abbreviation: 't', physical_quantity_id: 1, chart_group_id: 3, show_in_dials: true },
    { id: 4, abbreviation: 'nh3', physical_quantity_id: 1, chart_group_id: 1, show_in_dials: true },
    { id: 91, abbreviation: 'battery', physical_quantity_id: 1, chart_group_id: 27, show_in_dials: false },
  ],
  physical_quantities: [{ id: 1 }],
  chart_groups: [3, 1, 27].map(id => ({ id, order: id, area_type_boundaries: [] })),
} as unknown as DefinitionLists
const value = (number: number, minutes: number): LastValues[string] => ({
  value: number,
  unit: '',
  time: ago(minutes),
  grade: null,
})
const values = (last: LastValues) =>
  dialValues(last, undefined, lists, NOW).map(({ definition, last: present, status }) => [
    definition.type.abbreviation,
    present?.value ?? null,
    status,
  ])

describe('[design §8.2] dials', () => {
  test('stand in the order of the charts, without what is not for dials', () => {
    expect(values({ battery: value(90, 1), t: value(20, 1), nh3: value(8, 1), foo: value(1, 1) })).toEqual([
      ['nh3', 8, null],
      ['t', 20, null],
    ])
  })

  test('[specification §9] show a dash from 180 minutes on', () => {
    expect(values({ t: value(20, 179), nh3: value(8, 180) })).toEqual([
      ['nh3', null, 'no_data'],
      ['t', 20, null],
    ])
  })

  test.each([
    [{ min_value: 0, max_value: 30 }, {}, 12, { min: 0, max: 30 }],
    [null, { low_value: 50, high_value: 80 }, 60, { min: 50, max: 80 }],
    [null, { low_value: null, high_value: null }, 400, { min: 0, max: 800 }],
    [null, { low_value: null, high_value: null }, null, { min: 0, max: 1 }],
    [null, { low_value: null, high_value: null }, -70, { min: 0, max: 1 }],
    [{ min_value: 5, max_value: 5 }, {}, 5, { min: 5, max: 6 }],
  ])('with edges %j of %j and value %s run from end to end %j', (edges, quantity, now, ends) => {
    expect(endsOf({ edges, quantity } as unknown as MeasurementDefinition, now)).toEqual(ends)
  })
})

describe('[design §8.2] the brass hand', () => {
  const frame = {
    from: ago(60),
    until: ago(-5),
    time: [NOW - 10 * 60_000, NOW - 5 * 60_000, NOW],
    compare: { series: { t: { mean: [18, 19, null] } } },
  } as unknown as SeriesAnswer

  test.each([
    ['t', ago(4), 19],
    ['t', ago(0), null],
    ['nh3', ago(4), null],
    ['t', ago(90), null],
    ['t', undefined, null],
  ])('of %s at %s stands at %s', (key, time, expected) => {
    expect(beforeAt(frame, key, time)).toBe(expected)
  })

  test('is not there without a period to compare with', () => {
    expect(beforeAt(undefined, 't', ago(4))).toBeNull()
    expect(beforeAt({ ...frame, compare: null }, 't', ago(4))).toBeNull()
  })
})

describe('[specification §4] dials of a period', () => {
  const columns = (min: number[], mean: number[], max: number[], count = mean.map(() => 1)) => ({
    unit: '',
    min,
    mean,
    max,
    count,
    interval_seconds: 60,
    coverage: 1,
  })
  const frame = {
    series: {
      battery: columns([1], [1], [1]),
      t: columns([18, 20], [20, 23], [21, 26], [1, 3]),
      nh3: columns([0], [0], [0], [0]),
    },
    compare: { series: { t: columns([10], [12], [14]) } },
  } as unknown as SeriesAnswer

  test('tell mean by readings, lowest and highest, and the mean of the period before; nothing measured is no dial', () => {
    const means = dialMeans(frame, undefined, lists)
    expect(means.map(({ definition, ...rest }) => [definition.type.abbreviation, rest])).toEqual([
      ['t', { low: 18, mean: 22.25, high: 26, before: 12, grade: null, status: null }],
    ])
  })

  test('are judged as the last values are', () => {
    const edges = { area_type_id: 35, min_value: 10, low_value: 22, high_value: 28, max_value: 36, limit_value: null }
    const judged = {
      ...lists,
      physical_quantities: [{ id: 1, abbreviation: 'temp_deg_c', grade_10: { low_value: 5, high_value: 8 } }],
      chart_groups: [{ id: 3, order: 3, low_is_bad: true, high_is_bad: true, area_type_boundaries: [edges] }],
    } as unknown as DefinitionLists
    const at = (mean: number) =>
      dialMeans(
        { series: { t: columns([mean], [mean], [mean]) }, compare: null } as unknown as SeriesAnswer,
        35,
        judged,
      )
    expect([at(25), at(20), at(12), at(35)].map(([one]) => one?.status)).toEqual([
      'good',
      'too_cold',
      'act_now',
      'act_now',
    ])
  })
})
