import { expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { devicesScreen } from '../../devices/screens.ts'
import { hrefOf, linkTo } from '../../kit/routing/address.ts'
import { homeScreen } from '../../locations/screens.ts'
import {
  areaEntries,
  deviceEntries,
  displayEntries,
  type Found,
  find,
  floorPlanEntries,
  locationEntries,
  researchEntries,
} from './search-entries.ts'

const devices = [
  { id: 4, name: 'BM 2041', placement: { area_id: 11, area_name: 'Piglet room 3', location_name: 'Zonneveld' } },
  { id: 5, name: 'BM 2099', placement: null },
] as Device[]
const locations = [
  {
    id: 1,
    name: 'Zonneveld',
    tag: 'organic',
    areas: [
      { id: 11, name: 'Piglet room 3' },
      { id: 12, name: 'López barn' },
    ],
  },
] as unknown as Location[]
const pages: Found[] = [
  {
    kind: 'page',
    id: 'page-/devices',
    name: 'Devices',
    place: 'Data',
    leads: { to: linkTo(devicesScreen) },
    words: 'battery Excel start',
  },
]
const all = [...areaEntries(locations, devices), ...deviceEntries(devices), ...pages]
const names = (text: string) => find(all, text).map(({ name }) => name)

test('[ui §7] search finds areas, devices and pages, areas first', () => {
  expect(names('')).toEqual(['Piglet room 3', 'López barn', 'BM 2041', 'BM 2099', 'Devices'])
})

test('an area leads to the data of its device, one without a device to home', () => {
  expect(areaEntries(locations, devices).map(({ leads }) => 'to' in leads && hrefOf(leads.to))).toEqual([
    '/data/4',
    '/#area-12',
  ])
})

test('a device is found by the name and the EUI that are printed on it', () => {
  const printed = [
    { id: 6, name: 'West wall', device_name: 'AM307-0042', eui: '24E124707C481005', placement: null },
    { id: 7, name: 'East wall', device_name: 'AM307-0043', eui: null, placement: null },
  ] as Device[]
  const found = (text: string) => find(deviceEntries(printed), text).map(({ name }) => name)
  expect([found('am307-0042'), found('24e124707c'), found('AM307')]).toEqual([
    ['West wall'],
    ['West wall'],
    ['West wall', 'East wall'],
  ])
})

test('wall displays of own locations are found by what people call them, those of others are not', () => {
  const places = [
    { id: 1, name: 'Zonneveld', may: ['edit', 'share'] },
    { id: 2, name: 'Of somebody else', may: ['edit'] },
  ] as Location[]
  const found = find(displayEntries(places, 'Wall displays', 'tablet screen'), 'tablet')
  expect(found.map(({ name, place, leads }) => [name, place, 'to' in leads && hrefOf(leads.to)])).toEqual([
    ['Wall displays', 'Zonneveld', '/locations/1/displays'],
  ])
})

test('floor plans are found where there are some, or where the person may add one', () => {
  const places = [
    { id: 1, name: 'Zonneveld', may: ['edit'] },
    { id: 2, name: 'With plans', may: [], floor_plans: 2 },
    { id: 3, name: 'Without', may: [] },
  ] as unknown as Location[]
  const found = find(floorPlanEntries(places, 'Floor plans', 'drawing sketch'), 'sketch')
  expect(found.map(({ place, leads }) => [place, 'to' in leads && hrefOf(leads.to)])).toEqual([
    ['Zonneveld', '/locations/1/floor-plans'],
    ['With plans', '/locations/2/floor-plans'],
  ])
})

test('accents, capitals and the order of words do not matter', () => {
  expect(names('lopez')).toEqual(['López barn'])
  expect(names('ROOM pig')).toEqual(['Piglet room 3', 'BM 2041'])
})

test('areas are found by the tag of their location, which is shown beside its name', () => {
  expect(find(all, 'organic').map(({ name, place }) => `${name}, ${place}`)).toEqual([
    'Piglet room 3, Zonneveld · organic',
    'López barn, Zonneveld · organic',
  ])
})

test('what begins with the text comes before what only holds it, a place alone comes last', () => {
  const rooms = ['Old barn', 'Barn 2', 'Sheltered'].map(
    (name, index): Found => ({
      kind: 'area',
      id: String(index),
      name,
      place: 'Barnfield',
      leads: { to: linkTo(homeScreen) },
    }),
  )
  expect(find(rooms, 'barn').map(({ name }) => name)).toEqual(['Barn 2', 'Old barn', 'Sheltered'])
})

test('no kind crowds out the others', () => {
  const many = Array.from(
    { length: 200 },
    (_, id): Found => ({
      kind: 'area',
      id: `${id}`,
      name: `Device hall ${id}`,
      place: '',
      leads: { to: linkTo(homeScreen) },
    }),
  )
  const found = find([...many, ...pages], 'dev')
  expect(found).toHaveLength(7)
  expect(found.at(-1)?.name).toBe('Devices')
})

test('[ui §7] a page is found by other words for it, from their beginning, after what is called so', () => {
  expect(names('excel')).toEqual(['Devices'])
  expect(names('devices batt')).toEqual(['Devices'])
  expect(names('art')).toEqual([])
  const called: Found = { kind: 'page', id: 'p', name: 'Battery', place: '', leads: { to: linkTo(homeScreen) } }
  expect(find([...pages, called], 'battery').map(({ name }) => name)).toEqual(['Battery', 'Devices'])
})

test('nothing fits: nothing is found', () => {
  expect(names('xyz')).toEqual([])
})

test('locations are found by somebody with several, by their group too, and one of them is shown alone', () => {
  const opened: number[] = []
  const place = { id: 7, name: 'Hof Linde', city: 'Weert', tag: null, areas: [], groups: [{ id: 1, name: 'Vets' }] }
  const open = (id: number) => void opened.push(id)
  const entries = locationEntries([place, { ...place, id: 8, name: 'Other', groups: [] }] as never, open)
  const [found] = find(entries, 'vets')
  expect(found).toMatchObject({ kind: 'location', name: 'Hof Linde', place: 'Weert · Vets' })
  if (found && 'act' in found.leads) found.leads.act()
  expect(opened).toEqual([7])
  expect(locationEntries([place] as never, open)).toEqual([])
})

test('a research project is found by its name and its institution', () => {
  const projects = researchEntries([{ id: 7, name: 'Winter air', institution: 'Institute for Barn Climate' }])
  expect(find(projects, 'winter')).toMatchObject([{ kind: 'research', place: 'Institute for Barn Climate' }])
  expect(find(projects, 'barn climate')).toHaveLength(1)
  expect(projects.map(({ leads }) => 'to' in leads && hrefOf(leads.to))).toEqual(['/research/7'])
})
