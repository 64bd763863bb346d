import { describe, expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { DefinitionLists } from '#shared/rules/science/measurement-definition.ts'
import { devicesOnPlan, measurementShown, measurementsThere, shareAt, stepped } from './pins.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const BROILER = 25

const edges = {
  area_type_id: BROILER,
  min_value: 0,
  low_value: 18,
  high_value: 24,
  limit_value: 30,
  max_value: 40,
}
const lists = {
  measurement_types: [
    ['co2', 2, 'co2_ppm', 2],
    ['t', 1, 'temp_deg_c', 1],
    ['rssi', 3, 'rssi', 3],
  ].map(([abbreviation, id, pq, group]) => ({
    ...{ id, abbreviation, name: String(abbreviation), unit: '', physical_quantity_id: id, pq },
    ...{ chart_group_id: group, show_in_dials: abbreviation !== 'rssi' },
  })),
  physical_quantities: [
    { id: 1, abbreviation: 'temp_deg_c', name: 'Temperature', unit: '°C', decimals: 1 },
    { id: 2, abbreviation: 'co2_ppm', name: 'CO2', unit: 'ppm', decimals: 0 },
    { id: 3, abbreviation: 'rssi', name: 'Signal', unit: 'dBm', decimals: 0 },
  ],
  chart_groups: [
    { id: 1, order: 2, low_is_bad: true, high_is_bad: true, area_type_boundaries: [edges] },
    { id: 2, order: 1, area_type_boundaries: [] },
    { id: 3, order: 3, area_type_boundaries: [] },
  ],
} as unknown as DefinitionLists

const device = (id: number, name: string, area_id: number, location_id = 1) =>
  ({ id, name, placement: { location_id, area_id, area_name: `Barn ${area_id}`, area_type_id: BROILER } }) as Device
const value = (number: number, minutes: number, grade: number | null = null) =>
  ({ value: number, time: ago(minutes), grade }) as LastValues[string]

const location = { id: 1, areas: [{ id: 11 }, { id: 12, empty_since: '2026-11-01' }] } as unknown as Location
const devices = [device(1, 'Fan 10', 11), device(2, 'Fan 2', 11), device(3, 'Door', 12), device(4, 'Away', 21, 2)]
const read = (last: Record<string, LastValues>) => ({ location, devices, last, lists })
const plan = (...placed: [device_id: number, area_id: number][]) => ({
  devices: placed.map(([device_id, area_id], index) => ({ device_id, area_id, x: index / 10, y: 0.5 })),
})

describe('devices on a floor plan', () => {
  test('are those of the location that hang where they were put, the others wait; each by its name', () => {
    const { pins, others } = devicesOnPlan(plan([2, 11], [3, 11], [4, 21]), read({}), 't', NOW)
    expect(pins.map(pin => [pin.device.name, pin.area, pin.x])).toEqual([['Fan 2', 'Barn 11', 0]])
    expect(others.map(one => one.device.name)).toEqual(['Door', 'Fan 10'])
  })

  const shown = (last: LastValues, id = 1, key = 't') =>
    devicesOnPlan(plan([id, id === 3 ? 12 : 11]), read({ [id]: last }), key, NOW).pins[0]?.shown
  test('show a value of now with its state, an old one as old, and none that is gone', () => {
    expect(shown({ t: value(20, 1, 10) })).toMatchObject({ status: 'good', value: { value: 20 } })
    expect(shown({ t: value(20, 15, 10) })).toMatchObject({ status: 'stale', value: { value: 20 } })
    expect(shown({ t: value(20, 200, 10) })).toEqual({ status: 'no_data', word: 'no_data', value: null })
    expect(shown({})).toEqual({ status: 'pending', word: 'pending', value: null })
  })
  test('say what they do not measure, and judge nothing where no animals are', () => {
    expect(shown({ co2: value(900, 1) })).toEqual({ status: 'not_graded', word: 'not_measured', value: null })
    expect(shown({ co2: value(900, 1) }, 1, 'co2')).toMatchObject({ status: 'not_graded', value: { value: 900 } })
    expect(shown({ t: value(20, 1, 10) }, 3)).toMatchObject({ status: 'not_graded', value: { value: 20 } })
  })
})

test('values to choose from are those of the dials, in the order of charts; the temperature is shown first', () => {
  const measurements = measurementsThere(read({ 1: { t: value(1, 1), rssi: value(1, 1) }, 2: { co2: value(1, 1) } }))
  expect(measurements.map(({ type }) => type.abbreviation)).toEqual(['co2', 't'])
  expect(measurementShown(measurements, undefined)?.type.abbreviation).toBe('t')
  expect(measurementShown(measurements, 'co2')?.type.abbreviation).toBe('co2')
  expect(measurementShown(measurements, 'nonsense')?.type.abbreviation).toBe('t')
  expect(measurementShown([], 'co2')).toBeUndefined()
})

test('a place is a share of the picture, never outside of it', () => {
  const box = { left: 100, top: 50, width: 200, height: 100 }
  expect(shareAt(box, { x: 150, y: 125 })).toEqual({ x: 0.25, y: 0.75 })
  expect(shareAt(box, { x: 0, y: 500 })).toEqual({ x: 0, y: 1 })
})

test('arrow keys move by a hundredth, with shift by a twentieth, up to the edge', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })
  expect(stepped({ x: 0.5, y: 0.5 }, key('ArrowLeft'))).toEqual({ x: 0.49, y: 0.5 })
  expect(stepped({ x: 0.5, y: 0.5 }, key('ArrowDown', true))).toEqual({ x: 0.5, y: 0.55 })
  expect(stepped({ x: 0.999, y: 0 }, key('ArrowRight'))).toEqual({ x: 1, y: 0 })
  expect(stepped({ x: 0.5, y: 0.5 }, key('Enter'))).toBeNull()
})
