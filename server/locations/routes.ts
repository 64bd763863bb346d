import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { countryName } from '#shared/rules/formats/countries.ts'
import { writeAudit } from '../audit/audit.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { areaTypeExists, locationTypeExists } from '../taxonomy/types.ts'
import {
  requireAreaOwner,
  requireDeletedArea,
  requireDeletedLocation,
  requireLocationOwner,
  visibleLocationIds,
} from './access.ts'
import * as deletion from './deletion.ts'
import { setOwners } from './owners.ts'
import { countLocations } from './ownership-store.ts'
import { presentArea, presentLocations } from './present.ts'
import { createLocation, insertArea, type LocationRow, locationsOf, updateArea, updateLocation } from './store.ts'
import { placeZoneOf, zoneOrDefault } from './time-zone.ts'

export const locationRoutes = (placements: deletion.PlacementsAt) =>
  serve(locationEndpoints, {
    listLocations: async (_, context) => {
      const { db, user } = context
      return presentLocations(context, await locationsOf(db, await visibleLocationIds(db, user)))
    },

    getLocation: async ({ params }, context) =>
      present(context, await requireLocationOwner(context.db, context.user, params.id)),

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
        const made = await createLocation(transaction, input, { email: user.email, at: isoNow(context) })
        await setOwners(context, transaction, made.id, [user.email, ...(body.owners ?? [])])
        return made
      })
      sendSoon(context)
      return present(context, row)
    },

    updateLocation: async ({ params, body }, context) => {
      const { db, user, t, language } = context
      await requireLocationOwner(db, user, params.id)
      requireTypes(t, body.type)
      const input = { ...withCountry(body, language), time_zone: placeZoneOf(body) }
      const row = await serializable(db, async transaction => {
        const changed = await updateLocation(transaction, params.id, input)
        if (body.owners?.length) await setOwners(context, transaction, params.id, body.owners)
        return changed
      })
      sendSoon(context)
      return present(context, row)
    },

    getLocationLoss: async ({ params }, context) => {
      await requireLocationOwner(context.db, context.user, params.id)
      return deletion.lossOfLocation(context.db, placements, params.id, isoNow(context))
    },

    deleteLocation: async ({ params }, context) => {
      const { db, user } = context
      await requireLocationOwner(db, user, params.id)
      await db.transaction().execute(async transaction => {
        await writeAudit(context, transaction, { action: 'location_deleted', location_id: params.id })
        await deletion.deleteLocation(transaction, placements, params.id, isoNow(context))
      })
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

    getArea: async ({ params }, { db, user }) => presentArea(await requireAreaOwner(db, user, params.id)),

    createArea: async ({ body }, { db, user, t }) => {
      await requireLocationOwner(db, user, body.location_id)
      requireTypes(t, undefined, [body.area_type_id])
      return presentArea(await insertArea(db, body.location_id, body))
    },

    updateArea: async ({ params, body }, { db, user, t }) => {
      await requireAreaOwner(db, user, params.id)
      requireTypes(t, undefined, [body.area_type_id])
      return presentArea(await updateArea(db, params.id, body))
    },

    getAreaLoss: async ({ params }, context) => {
      await requireAreaOwner(context.db, context.user, params.id)
      return deletion.lossOfArea(context.db, placements, params.id, isoNow(context))
    },

    deleteArea: async ({ params }, context) => {
      const { name, location_id } = await requireAreaOwner(context.db, context.user, params.id)
      await context.db.transaction().execute(async transaction => {
        await writeAudit(context, transaction, { action: 'area_deleted', location_id, name })
        await deletion.deleteArea(transaction, placements, params.id, isoNow(context))
      })
      return undefined
    },

    listDeletedAreas: async (_, { db, user, now }) =>
      deletion.deletedAreas(db, await visibleLocationIds(db, user), deletion.bringBackSince(now())),

    restoreArea: async ({ params }, context) => {
      const { db, user, now } = context
      const { name, location_id } = await requireDeletedArea(db, user, params.id, deletion.bringBackSince(now()))
      const restored = await db.transaction().execute(async transaction => {
        await writeAudit(context, transaction, { action: 'area_restored', location_id, name })
        return deletion.restoreArea(transaction, placements, params.id)
      })
      return presentArea(restored)
    },
  })

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

const present = async (services: Pick<Services, 'db' | 'now'>, row: LocationRow) => {
  const [location] = await presentLocations(services, [row])
  if (!location) throw new Failure('not_found')
  return location
}
