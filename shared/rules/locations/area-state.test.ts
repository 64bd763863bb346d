import { describe, expect, test } from 'vitest'
import type { Device } from '../../contract/devices/devices.ts'
import type { LastValues } from '../../contract/measurements/measurements.ts'
import type { Area, Location } from '../../contract/places/locations.ts'
import type { TaxonomyLists } from '../../contract/places/taxonomy.ts'
import { areaStates, kindOfArea, shownStatus, stateOfDevice, statusWordKey } from './area-state.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const PIG = 1
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString()

const edges = (values: Partial<Record<string, number>>) => ({
  area_type_id: PIG,
  min_value: null,
  low_value: null,
  high_value: null,
  max_value: null,
  ideal_value: null,
  limit_value: null,
  source: '',
  ...values,
})
const quantity = (id: number, abbreviation: string, name: string) => ({
  id,
  abbreviation,
  name,
  unit: '',
  decimals: 1,
  low_value: null,
  high_value: null,
  grade_10: { low_value: 5, high_value: 8 },
})
const type = (id: number, abbreviation: string, physical_quantity_id: number) => ({
  id,
  abbreviation,
  physical_quantity_id,
  chart_group_id: physical_quantity_id,
})
const group = (id: number, low_is_bad: boolean, boundaries: ReturnType<typeof edges>) => ({
  id,
  physical_quantity_id: id,
  high_is_bad: true,
  low_is_bad,
  area_type_boundaries: [boundaries],
})
const lists = {
  physical_quantities: [quantity(1, 'temp_deg_c', 'Temperature'), quantity(2, 'nh3_ppm', 'NH3')],
  measurement_types: [type(1, 't', 1), type(2, 'nh3', 2), { ...type(3, 'weather_t', 1), chart_group_id: 3 }],
  chart_groups: [
    group(1, true, edges({ min_value: 10, low_value: 17, high_value: 22, max_value: 30 })),
    group(2, false, edges({ low_value: 0, high_value: 10, max_value: 30, limit_value: 20 })),
    { ...group(3, false, edges({})), area_type_boundaries: [] },
  ],
} as unknown as TaxonomyLists

const device = (id: number, area_id: number, changes: Partial<Device> = {}) =>
  ({
    ...{ id, name: `BM ${id}`, placement: { area_id }, upload_interval: 300 },
    ...{ last_msg_date: null, last_seen_date: null, ...changes },
  }) as unknown as Device
const value = (number: number, grade: number | null, minutes = 1): LastValues[string] => ({
  value: number,
  unit: 'x',
  time: ago(minutes),
  grade,
})
const stateOf = (last: LastValues) => stateOfDevice(last, PIG, lists, NOW)

describe('state of an area', () => {
  test('[design §13] takes the lowest grade and names the quantity that sets it', () => {
    const state = stateOf({ t: value(20, 9.6), nh3: value(12, 7.3) })
    expect(state).toMatchObject({ status: 'attention', grade: 7.3, finding: { key: 'nh3', high: 10, limit: 20 } })
  })

  test('[design §3] needs somebody now above the hard limit', () => {
    expect(stateOf({ t: value(20, 9.6), nh3: value(23.9, 3.1) })).toMatchObject({ status: 'act_now', grade: 3.1 })
  })

  test('[design §3] is too cold below comfort of a two-sided quantity', () => {
    expect(stateOf({ t: value(16, 7), nh3: value(5, 9) })).toMatchObject({ status: 'too_cold', finding: { key: 't' } })
  })

  test('[specification §9] says nothing by values older than 180 minutes', () => {
    const state = stateOf({ nh3: value(23.9, 3.1, 181) })
    expect(state).toMatchObject({ status: 'no_data', grade: null, finding: null, lastTime: ago(181) })
    expect(stateOf({ nh3: value(23.9, 3.1, 181), t: value(20, 9.6) })).toMatchObject({ status: 'good', grade: 9.6 })
  })

  test('[design §13] of two values to watch the lower grade decides, also when the other is too cold', () => {
    const state = stateOf({ t: value(16, 7.4), nh3: value(14, 6.1) })
    expect(state).toMatchObject({ status: 'attention', grade: 6.1, finding: { key: 'nh3' } })
  })

  test('does not judge the air outdoors by the comfort of the room', () => {
    expect(stateOf({ t: value(20, 9.6), weather_t: value(-5, null) })).toMatchObject({ status: 'good', grade: 9.6 })
  })

  test('says of a device that measures nothing to be judged that it is not graded, never that all is well', () => {
    expect(stateOf({ weather_t: value(-5, null) })).toMatchObject({ status: 'not_graded', grade: null, finding: null })
    expect(stateOfDevice({ t: value(16, 7) }, undefined, lists, NOW)).toMatchObject({
      status: 'not_graded',
      finding: null,
    })
  })

  test('says nothing without a value', () => {
    expect(stateOf({})).toEqual({ status: 'no_data', grade: null, finding: null, stale: false, lastTime: null })
  })

  test('[decisions §13] is stale where the value that sets the grade is, whatever else is fresh', () => {
    const state = stateOf({ t: value(20, 9.6), nh3: value(25, 2.1, 35) })
    expect(state).toMatchObject({ status: 'act_now', grade: 2.1, stale: true, finding: { key: 'nh3' } })
    expect(shownStatus(state)).toBe('stale')
    expect(shownStatus(stateOf({ t: value(20, 9.6, 11) }))).toBe('stale')
    expect(shownStatus(stateOf({ t: value(20, 9.6, 9) }))).toBe('good')
  })

  test('what is wrong now goes before what was wrong', () => {
    const state = stateOf({ t: value(25, 6.5), nh3: value(25, 2.1, 35) })
    expect(state).toMatchObject({ status: 'attention', grade: 6.5, stale: false, finding: { key: 't' } })
  })

  test('grades nothing by a value the server gave no grade', () => {
    expect(stateOf({ t: value(16, null) })).toMatchObject({ status: 'not_graded', grade: null, finding: null })
  })
})

describe('home', () => {
  const area = (id: number, name: string) => ({ id, name, area_type_id: PIG }) as Area
  const farm = {
    id: 1,
    areas: [area(1, 'Room 10'), area(2, 'Room 2'), area(3, 'Cold'), area(4, 'Hot'), area(5, 'Empty')],
  } as Location

  test('[design §3] puts the worst first, then by grade, then by name with 2 before 10', () => {
    const read = {
      locations: [farm],
      devices: [device(1, 1), device(2, 2), device(3, 3), device(4, 4)],
      last: { 1: { t: value(20, 9) }, 2: { t: value(20, 9) }, 3: { t: value(16, 7) }, 4: { nh3: value(25, 2) } },
      lists,
    }
    const names = areaStates(read, NOW).map(({ area: { name }, status }) => `${name} ${status}`)
    expect(names).toEqual(['Hot act_now', 'Cold too_cold', 'Empty no_data', 'Room 2 good', 'Room 10 good'])
  })

  test('lets the worst of several devices speak for their area', () => {
    const read = {
      locations: [{ ...farm, areas: [area(1, 'Room')] }],
      devices: [device(1, 1), device(2, 1)],
      last: { 1: { t: value(20, 9) }, 2: { nh3: value(25, 2) } },
      lists,
    }
    expect(areaStates(read, NOW)[0]).toMatchObject({ status: 'act_now', device: { id: 2 } })
  })

  test('of two devices that are equally bad the one with the lower grade speaks', () => {
    const read = {
      locations: [{ ...farm, areas: [area(1, 'Room')] }],
      devices: [device(1, 1), device(2, 1)],
      last: { 1: { nh3: value(25, 2.4) }, 2: { nh3: value(28, 1.2) } },
      lists,
    }
    expect(areaStates(read, NOW)[0]).toMatchObject({ grade: 1.2, device: { id: 2 } })
  })

  test('a new device beside one that was heard takes nothing from the grade, and waits beside it', () => {
    const rooms = ['Good', 'Silent', 'Both new', 'One']
    const read = {
      locations: [{ ...farm, areas: rooms.map((name, index) => area(index + 1, name)) }],
      devices: [device(1, 1), device(2, 1), device(3, 2), device(4, 2), device(5, 3), device(6, 3), device(7, 4)],
      last: { 2: { t: value(20, 9) }, 4: { t: value(20, 9, 300) }, 7: { t: value(20, 9) } },
      lists,
    }
    const told = areaStates(read, NOW).map(state => [
      state.area.name,
      kindOfArea(state),
      state.grade,
      state.device?.id,
      state.waiting.map(({ id }) => id),
    ])
    expect(Object.fromEntries(told.map(([name, ...rest]) => [name, rest]))).toEqual({
      Good: ['fine', 9, 2, [1]],
      Silent: ['silent', null, 4, [3]],
      'Both new': ['waiting', null, 5, []],
      One: ['fine', 9, 7, []],
    })
  })

  test('what was never heard is drawn as awaited, what fell silent as without data', () => {
    expect(shownStatus(stateOf({}))).toBe('pending')
    expect(shownStatus(stateOf({ t: value(20, 9, 300) }))).toBe('no_data')
  })

  test('only what was heard before is silent: a new area waits, or has no device yet', () => {
    const rooms = ['New', 'Bare', 'Lost', 'Both', 'Old', 'Fine', 'Hot', 'Patient', 'Strict']
    const read = {
      locations: [{ ...farm, areas: rooms.map((name, index) => area(index + 1, name)) }],
      devices: [
        device(1, 1),
        device(3, 3),
        device(4, 4),
        device(5, 4),
        device(6, 5),
        device(7, 6),
        device(8, 7),
        device(9, 8, { silent_after_min: 720 }),
        device(10, 9, { silent_after_min: 15 }),
      ],
      last: {
        3: { t: value(20, 9, 300) },
        5: { t: value(20, 9, 300) },
        6: { t: value(20, 9, 30) },
        7: { t: value(20, 9) },
        8: { nh3: value(25, 2) },
        9: { t: value(20, 9, 300) },
        10: { t: value(20, 9, 16) },
      },
      lists,
    }
    const kinds = Object.fromEntries(areaStates(read, NOW).map(state => [state.area.name, kindOfArea(state)]))
    expect(kinds).toEqual({
      New: 'waiting',
      Bare: 'bare',
      Lost: 'silent',
      Both: 'silent',
      Old: 'old',
      Fine: 'fine',
      Hot: 'now',
      // By the limit that somebody chose for the device.
      Patient: 'old',
      Strict: 'silent',
    })
  })

  test.each([
    ['temp_deg_c', 'too_cold'],
    ['rv_perc', 'too_dry'],
    ['pressure', 'too_low'],
  ])('[design §3] words "below comfort" of %s as %s', (name, word) => {
    expect(statusWordKey({ status: 'too_cold', quantity: name })).toBe(word)
  })
})
