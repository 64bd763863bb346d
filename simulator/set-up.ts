import { type CallTransport, call as callOnce } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MAX_CHART_LINES } from '#shared/rules/boards/boards.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { SpeciesKey } from './climate/animals.ts'
import type { SavedDevice, State } from './climate/state.ts'
import { type Visited, writeDiary } from './diary.ts'
import { writeEmission } from './emission.ts'
import type { DemoArea, DemoDevice, DemoFarm } from './farms/farm.ts'
import { FARMS } from './farms/farms.ts'
import { NEIGHBOURS } from './farms/neighbours.ts'
import { makeFloorPlan } from './floor-plans.ts'
import { startResearch } from './research.ts'
import { whenTaken } from './sending/send.ts'

// Calls are made again after an answer that says "later" alone: a second location would not be harmless.
const call: typeof callOnce = (endpoint, input, caller) => whenTaken(() => callOnce(endpoint, input, caller))

/** Makes farms, devices, keys, placements and a diary through the API, as a user would. The state that comes back is whole. */
export const setUp = async (anchor: number, start: number, user: CallTransport): Promise<State> => {
  const types = await areaTypes(user)
  const locations: Record<string, number> = {}
  const state: State = { anchor, start, devices: {}, locations }
  const visited: Visited[] = []
  // Farms of the neighbour come last: the diary and the emission are of the own farms alone.
  for (const farm of [...FARMS, ...NEIGHBOURS]) {
    const location = await createFarm(farm, types, user)
    locations[farm.location.name] = location.id
    for (const area of farm.areas) {
      const areaId = location.areas.find(({ name }) => name === area.name)?.id
      if (!areaId) throw new Error(`The server made no area "${area.name}"`)
      const zone = farm.location.time_zone
      if (FARMS.includes(farm))
        visited.push({ location_id: location.id, area_id: areaId, area_type_id: types(area.species), zone, area })
      for (const device of area.devices) {
        state.devices[device.name] = await createDevice(
          device,
          { location_id: location.id, area_id: areaId, research_subject_id: subjectOf(device) },
          start,
          user,
        )
      }
    }
  }
  for (const farm of FARMS) {
    const location_id = locations[farm.location.name] ?? 0
    await makeFloorPlan(farm, { location_id, deviceId: name => state.devices[name]?.id }, user)
  }
  await makeBoard(visited, user)
  state.research = await startResearch(locations[FARMS[0]?.location.name ?? ''] ?? 0, { anchor, start }, user)
  await writeEmission(visited, anchor, start, user)
  await writeDiary(visited, anchor, (anchor - start) / DAY_MS, user)
  return state
}

/** Makes a board of the own farms: the temperature of all areas, and temperature and humidity of the first together. */
const makeBoard = async (areas: readonly Visited[], user: CallTransport): Promise<void> => {
  const line = ({ area_id }: Visited, measurement: string) => ({ area_id, measurement })
  const [first] = areas
  if (!first) return
  const temperatures = areas.slice(0, MAX_CHART_LINES).map(area => line(area, 't'))
  const charts = [
    { lines: temperatures },
    { lines: [line(first, 't'), line(first, 'h')] },
    { lines: [line(first, 'co2')] },
  ]
  await call(api.createBoard, { body: { name: FARMS.map(({ location }) => location.name).join(' + '), charts } }, user)
}

const areaTypes = async (user: CallTransport): Promise<(species: SpeciesKey) => number> => {
  const { area_types } = await call(api.getTaxonomy, {}, user)
  return species => {
    const found = area_types.find(type => type.key.replaceAll(/[ -]/g, '_') === species)
    if (!found) throw new Error(`The server knows no animals "${species}"`)
    return found.id
  }
}

const createFarm = (farm: DemoFarm, types: (species: SpeciesKey) => number, user: CallTransport) => {
  const areas = farm.areas.map(area => areaInput(area, types(area.species)))
  return call(api.createLocation, { body: { ...farm.location, areas, demo: true } }, user)
}

const areaInput = (area: DemoArea, areaTypeId: number) => ({
  name: area.name,
  area_type_id: areaTypeId,
  width: area.width,
  depth: area.depth,
  height: area.height,
  animal_places: area.animal_places,
  animals_per_group: area.animals_per_group,
  ammonia_factor: area.ammonia_factor,
  ...(area.groups && {
    group_width: area.groups.width,
    group_depth: area.groups.depth,
    group_items: Array.from({ length: area.groups.across * area.groups.deep }, (_, index) => ({
      id: index + 1,
      name: String(index + 1),
      animals: area.animals_per_group,
    })),
  }),
})

const CLIMATE = 100
const EMISSION = 1382

/** A device that measures all an emission is worked out from hangs there for it. */
const subjectOf = ({ sensors }: DemoDevice): number =>
  ['nh3', 'co2', 't'].every(key => sensors.keys.some(one => one === key)) ? EMISSION : CLIMATE

const createDevice = async (
  { name, device_name, eui, plan }: DemoDevice,
  place: { location_id: number; area_id: number; research_subject_id: number },
  start: number,
  user: CallTransport,
): Promise<SavedDevice> => {
  const { id } = await call(api.createSensor, { body: { name, device_name, eui, plan, demo: true } }, user)
  const { key } = await call(api.createKey, { params: { id } }, user)
  const body = { ...place, device_ids: [id], start: new Date(start).toISOString() }
  await call(api.createLocationResearch, { body }, user)
  return { id, key, sent_until: start - 1 }
}
