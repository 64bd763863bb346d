import { expect, test } from 'vitest'
import { ownPlacesOf } from './own-places.ts'

const NOW = '2026-11-27T12:00:00.000Z'
const location = (id: number, changes: object) =>
  ({ id, owners: [], groups: [], areas: [{ id: 10 * id }], ...changes }) as never
const locations = [
  location(1, { owners: ['me@farm.example'] }),
  location(2, { groups: [{ id: 5, name: 'Vets' }] }),
  location(3, { owners: ['other@farm.example'] }),
]
const device = (id: number, at: number | null, rental: object | null = null) =>
  ({ id, rental, placement: at === null ? null : { location_id: at } }) as never
const rentals = [
  { device_id: 1, start: '2026-01-01T00:00:00.000Z', end: null },
  { device_id: 2, start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' },
]
const places = (admin: boolean) => ownPlacesOf({ user: { admin, email: 'me@farm.example' }, locations, rentals }, NOW)

test('an administrator has rules for own and shared places, not for all there are', () => {
  const { location, area } = places(true)
  expect([1, 2, 3].map(location)).toEqual([true, true, false])
  expect([10, 20, 30].map(area)).toEqual([true, true, false])
  expect([1, 2, 3].map(places(false).location)).toEqual([true, true, true])
})

test('devices are those that somebody has now, and those at their places', () => {
  const others = { owner: true }
  const all = [device(1, null, others), device(2, null, others), device(3, 2, others), device(4, 3, others)]
  expect(all.map(places(true).device)).toEqual([true, false, true, false])
  expect([device(5, null, { owner: false }), device(6, null)].map(places(false).device)).toEqual([true, false])
})
