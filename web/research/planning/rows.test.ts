import { describe, expect, test } from 'vitest'
import type { Location } from '#shared/contract/places/locations.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { placementsInOrder, rowsOf, stateOf } from './rows.ts'

const placement = (id: number, changes: Partial<LocationResearch> = {}): LocationResearch => ({
  id,
  location_id: 1,
  location_name: 'Zonneveld',
  area_id: 11,
  area_name: 'Room 2',
  area_type_id: 7,
  device_id: id,
  device_name: `BM ${id}`,
  research_subject_id: 100,
  research_id: null,
  research_name: null,
  start: '2026-01-01T00:00:00.000Z',
  end: null,
  time_zone: 'Europe/Amsterdam',
  rentals: [],
  may: [],
  ...changes,
})
const location = {
  id: 1,
  name: 'Zonneveld',
  areas: [
    { id: 12, name: 'Room 10', area_type_id: 7 },
    { id: 11, name: 'Room 2', area_type_id: 7 },
  ],
} as unknown as Location

describe('[specification §2] the planning calendar', () => {
  test('by place: every area of the own locations, also empty ones, 2 before 10', () => {
    const [group] = rowsOf('place', [location], [placement(1)], '')
    expect(group?.rows.map(({ name, placements }) => [name, placements.length])).toEqual([
      ['Room 2', 1],
      ['Room 10', 0],
    ])
  })

  test('[decisions §3] of a project at another farm: the names of its places', () => {
    const theirs = placement(2, { location_id: 9, location_name: 'De Linde', area_id: 90, area_name: 'Barn' })
    const groups = rowsOf('place', [location], [theirs], '')
    expect(groups.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Zonneveld', 2],
      ['De Linde', 1],
    ])
  })

  test('by device and by project; what stands alone comes last', () => {
    const all = [
      placement(10),
      placement(2, { research_id: 5, research_name: 'Winter' }),
      placement(3, { device_id: 10, device_name: 'BM 10' }),
    ]
    expect(rowsOf('device', [], all, '')[0]?.rows.map(({ name, placements }) => [name, placements.length])).toEqual([
      ['BM 2', 1],
      ['BM 10', 2],
    ])
    expect(rowsOf('project', [], all, 'Alone')[0]?.rows.map(({ name }) => name)).toEqual(['Winter', 'Alone'])
    expect(rowsOf('project', [], [], 'Alone')).toEqual([])
  })

  test('[specification §4] running, planned and ended, in this order', () => {
    const now = '2026-06-01T00:00:00.000Z'
    const [ended, running, planned] = [
      placement(1, { end: now }),
      placement(2, { start: now }),
      placement(3, { start: '2026-06-01T00:00:00.001Z' }),
    ]
    expect([ended, running, planned].map(one => stateOf(one, now))).toEqual(['ended', 'running', 'planned'])
    expect(placementsInOrder([ended, planned, running], now).map(({ id }) => id)).toEqual([2, 3, 1])
  })
})
