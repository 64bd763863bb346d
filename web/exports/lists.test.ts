import { describe, expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { ExportPreview } from '#shared/contract/measurements/exports.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { frameText } from './file-head.tsx'
import { measurementGroups, toggledMeasurements } from './measurement-groups.ts'
import { deviceGroups, found, placementGroups, researchPeriod } from './sources.ts'

const NOW = Date.parse('2026-11-17T12:00:00Z')
const device = (id: number, name: string, location_name?: string, area_name?: string) =>
  ({ id, name, placement: location_name ? { location_name, area_name } : null }) as unknown as Device
const AT = { area_name: 'Room 2', device_name: 'BM 7', time_zone: 'Europe/Amsterdam' }
const placement = (id: number, start: string, end: string | null, research_name: string | null = null) =>
  ({ id, start, end, research_name, ...AT }) as LocationResearch

describe('what can be chosen', () => {
  const groups = deviceGroups([
    device(1, 'BM 10', 'Zonneveld', 'Room 10'),
    device(2, 'BM 2', 'Zonneveld', 'Room 2'),
    device(3, 'Spare'),
    device(4, 'BM 4', 'De Linde', 'Barn'),
  ])

  test('devices by farm, 2 before 10, those that hang nowhere last', () => {
    expect(groups.map(({ name, sources }) => [name, ...sources.map(({ title }) => title)])).toEqual([
      ['De Linde', 'Barn'],
      ['Zonneveld', 'Room 2', 'Room 10'],
      [null, 'Spare'],
    ])
  })

  test('is found by farm, area or device', () => {
    const ids = (words: string) => found(groups, words).flatMap(({ sources }) => sources.map(({ id }) => id))
    expect(['zonne', ' room 1', 'bm 4', 'nothing', ''].map(ids)).toEqual([[2, 1], [1], [4], [], [4, 2, 1, 3]])
  })

  test('placements by project, those that have begun, with their days at the place', () => {
    const all = [
      placement(1, '2026-10-31T23:00:00Z', null),
      placement(2, '2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z', 'Winter air'),
      placement(3, '2027-01-01T00:00:00Z', null),
    ]
    expect(placementGroups(all, NOW).map(({ name, sources }) => [name, sources[0]?.note])).toEqual([
      ['Winter air', 'BM 7, 2026-11-01\u00A0–\u00A02026-11-10'],
      [null, 'BM 7, 2026-11-01\u00A0–'],
    ])
    expect(researchPeriod(all.slice(0, 2), NOW)).toEqual(['2026-11-01 00:00', '2026-11-17 13:00'])
    expect(researchPeriod([], NOW)).toBeNull()
  })
})

describe('measurements', () => {
  const type = (id: number, abbreviation: string, chart_group_id: number | null) => ({
    id,
    abbreviation,
    chart_group_id,
    name: abbreviation,
  })
  const lists = {
    measurement_types: [type(1, 't', 3), type(2, 't_0', 3), type(3, 'nh3', 1), type(4, 'odd', null)],
    chart_groups: [
      { id: 3, name: 'Temperature', order: 2 },
      { id: 1, name: 'NH3', order: 1 },
    ],
  } as unknown as Parameters<typeof measurementGroups>[0]

  test('by the chart they share, in its order, those without one too', () => {
    expect(measurementGroups(lists, ['t_0', 'nh3', 'odd']).map(({ name, types }) => [name, types.length])).toEqual([
      ['NH3', 1],
      ['Temperature', 1],
      ['odd', 1],
    ])
  })

  test('a tap takes some off or on; with all of them on it is all there are again', () => {
    const present = ['t', 't_0', 'nh3']
    expect(toggledMeasurements(null, present, ['nh3'])).toEqual(['t', 't_0'])
    expect(toggledMeasurements(['t'], present, ['t', 't_0'])).toEqual(['t', 't_0'])
    expect(toggledMeasurements(['t', 't_0'], present, ['nh3'])).toBeNull()
    expect(toggledMeasurements(['t'], present, ['t'])).toEqual([])
  })
})

test('a JSON file begins with a frame that can be read', () => {
  const head = [
    ['time', 'device', 'name', 'location', 'area', 't'],
    ['1000', 'BM "7"', 'West', '', '', '20.5'],
    ['2000', 'BM "7"', 'West', '', '', ''],
  ]
  const text = frameText({ head, step_seconds: null, time_zone: 'UTC' } as unknown as ExportPreview, () => '°C')
  const series = { t: { unit: '°C', value: [20.5, null] } }
  expect(JSON.parse(text)).toMatchObject({ device: 'BM "7"', time: [1000, 2000], series })
})
