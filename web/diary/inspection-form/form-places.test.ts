import { describe, expect, test } from 'vitest'
import type { Location } from '#shared/contract/places/locations.ts'
import { chosenPlace, inspectionPlaces } from './form-places.ts'

const location = (id: number, areas: number[]) => ({ id, areas: areas.map(area => ({ id: area })) }) as Location
const FARMS = [location(1, [11, 12]), location(2, [21])]
const ids = (recent: number[]) => inspectionPlaces(FARMS, recent).map(({ location, area }) => area?.id ?? -location.id)
const at = (index: number) => inspectionPlaces(FARMS, [])[index] ?? { location: location(0, []), area: null }

describe('places of an inspection', () => {
  test('are one list: areas used last first, then each location with its areas and as a whole', () => {
    expect(ids([])).toEqual([11, 12, -1, 21, -2])
    expect(ids([21, 12, 99])).toEqual([21, 12, 11, -1, -2])
  })

  test('one tap chooses one, whatever was chosen', () => {
    expect(chosenPlace({ location_id: 1, area_ids: [11] }, at(3), false)).toEqual({ location_id: 2, area_ids: [21] })
    expect(chosenPlace({ location_id: 1, area_ids: [11] }, at(1), false)).toEqual({ location_id: 1, area_ids: [12] })
    expect(chosenPlace({ location_id: 1, area_ids: [11] }, at(2), false)).toEqual({ location_id: 1, area_ids: [] })
  })

  test('several are of one location', () => {
    const chosen = { location_id: 1, area_ids: [11] }
    expect(chosenPlace(chosen, at(1), true)).toEqual({ location_id: 1, area_ids: [11, 12] })
    expect(chosenPlace({ location_id: 1, area_ids: [11, 12] }, at(0), true)).toEqual({ location_id: 1, area_ids: [12] })
    expect(chosenPlace(chosen, at(3), true)).toEqual({ location_id: 2, area_ids: [21] })
  })
})
