import type { FastifyRequest } from 'fastify'
import {
  FLOOR_PLAN_SIDE,
  type FloorPlan,
  floorPlanEndpoints,
  MAX_FLOOR_PLAN_DEVICES,
} from '#shared/contract/places/floor-plans.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type Caller, holdLocation, type LocationRight, requireLocation } from '../locations/access.ts'
import { beginFiles, nameFiles, photoFileOf, removeFiles } from '../photos/keep.ts'
import { copyPicture } from '../photos/picture.ts'
import { publicUserOfId } from '../users/sign-in/sessions.ts'
import { createFloorPlanAddresses } from './addresses.ts'
import { areasNow, movedAway, seenNow } from './hanging.ts'
import {
  changePicture,
  countFloorPlans,
  deleteFloorPlanRow,
  devicesOnFloorPlans,
  type FloorPlanRow,
  floorPlanOfId,
  floorPlansOf,
  insertFloorPlan,
  putDevice,
  renameFloorPlan,
  takeDeviceOff,
  takePlacesOff,
} from './store.ts'

/** Time a browser keeps a picture: as long as pages show it again and again, and no longer after signing out. */
const CACHED_S = 300

/** A floor plan, when the caller has the right on its location. Throws as `requireLocation`. */
const requireFloorPlan = async (
  db: Database,
  user: Caller,
  id: number,
  wanted: LocationRight,
): Promise<FloorPlanRow> => {
  const plan = await floorPlanOfId(db, id)
  if (!plan) throw new Failure('not_found')
  await requireLocation(db, user, plan.location_id, wanted)
  return plan
}

/** Removes a picture that no floor plan shows any more; what cannot be removed now, the job for photos finds. */
const removePicture = (services: Services, file: string): Promise<void> =>
  removeFiles(services, [file]).catch(error =>
    services.log.warn({ err: error }, 'picture of a floor plan not removed yet'),
  )

/** Keeps the picture of a request: its name first, then its file, as with photos. What was sent itself is not kept: it may say where it was taken. */
const keepPicture = async (services: Services & { request: FastifyRequest; t: Words }, turns: number) => {
  const { request, t, files } = services
  if (!Buffer.isBuffer(request.body) || request.body.length === 0)
    throw new Failure('no_valid_input', { fields: { file: [t('fields.required')] } })
  const wanted = { side: FLOOR_PLAN_SIDE, turns }
  const { jpeg, width, height } = await copyPicture(request.body, wanted, t('fields.unreadable_picture'))
  const file = await beginFiles(services)
  await files.write(photoFileOf({ file }, 'web'), jpeg)
  return { file, width, height }
}

/**
 * Writes what shows a picture that was just kept, while nobody else changes the location. The right to edit it is asked again: drawing
 * takes its time, and the location may be another's by then. What is refused leaves no picture.
 */
const withPicture = <Result>(
  context: Services & { user: Caller },
  { file }: { file: string },
  locationId: number,
  write: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  nameFiles(context, file, async trx => {
    await holdLocation(trx, context.user, locationId, 'edit')
    return write(trx)
  })

export const floorPlanRoutes = (services: Services): Served[] => {
  const addresses = createFloorPlanAddresses(services)

  const present = async (
    { db, user, now }: Services & { user: Caller },
    rows: readonly FloorPlanRow[],
  ): Promise<FloorPlan[]> => {
    const placed = await devicesOnFloorPlans(
      db,
      rows.map(({ id }) => id),
    )
    const seen = Map.groupBy(await seenNow(db, user, placed, isoNow({ now })), row => row.floor_plan_id)
    return Promise.all(
      rows.map(async row => ({
        ...{ id: row.id, location_id: row.location_id, name: row.name, width: row.width, height: row.height },
        picture: await addresses.of(row, user.id),
        devices: (seen.get(row.id) ?? []).map(({ device_id, area_id, x, y }) => ({ device_id, area_id, x, y })),
      })),
    )
  }

  const presentOne = async (context: Services & { user: Caller }, row: FloorPlanRow | undefined) => {
    const [plan] = row ? await present(context, [row]) : []
    if (!plan) throw new Failure('not_found')
    return plan
  }

  return serve(floorPlanEndpoints, {
    listFloorPlans: async ({ params }, context) => {
      await requireLocation(context.db, context.user, params.id, 'read')
      return present(context, await floorPlansOf(context.db, params.id))
    },

    createFloorPlan: async ({ params, query }, context) => {
      const { db, user } = context
      await requireLocation(db, user, params.id, 'edit')
      // Before the picture is drawn, which costs; and again while nobody else adds one.
      requireQuota(context, 'floor_plans', await countFloorPlans(db, params.id))
      const picture = await keepPicture(context, query.turns)
      const row = { ...picture, location_id: params.id, name: query.name, created_by: user.id }
      const plan = await withPicture(context, picture, params.id, async trx => {
        requireQuota(context, 'floor_plans', await countFloorPlans(trx, params.id))
        return insertFloorPlan(trx, { ...row, created_at: isoNow(context) })
      })
      return presentOne(context, plan)
    },

    updateFloorPlan: async ({ params, body }, context) => {
      const { db, user } = context
      const { id, location_id } = await requireFloorPlan(db, user, params.id, 'edit')
      const renamed = await db.transaction().execute(async trx => {
        await holdLocation(trx, user, location_id, 'edit')
        return renameFloorPlan(trx, id, body.name)
      })
      return presentOne(context, renamed)
    },

    replaceFloorPlanPicture: async ({ params, query }, context) => {
      const { db, user } = context
      const before = await requireFloorPlan(db, user, params.id, 'edit')
      const picture = await keepPicture(context, query.turns)
      const plan = await withPicture(context, picture, before.location_id, async trx => {
        const changed = await changePicture(trx, { id: before.id, before: before.file }, picture)
        if (!changed) throw new Failure('changed_meanwhile')
        return changed
      })
      await removePicture(context, before.file)
      return presentOne(context, plan)
    },

    getFloorPlanPicture: async ({ params, query }, context) => {
      const { db, files, now, reply } = context
      const { user_id, expires, signature } = query
      const isSigned =
        user_id !== undefined &&
        expires !== undefined &&
        signature !== undefined &&
        (await addresses.isGood({ id: params.id, user_id, expires }, signature))
      const user = context.user ?? (isSigned ? await publicUserOfId(db, user_id) : null)
      if (!user) throw new Failure('not_found')
      const plan = await requireFloorPlan(db, user, params.id, 'read')
      const bytes = await files.read(photoFileOf(plan, 'web'))
      if (!bytes) throw new Failure('not_found')
      const left = expires === undefined ? 0 : Math.max(0, expires - Math.ceil(now() / 1000))
      return reply
        .type('image/jpeg')
        .header('cache-control', `private, max-age=${Math.min(left, CACHED_S)}, immutable`)
        .send(bytes)
    },

    deleteFloorPlan: async ({ params }, context) => {
      const { db, user } = context
      const { id, location_id, file } = await requireFloorPlan(db, user, params.id, 'edit')
      await db.transaction().execute(async trx => {
        await holdLocation(trx, user, location_id, 'edit')
        if (!(await deleteFloorPlanRow(trx, id))) throw new Failure('not_found')
        await writeAudit(context, trx, { action: 'floor_plan_deleted', location_id })
      })
      await removePicture(context, file)
      return undefined
    },

    putOnFloorPlan: async ({ params: { id, device_id }, body }, context) => {
      const { db, user, t } = context
      const { location_id } = await requireFloorPlan(db, user, id, 'edit')
      const now = isoNow(context)
      const place = (await areasNow(db, [device_id], now)).get(device_id)
      if (!place) throw new Failure('not_found')
      const row = { ...body, floor_plan_id: id, device_id, area_id: place.area_id }
      // A device that the caller does not see looks like none, as one of another location does.
      if (place.location_id !== location_id || (await seenNow(db, user, [row], now)).length === 0)
        throw new Failure('not_found')
      await db.transaction().execute(async trx => {
        await holdLocation(trx, user, location_id, 'edit')
        const all = await devicesOnFloorPlans(trx, [id])
        const moved = await movedAway(trx, all, now)
        await takePlacesOff(trx, moved)
        const others = all.filter(one => one.device_id !== device_id && !moved.includes(one))
        if (others.length >= MAX_FLOOR_PLAN_DEVICES)
          throw new Failure('no_valid_input', {
            fields: { device_id: [t('fields.too_many_on_plan', { limit: MAX_FLOOR_PLAN_DEVICES })] },
          })
        await putDevice(trx, row)
      })
      return { ...body, device_id, area_id: place.area_id }
    },

    takeOffFloorPlan: async ({ params: { id, device_id } }, { db, user }) => {
      const { location_id } = await requireFloorPlan(db, user, id, 'edit')
      await db.transaction().execute(async trx => {
        await holdLocation(trx, user, location_id, 'edit')
        await takeDeviceOff(trx, id, device_id)
      })
      return undefined
    },
  })
}
