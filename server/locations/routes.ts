import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { countryName } from '#shared/rules/formats/countries.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { areaTypeExists, locationTypeExists } from '../taxonomy/types.ts'
import { confirmedPeople } from '../users/accounts.ts'
import { publishSightChanged } from '../users/sight-changed.ts'
import {
  type Caller,
  holdArea,
  holdLocation,
  type LocationRight,
  locationRights,
  ownersOf,
  ownsLocation,
  requireArea,
  requireDeletedArea,
  requireDeletedLocation,
  requireLocation,
  visibleLocationIds,
} from './access.ts'
import { noteFactsChanged } from './changes.ts'
import * as deletion from './deletion.ts'
import { isLeftTo, setOwners } from './owners.ts'
import { countLocations } from './ownership-store.ts'
import { type LaterPlaces, presentArea, presentLocations } from './present.ts'
import { deletePause, deletePausesOfLocations } from './rounds/pause-store.ts'
import { readersOf } from './sharing/share-store.ts'
import {
  countAreas,
  createLocation,
  insertArea,
  type LocationRow,
  locationsOf,
  updateArea,
  updateLocation,
} from './store.ts'
import { placeZoneOf, zoneOrDefault } from './time-zone.ts'

export const locationRoutes = (placements: deletion.PlacementsAt, laterPlaces: LaterPlaces) => {
  const present = async (context: Pick<Services, 'db' | 'now'> & { user: Caller }, row: LocationRow) => {
    const [location] = await presentLocations(context, laterPlaces, [row])
    if (!location) throw new Failure('not_found')
    return location
  }
  const presentOne = async (
    context: Pick<Services, 'db' | 'now'> & { user: Caller },
    area: Parameters<typeof presentArea>[2],
  ) => presentArea(context, laterPlaces, area, await rightOn(context.db, context.user, area.location_id))
  return serve(locationEndpoints, {
    listLocations: async (_, context) => {
      const { db, user } = context
      return presentLocations(context, laterPlaces, await locationsOf(db, await visibleLocationIds(db, user)))
    },

    getLocation: async ({ params }, context) =>
      present(context, await requireLocation(context.db, context.user, params.id, 'read')),

    createLocation: async ({ body }, context) => {
      const { db, user, t, language } = context
      if (body.demo && !user.admin) throw new Failure('not_allowed')
      requireTypes(
        t,
        body.type,
        body.areas?.map(area => area.area_type_id),
      )
      const input = { ...withCountry(body, language), time_zone: zoneOrDefault(body) }
      const row = await serializable(db, async transaction => {
        await lockUser(transaction, user.id)
        requireQuota(context, 'locations', await countLocations(transaction, user.email))
        if (body.areas?.length) requireQuota(context, 'areas', body.areas.length - 1)
        const made = await createLocation(transaction, input, { email: user.email, at: isoNow(context) })
        await setOwners(context, transaction, made.id, [user.email, ...(body.owners ?? [])])
        return made
      })
      sendSoon(context)
      return present(context, row)
    },

    updateLocation: async ({ params, body }, context) => {
      const { db, user, t, language } = context
      await requireLocation(db, user, params.id, 'edit')
      requireTypes(t, body.type)
      const owners = body.owners?.length ? body.owners : null
      const input = { ...withCountry(body, language), time_zone: placeZoneOf(body) }
      const { row, people } = await serializable(db, async transaction => {
        // Asked again: a former owner must not name themselves once more.
        const before = await requireLocation(transaction, user, params.id, 'edit')
        // Editing by a share gives no say over owners.
        if (owners && !(await ownsLocation(transaction, user, params.id))) throw new Failure('not_allowed')
        const people = owners ? await peopleAt(transaction, params.id) : []
        const row = await updateLocation(transaction, params.id, input)
        const isRepeated = row.version === before.version
        if (owners && isRepeated && !(await isLeftTo(transaction, params.id, owners)))
          throw new Failure('changed_meanwhile')
        if (owners && !isRepeated) await setOwners(context, transaction, params.id, owners)
        return { row, people }
      })
      publishSightChanged(context, people)
      sendSoon(context)
      return present(context, row)
    },

    getLocationLoss: async ({ params }, context) => {
      await requireLocation(context.db, context.user, params.id, 'own')
      return deletion.lossOfLocation(context.db, placements, params.id, isoNow(context))
    },

    deleteLocation: async ({ params }, context) => {
      const { db, user } = context
      await requireLocation(db, user, params.id, 'own')
      const people = await peopleAt(db, params.id)
      await db.transaction().execute(async transaction => {
        await writeAudit(context, transaction, { action: 'location_deleted', location_id: params.id })
        await holdLocation(transaction, user, params.id, 'own')
        await deletion.deleteLocation(transaction, placements, params.id, isoNow(context))
        await deletePausesOfLocations(transaction, [params.id])
      })
      publishSightChanged(context, people)
      return undefined
    },

    listDeletedLocations: async (_, { db, user, now }) =>
      deletion.deletedLocations(db, user, deletion.bringBackSince(now())),

    restoreLocation: async ({ params }, context) => {
      const { db, user, now } = context
      const since = deletion.bringBackSince(now())
      const row = await serializable(db, async transaction => {
        const deleted = await requireDeletedLocation(transaction, user, params.id, since)
        await writeAudit(context, transaction, { action: 'location_restored', location_id: params.id })
        return deletion.restoreLocation(transaction, placements, deleted)
      })
      return present(context, row)
    },

    getArea: async ({ params }, context) =>
      presentOne(context, await requireArea(context.db, context.user, params.id, 'read')),

    createArea: async ({ body }, context) => {
      const { db, user, t } = context
      await requireLocation(db, user, body.location_id, 'edit')
      requireTypes(t, undefined, [body.area_type_id])
      const made = await db.transaction().execute(async trx => {
        await holdLocation(trx, user, body.location_id, 'edit')
        requireQuota(context, 'areas', await countAreas(trx, body.location_id))
        return insertArea(trx, body.location_id, body)
      })
      return presentOne(context, made)
    },

    updateArea: async ({ params, body }, context) => {
      const { db, user, t } = context
      const area = await requireArea(db, user, params.id, 'edit')
      requireTypes(t, undefined, [body.area_type_id])
      const changed = await serializable(db, async trx => {
        const before = await holdArea(trx, user, area, 'edit')
        const after = await updateArea(trx, params.id, body)
        await noteFactsChanged(context, trx, before, after)
        return after
      })
      return presentOne(context, changed)
    },

    getAreaLoss: async ({ params }, context) => {
      await requireArea(context.db, context.user, params.id, 'own')
      return deletion.lossOfArea(context.db, placements, params.id, isoNow(context))
    },

    deleteArea: async ({ params }, context) => {
      const { db, user } = context
      const area = await requireArea(db, user, params.id, 'own')
      await db.transaction().execute(async transaction => {
        const { name, location_id } = await holdArea(transaction, user, area, 'own')
        await writeAudit(context, transaction, { action: 'area_deleted', location_id, name })
        await deletion.deleteArea(transaction, placements, params.id, isoNow(context))
        await deletePause(transaction, params.id)
      })
      return undefined
    },

    listDeletedAreas: async (_, { db, user, now }) =>
      deletion.deletedAreas(db, await visibleLocationIds(db, user, 'own'), deletion.bringBackSince(now())),

    restoreArea: async ({ params }, context) => {
      const { db, user, now } = context
      const since = deletion.bringBackSince(now())
      const area = await requireDeletedArea(db, user, params.id, since)
      const restored = await db.transaction().execute(async transaction => {
        await holdLocation(transaction, user, area.location_id, 'own')
        const { name, location_id } = await requireDeletedArea(transaction, user, params.id, since)
        requireQuota(context, 'areas', await countAreas(transaction, location_id))
        await writeAudit(context, transaction, { action: 'area_restored', location_id, name })
        return deletion.restoreArea(transaction, placements, params.id)
      })
      return presentArea(context, laterPlaces, restored, 'own')
    },
  })
}

const requireTypes = (t: Words, locationType?: number, areaTypes: number[] = []): void => {
  const unknown = [t('fields.unknown_reference')]
  if (locationType !== undefined && !locationTypeExists(locationType))
    throw new Failure('no_valid_input', { fields: { type: unknown } })
  if (areaTypes.some(id => !areaTypeExists(id)))
    throw new Failure('no_valid_input', { fields: { area_type_id: unknown } })
}

const withCountry = <Body extends { country_code?: string | null | undefined; country?: string | null | undefined }>(
  body: Body,
  language: string,
): Body => (body.country_code && !body.country ? { ...body, country: countryName(body.country_code, language) } : body)

/** Accounts that see a location, as its owners or by a share. */
const peopleAt = async (db: Database, id: number): Promise<number[]> => {
  const emails = (await ownersOf(db, [id])).map(({ email }) => email)
  return [...(await confirmedPeople(db, { emails })).map(person => person.id), ...(await readersOf(db, [id]))]
}

/** Right of a caller on a location they see. */
const rightOn = async (db: Database, user: Caller, locationId: number): Promise<LocationRight> =>
  (await locationRights(db, user, locationId))?.get(locationId) ?? 'own'
