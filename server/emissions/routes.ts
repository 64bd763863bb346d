import {
  type EmissionSettings,
  type EmissionsQuery,
  emissionEndpoints,
  MAX_EMISSION_DAYS,
  settingsOf,
} from '#shared/contract/places/emissions.ts'
import { NO_EMISSION_SETTINGS } from '#shared/rules/locations/emission-settings.ts'
import { ubnGroups, ubnOf } from '#shared/rules/locations/ubn.ts'
import { type Dates, dayAfter, periodAfter } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { writeAudit } from '../audit/audit.ts'
import { isPlaceActive, placementsOfLocations } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import {
  type Caller,
  hasLocationRight,
  ownersOf,
  requireArea,
  requireLocation,
  visibleLocationIds,
} from '../locations/access.ts'
import { type EmissionPlace, emissionPlaces, setAnimalPlaces } from '../locations/places.ts'
import { roundsOfAnimals } from '../locations/rounds/animals.ts'
import { answerOf } from './answers.ts'
import { logbookOf } from './logbook.ts'
import { factsOf, type ReckonedArea, reckonPlace } from './reckoning.ts'
import { keepSettings, newestSettings } from './settings-store.ts'

type Asking = Services & { user: Caller; t: Words }

export const emissionRoutes = serve(emissionEndpoints, {
  listCompanies: async (_, { db, user }) => {
    const places = await emissionPlaces(db, await visibleLocationIds(db, user))
    const owners = await ownersAt(
      db,
      places.filter(({ ubn }) => ubnOf(ubn) !== null),
    )
    return ubnGroups(places).flatMap(({ ubn, locations }) => {
      const farm = ubn === null ? null : farmOf(user, locations, owners)
      return farm && ubn !== null ? [{ ubn, locations: farm.map(({ id, name }) => ({ id, name })) }] : []
    })
  },

  getEmissionSettings: async ({ params }, context) => {
    const area = await requireArea(context.db, context.user, params.id, 'read')
    return presentSettings(context, area)
  },

  saveEmissionSettings: async ({ params, body }, context) => {
    const { db, user, t } = context
    const area = await requireArea(db, user, params.id, 'edit')
    const settings = settingsOf(body)
    const { source, device_id } = settings.outdoors
    if (source === 'device' && !(await devicesAt(db, area.location_id)).some(({ id }) => id === device_id))
      throw new Failure('no_valid_input', { fields: { 'outdoors.device_id': [t('fields.unknown_reference')] } })
    await serializable(db, async trx => {
      const last = (await newestSettings(trx, area.id))?.version ?? 0
      if (body.version !== undefined && body.version !== last) throw new Failure('changed_meanwhile')
      const row = { area_id: area.id, version: last + 1, settings, changed_at: isoNow(context), changed_by: user.id }
      if (!(await keepSettings(trx, row))) throw new Failure('changed_meanwhile')
      if (body.animal_places !== undefined) await setAnimalPlaces(trx, area.id, body.animal_places)
      const { location_id, name } = area
      await writeAudit(context, trx, { action: 'emission_settings_changed', location_id, name })
    })
    return presentSettings(context, await requireArea(db, user, params.id, 'read'))
  },

  getEmissions: async ({ query }, context) => {
    const places = await placesAsked(context, query)
    const within = daysAsked(query)
    const areas: ReckonedArea[] = []
    for (const place of places) areas.push(...(await reckonPlace(context, place, query.gas, within)))
    return answerOf(areas, query, within, context.now())
  },

  getEmissionLogbook: async ({ query }, context) => {
    const places = await placesAsked(context, query)
    return logbookOf(context, places, query.gas, daysAsked(query))
  },
})

/** Days that were asked for, half-open. Throws too_much_data beyond a year. */
const daysAsked = ({ date_start, date_end }: EmissionsQuery): Dates => {
  const within = { from: date_start, until: dayAfter(date_end) }
  if (within.until > periodAfter(within.from, 'year') && lengthOf(within) > MAX_EMISSION_DAYS)
    throw new Failure('too_much_data')
  return within
}

const lengthOf = ({ from, until }: Dates): number => (Date.parse(until) - Date.parse(from)) / DAY_MS

/** Places with the areas that were asked for, as far as the caller sees them. Throws not_found where there is none. */
const placesAsked = async (context: Asking, query: EmissionsQuery): Promise<EmissionPlace[]> => {
  const { db, user } = context
  if (query.area_id !== undefined) {
    const area = await requireArea(db, user, query.area_id, 'read')
    const places = await emissionPlaces(db, [area.location_id])
    return places.map(place => ({ ...place, areas: place.areas.filter(({ id }) => id === area.id) }))
  }
  if (query.location_id !== undefined) {
    const { id } = await requireLocation(db, user, query.location_id, 'read')
    return emissionPlaces(db, [id])
  }
  const places = await emissionPlaces(db, await visibleLocationIds(db, user))
  const found = places.filter(({ ubn }) => ubnOf(ubn) === query.ubn)
  if (found.length === 0) throw new Failure('not_found')
  const farm = farmOf(user, found, await ownersAt(db, found))
  if (!farm) throw new Failure('no_valid_input', { fields: { ubn: [context.t('fields.several_farms')] } })
  return farm
}

const ownersAt = async (db: Database, places: readonly { id: number }[]) =>
  Map.groupBy(
    await ownersOf(
      db,
      places.map(({ id }) => id),
    ),
    one => one.location_id,
  )

/**
 * Places of one number as far as they are one farm: anybody may type any number. Those are the caller's own where there are any.
 * Null where others own them who have no place in common.
 */
const farmOf = <Place extends { id: number }>(
  { email }: Pick<Caller, 'email'>,
  places: readonly Place[],
  ownersAt: ReadonlyMap<number, readonly { email: string }[]>,
): Place[] | null => {
  const emailsOf = ({ id }: Place) => (ownersAt.get(id) ?? []).map(owner => owner.email)
  const own = places.filter(place => emailsOf(place).includes(email))
  if (own.length > 0) return own
  const farm = new Set(places.slice(0, 1))
  const owners = new Set<string>()
  for (const place of farm)
    for (const owner of emailsOf(place)) {
      if (owners.has(owner)) continue
      owners.add(owner)
      for (const other of places) if (emailsOf(other).includes(owner)) farm.add(other)
    }
  return farm.size < places.length ? null : [...places]
}

/** Devices that hang or hung at a location, each with the area it was in last. */
const devicesAt = async (db: Database, locationId: number): Promise<EmissionSettings['devices']> => {
  const placements = (await placementsOfLocations(db, [locationId])).filter(isPlaceActive)
  const last = new Map(placements.map(row => [row.device_id, row]))
  return [...last.values()]
    .map(({ device_id, device_name, area_name }) => ({ id: device_id, name: device_name, area_name }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}

const presentSettings = async (
  { db, user, now }: Asking,
  area: Awaited<ReturnType<typeof requireArea>>,
): Promise<EmissionSettings> => {
  const place = await requireLocation(db, user, area.location_id, 'read')
  const kept = await newestSettings(db, area.id)
  const today = localDateAt(now(), place.time_zone)
  const { roundsSince } = (await roundsOfAnimals(db, [area.id], today, dayAfter(today)))(area.id)
  const settings = kept ? fromJson(kept.settings) : NO_EMISSION_SETTINGS
  const facts = factsOf(area)
  return {
    ...settings,
    factors: [...settings.factors],
    reducers: [...settings.reducers],
    animals: settings.animals.map(one => ({ ...one })),
    ventilation: {
      ...settings.ventilation,
      fan_curve: [...settings.ventilation.fan_curve],
      typed: [...settings.ventilation.typed],
    },
    outdoors: { ...settings.outdoors, values: { ...settings.outdoors.values } },
    area_id: area.id,
    area_name: area.name,
    area_type_id: area.area_type_id,
    location_id: place.id,
    location_name: place.name,
    today,
    animal_places: area.animal_places,
    ammonia_factor: area.ammonia_factor,
    animals_of_area: facts.animals,
    keeps_rounds: roundsSince !== null,
    devices: await devicesAt(db, place.id),
    version: kept?.version ?? 0,
    changed_at: kept?.changed_at ?? null,
    changed_by: kept?.changed_by_name ?? null,
    may: (await hasLocationRight(db, user, place.id, 'edit')) ? ['edit'] : [],
  }
}
