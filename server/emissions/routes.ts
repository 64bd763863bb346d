import { isDeepStrictEqual } from 'node:util'
import {
  type EmissionSettings,
  type EmissionSettingsInput,
  emissionEndpoints,
  settingsOf,
} from '#shared/contract/places/emissions.ts'
import {
  areaOn,
  MAX_GAIN,
  NO_EMISSION_SETTINGS,
  type OutdoorSetting,
  outdoorDevicesOf,
  settingsOfKept,
  type VentilationSetting,
} from '#shared/rules/locations/emission-settings.ts'
import { ubnGroups, ubnOf } from '#shared/rules/locations/ubn.ts'
import { dayAfter } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { writeAudit } from '../audit/audit.ts'
import { isPlaceActive, placementsOfLocations } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type Caller, hasLocationRight, requireArea, requireLocation, visibleLocationIds } from '../locations/access.ts'
import { noteFactsChanged } from '../locations/changes.ts'
import { emissionPlaces, setAnimalPlaces } from '../locations/places.ts'
import { roundsOfAnimals } from '../locations/rounds/animals.ts'
import { answerOf } from './answers.ts'
import { gasesMeasured } from './hours.ts'
import { logbookOf, shownOf } from './logbook.ts'
import { daysAsked, farmOf, ownersAt, placesAsked } from './places-asked.ts'
import { factsOf, kindOfAreaType, reckonPlaces } from './reckoning.ts'
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
    const kept = settingsOfRow(await newestSettings(db, area.id))
    const devices = new Set((await devicesAt(db, area.location_id, kept)).map(({ id }) => id))
    const unknown = [body.outdoors, ...(body.outdoors_history ?? [])].flatMap(({ source, device_id }, index) =>
      source === 'device' && device_id !== null && !devices.has(device_id)
        ? [index === 0 ? 'outdoors' : `outdoors_history.${index - 1}`]
        : [],
    )
    if (unknown.length > 0)
      throw new Failure('no_valid_input', {
        fields: Object.fromEntries(unknown.map(path => [`${path}.device_id`, [t('fields.unknown_reference')]])),
      })
    const kind = kindOfAreaType(area.area_type_id)
    const limit = kind && MAX_GAIN[kind]
    const tooMuch = body.animals.flatMap(({ gain }, index) =>
      limit && gain !== null && gain > limit ? [[`animals.${index}.gain`, [t('fields.too_big', { limit })]]] : [],
    )
    if (tooMuch.length > 0) throw new Failure('no_valid_input', { fields: Object.fromEntries(tooMuch) })
    await serializable(db, async trx => {
      const newest = await newestSettings(trx, area.id)
      const last = newest?.version ?? 0
      const settings = settingsOf(body, settingsOfRow(newest))
      if (body.version !== undefined && body.version !== last) {
        // The same as is kept: sent again after an answer that was lost.
        if (
          isDeepStrictEqual(settings, settingsOfRow(newest)) &&
          hasPlaces(await requireArea(trx, user, area.id, 'edit'), body)
        )
          return
        throw new Failure('changed_meanwhile')
      }
      const row = {
        ...{ area_id: area.id, version: last + 1, settings },
        ...{ changed_at: isoNow(context), changed_by: user.id },
      }
      if (!(await keepSettings(trx, row))) throw new Failure('changed_meanwhile')
      if (body.animal_places !== undefined) {
        const before = await requireArea(trx, user, area.id, 'edit')
        await setAnimalPlaces(trx, area.id, body.animal_places)
        await noteFactsChanged(context, trx, before, { ...before, animal_places: body.animal_places })
      }
      const { location_id, name } = area
      await writeAudit(context, trx, { action: 'emission_settings_changed', location_id, name })
    })
    return presentSettings(context, await requireArea(db, user, params.id, 'read'))
  },

  getEmissions: async ({ query }, context) => {
    const places = await placesAsked(context, query)
    const within = daysAsked(query)
    return answerOf(await reckonPlaces(context, places, query.gas, within), query, within, context.now())
  },

  getEmissionLogbook: async ({ query }, context) => {
    const places = await placesAsked(context, query)
    const within = daysAsked(query)
    const areas = await reckonPlaces(context, places, query.gas, within)
    return shownOf(await logbookOf(context.db, areas, places, query.gas, within))
  },
})

/** Tells whether an area has the places that settings want of it; those that leave them out want none. */
const hasPlaces = (
  { animal_places }: Awaited<ReturnType<typeof requireArea>>,
  wanted: Pick<EmissionSettingsInput, 'animal_places'>,
): boolean => wanted.animal_places === undefined || wanted.animal_places === animal_places

const settingsOfRow = (row: Awaited<ReturnType<typeof newestSettings>>) =>
  row ? settingsOfKept(fromJson(row.settings)) : NO_EMISSION_SETTINGS

/** Days before now in which what was measured counts as measured. */
const MEASURED_DAYS = 366

/** Gases that devices of an area measured lately; none while the measurements cannot be asked: settings are read and saved without. */
const gasesOf = async (
  services: Pick<Services, 'db' | 'series' | 'now' | 'log'>,
  area: { id: number; location_id: number },
): Promise<EmissionSettings['gases']> => {
  const placements = await placementsOfLocations(services.db, [area.location_id])
  const until = Math.ceil(services.now() / HOUR_MS) * HOUR_MS
  return gasesMeasured(
    services,
    placements.filter(row => isPlaceActive(row) && row.area_id === area.id),
    { from: until - MEASURED_DAYS * DAY_MS, until },
  ).catch(error => {
    services.log.error({ err: error, area: area.id }, 'the gases of an area could not be asked')
    return []
  })
}

/**
 * Devices that hang or hung at a location, each with the area it was in last. One that the settings name stays among them where that
 * area is deleted: it measured the air outdoors of days past.
 */
const devicesAt = async (
  db: Database,
  locationId: number,
  settings: Parameters<typeof outdoorDevicesOf>[0],
): Promise<EmissionSettings['devices']> => {
  const named = new Set(outdoorDevicesOf(settings))
  const placements = (await placementsOfLocations(db, [locationId])).filter(
    row => isPlaceActive(row) || named.has(row.device_id),
  )
  const last = new Map(placements.map(row => [row.device_id, row]))
  return [...last.values()]
    .map(({ device_id, device_name, area_name }) => ({ id: device_id, name: device_name, area_name }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}

const copyOfVentilation = <Setting extends VentilationSetting>(one: Setting) => ({
  ...one,
  fan_curve: [...one.fan_curve],
  typed: [...one.typed],
})

const copyOfOutdoors = <Setting extends OutdoorSetting>(one: Setting) => ({ ...one, values: { ...one.values } })

const presentSettings = async (
  context: Asking,
  area: Awaited<ReturnType<typeof requireArea>>,
): Promise<EmissionSettings> => {
  const { db, user, now } = context
  const place = await requireLocation(db, user, area.location_id, 'read')
  const kept = await newestSettings(db, area.id)
  const today = localDateAt(now(), place.time_zone)
  const { roundsSince } = (await roundsOfAnimals(db, [area.id], today, dayAfter(today)))(area.id)
  const settings = settingsOfRow(kept)
  const facts = factsOf(area)
  return {
    ...settings,
    places_history: settings.places_history.map(one => ({ ...one })),
    factors: [...settings.factors],
    reducers: [...settings.reducers],
    animals: settings.animals.map(one => ({ ...one })),
    ventilation: copyOfVentilation(settings.ventilation),
    ventilation_history: settings.ventilation_history.map(copyOfVentilation),
    outdoors: copyOfOutdoors(settings.outdoors),
    outdoors_history: settings.outdoors_history.map(copyOfOutdoors),
    area_id: area.id,
    area_name: area.name,
    area_type_id: area.area_type_id,
    location_id: place.id,
    location_name: place.name,
    today,
    animal_places: area.animal_places,
    ammonia_factor: area.ammonia_factor,
    animals_of_area: areaOn(settings, facts, today).animals,
    keeps_rounds: roundsSince !== null,
    devices: await devicesAt(db, place.id, settings),
    gases: await gasesOf(context, area),
    version: kept?.version ?? 0,
    changed_at: kept?.changed_at ?? null,
    changed_by: kept?.changed_by_name ?? null,
    may: (await hasLocationRight(db, user, place.id, 'edit')) ? ['edit'] : [],
  }
}
