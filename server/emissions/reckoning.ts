import {
  type DayToReckon,
  type EmissionInputs,
  type EmissionProblem,
  type EmissionState,
  reckonDays,
} from '#shared/rules/locations/emission-days.ts'
import {
  type EmissionArea,
  type EmissionSettings,
  isInSum,
  type MethodDays,
  outdoorDevicesOf,
} from '#shared/rules/locations/emission-settings.ts'
import { HEATED_KINDS } from '#shared/rules/science/animal-heat.ts'
import { animalsIn } from '#shared/rules/science/emission.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import { type CountedDay, countedDays } from '#shared/rules/science/emission-sum.ts'
import {
  type Dates,
  datesWithin,
  dayAfter,
  periodAfter,
  startOfDate,
  startOfPeriod,
} from '#shared/rules/time/calendar-periods.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { placementsOfLocations } from '../devices/placement/placements.ts'
import type { Services } from '../kit/services.ts'
import type { EmissionPlace } from '../locations/places.ts'
import { roundsOfAnimals } from '../locations/rounds/animals.ts'
import { AREA_TYPES } from '../taxonomy/area-types.ts'
import { loadHours } from './hours.ts'
import { settingsOfAreas } from './settings-store.ts'

export type AreaOfPlace = EmissionPlace['areas'][number]

/** An area with the days that were asked for. */
export interface ReckonedArea {
  area: AreaOfPlace
  place: EmissionPlace
  settings: EmissionSettings
  /** Devices that its settings name outdoors. */
  outdoorDevices: { id: number; name: string }[]
  kind: EmissionArea['kind']
  /** False where it is left out of sums, as an office is. */
  isInSum: boolean
  days: CountedDay[]
  inputs: EmissionInputs | null
  state: EmissionState | null
  methods: MethodDays[]
  /** Days that were measured, also where they have no result all the same. */
  measured: ReadonlySet<string>
  problems: EmissionProblem[]
  gases: Emitted[]
  /** Local day of the first hour, of whole months, in which a device hung there; null where none did. */
  measuredSince: string | null
}

/** Kind of animals of an area type, where its heat is known. */
export const kindOfAreaType = (areaTypeId: number): EmissionArea['kind'] => {
  const key = AREA_TYPES.find(({ id }) => id === areaTypeId)?.key
  return HEATED_KINDS.find(kind => kind === key) ?? null
}

/** Facts of an area that its settings fall back on. */
export const factsOf = (
  area: Pick<AreaOfPlace, 'area_type_id' | 'group_items' | 'animal_places' | 'ammonia_factor'>,
) => {
  return {
    kind: kindOfAreaType(area.area_type_id),
    animal_places: area.animal_places,
    ammonia_factor: area.ammonia_factor,
    animals: animalsIn(JSON.parse(area.group_items), null),
  } satisfies EmissionArea
}

/** Whole months around some days: months are filled up from their own days, whatever part of them is asked for. */
const wholeMonths = ({ from, until }: Dates): Dates => {
  const last = startOfPeriod(until, 'month')
  return { from: startOfPeriod(from, 'month'), until: last === until ? until : periodAfter(last, 'month') }
}

/**
 * Reckons the emission of all areas of a place on local days, from ≤ day < until, with what holds now: settings, rounds,
 * calibrations and values. Nothing of it is kept, so nothing has to be worked out anew when one of them changes.
 */
export const reckonPlace = async (
  services: Pick<Services, 'db' | 'series' | 'now'>,
  place: EmissionPlace,
  gas: Emitted,
  within: Dates,
): Promise<ReckonedArea[]> => {
  const { db } = services
  const zone = knownZone(place.time_zone)
  const around = wholeMonths(within)
  const dates = datesWithin(around)
  const from = Math.floor(startOfDate(around.from, zone) / HOUR_MS) * HOUR_MS
  const over = Math.floor(services.now() / HOUR_MS) * HOUR_MS
  const until = Math.max(from, Math.min(startOfDate(around.until, zone), over))
  const areaIds = place.areas.map(({ id }) => id)
  const settingsOf = await settingsOfAreas(db, areaIds)
  const roundsOf = await roundsOfAnimals(db, areaIds, around.from, dayAfter(around.until))
  const outdoorDevices = new Set(areaIds.flatMap(id => outdoorDevicesOf(settingsOf(id))))
  const placements = await placementsOfLocations(db, [place.id])
  const names = new Map(placements.map(({ device_id, device_name }) => [device_id, device_name]))
  const hours = await loadHours(services, {
    locationId: place.id,
    areaIds: new Set(areaIds),
    placements,
    outdoorDevices,
    gas,
    period: { from, until },
  })
  const starts = [...dates, around.until].map(date => Math.ceil((startOfDate(date, zone) - from) / HOUR_MS))
  const days = dates.map((date, index): DayToReckon => {
    const [first, next] = [starts[index] ?? 0, starts[index + 1] ?? 0]
    return { date, first, last: Math.max(first, Math.min(next, hours.length)) }
  })
  return place.areas.map(area => {
    const settings = settingsOf(area.id)
    const facts = factsOf(area)
    const columnsFor = (device: number | null) => hours.columnsOf(area.id, device, gas)
    // The time before a device hung there was not measured yet, so nothing of it is missing.
    const begun = hours.firstHourOf(area.id) ?? hours.length
    const expected = days.map(({ date, first, last }): DayToReckon => {
      const start = Math.max(first, begun)
      return { date, first: start, last: Math.max(start, last) }
    })
    const reckoned = reckonDays({
      area: facts,
      settings,
      ...roundsOf(area.id),
      columnsFor,
      days: expected,
      gas,
      within,
    })
    return {
      ...reckoned,
      area,
      place,
      settings,
      outdoorDevices: outdoorDevicesOf(settings).flatMap(id => {
        const name = names.get(id)
        return name === undefined ? [] : [{ id, name }]
      }),
      kind: facts.kind,
      isInSum: isInSum(settings, facts),
      days: countedDays(reckoned.days).filter(({ date }) => date >= within.from && date < within.until),
      gases: hours.gasesOf(area.id),
      measuredSince: expected.find(day => day.last > day.first)?.date ?? null,
    }
  })
}

/** Reckons the emission of all areas of several places, one place after the other. */
export const reckonPlaces = async (
  services: Pick<Services, 'db' | 'series' | 'now'>,
  places: readonly EmissionPlace[],
  gas: Emitted,
  within: Dates,
): Promise<ReckonedArea[]> => {
  const areas: ReckonedArea[] = []
  for (const place of places) areas.push(...(await reckonPlace(services, place, gas, within)))
  return areas
}
