import { expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import en from '#shared/locales/en/alert-sentence.json' with { type: 'json' }
import { whyNone } from './held-devices.tsx'
import { animalKindsOf, foundPlaces, type Places, placeNamesOf, placeOptionsOf, rulePlaceIn } from './rule-place.ts'
import { EVERYWHERE } from './rule-values.ts'

const device = (id: number, changes: object = {}) =>
  ({ id, name: `BM ${id}`, plan: 'basic', placement: null, ...changes }) as unknown as Device
const places: Places = {
  lists: { area_types: ['pig', 'piglet', 'horse'].map((key, index) => ({ id: 10 + index, key, name: key })) },
  locations: [
    { id: 1, name: 'De Linde', areas: [{ id: 2, name: 'Room 3', area_type_id: 11 }] },
    { id: 4, name: 'Hof Nord', areas: [{ id: 5, name: 'Room 3', area_type_id: 11 }] },
  ] as unknown as Location[],
  devices: [device(7, { placement: { area_name: 'Room 3' } }), device(8, { plan: 'light' })],
}
const options = placeOptionsOf(places, en)

test('animals that stand in one’s areas come before the others', () => {
  const { own, others } = animalKindsOf(places)
  expect([own, others].map(some => some.map(({ key }) => key))).toEqual([['piglet'], ['pig', 'horse']])
  expect(foundPlaces(options, '').groups.map(({ group }) => group)).toEqual([
    'everywhere',
    'own_animals',
    'locations',
    'areas',
    'devices',
    'other_animals',
  ])
})

test('a search finds each of its words in a place and where that is', () => {
  const { groups, more } = foundPlaces(options, 'room nord')
  expect(groups).toMatchObject([{ group: 'areas', options: [{ key: 'area-5', ids: { ...EVERYWHERE, area_id: 5 } }] }])
  expect(more).toBe(0)
  expect(foundPlaces(options, 'nowhere')).toEqual({ groups: [], more: 0 })
})

test('a long list is cut, and says so; a device without alerts is not on it', () => {
  const many = placeOptionsOf({ ...places, devices: Array.from({ length: 2000 }, (_, id) => device(id)) }, en)
  const { groups, more } = foundPlaces(many, 'bm')
  expect(groups.map(one => [one.group, one.options.length])).toEqual([['devices', 25]])
  expect(more).toBe(1975)
  expect(options.devices.map(({ key }) => key)).toEqual(['device-7'])
})

test('a place is named as its owner sees it, and without a name once it is lost', () => {
  const names = placeNamesOf({ location_id: null, area_id: 5, device_id: null }, places)
  expect(rulePlaceIn({ area_id: 5, ...names }, en)).toEqual({ scope: 'area', name: 'Room 3 (Hof Nord)' })
  const lost = placeNamesOf({ location_id: null, area_id: 99, device_id: null }, places)
  expect(rulePlaceIn({ area_id: 99, ...lost }, en)).toEqual({ scope: 'area', name: null })
  expect(rulePlaceIn({ location_id: 4, location_name: 'Hof Nord' }, en)).toEqual({
    scope: 'location',
    name: 'Hof Nord',
  })
  expect(rulePlaceIn({ device_id: 7, device_name: 'BM 7' }, en)).toEqual({ scope: 'device', name: 'BM 7' })
  expect(rulePlaceIn({}, en)).toBeUndefined()
})

test('only what is theirs is offered', () => {
  const mine = { location: (id: number) => id === 1, area: (id: number) => id === 2, device: () => false }
  const { locations, areas, devices } = placeOptionsOf({ ...places, mine }, en)
  expect([locations, areas, devices].map(some => some.map(({ key }) => key))).toEqual([['location-1'], ['area-2'], []])
})

test.each([
  [{}, 'none'],
  [{ area_id: 5 }, 'none'],
  [{ area_id: 99 }, 'lost'],
  [{ device_id: 8 }, 'light'],
  [{ device_id: 7, exclude_device_ids: [7] }, 'left_out'],
  [{ location_id: 1, exclude_device_ids: [7] }, 'left_out'],
])('a rule with %j holds on no device, as it says: %s', (body, why) => {
  const hung = device(7, { placement: { location_id: 1, area_id: 2, area_type_id: 11 } })
  const read = { ...places, devices: [hung, device(8, { plan: 'light' })] }
  expect(whyNone({ physical_quantity_id: 4, threshold_value: 20, ...body }, read)).toBe(why)
})
