import type { z } from 'zod'
import { MAX_PHOTOS, PHOTO_KINDS, photoEndpoints } from '#shared/contract/measurements/photos.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { type PeriodChoice, periodOf } from '#shared/rules/time/period.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { ownedSince } from '../custody/timeline.ts'
import { custodyPeriods, holds, ownedAt, requireCustody, requireDevice } from '../devices/access.ts'
import { devicesWithPhotos } from '../devices/photos.ts'
import { noteMessages } from '../devices/watching/notes.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { readPeriod } from '../kit/period.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { rangesIn, seriesTarget } from '../series/target.ts'
import { publicUserOfId } from '../users/sign-in/sessions.ts'
import { requirePhotos, type SeenInspections } from './access.ts'
import type { PhotoAddresses } from './addresses.ts'
import { deletePhotos, keepPhoto, photoFileOf } from './keep.ts'
import {
  changePhoto,
  countPhotosIn,
  type DeviceInterval,
  isOfDevice,
  newestPhotosIn,
  type PhotoRow,
  photoAt,
  timesBySteps,
} from './photo-store.ts'
import { readPicture } from './picture.ts'
import { presentInspectionPhotos, presentPhotos } from './present.ts'
import { stepParts } from './times.ts'
import { readUpload } from './upload.ts'

/** Time a browser keeps a photo: as long as pages show it again and again, and no longer after signing out. */
const CACHED_S = 300

/** Period up to the last day that ISO 8601 writes with four digits: as text, times of more sort wrong. */
const ALL_TIME = { from: 0, until: Date.UTC(9999, 11, 31) }

export const photoRoutes = (addresses: PhotoAddresses, seenInspections: SeenInspections): Served[] => {
  return serve(photoEndpoints, {
    sendPhoto: async (_, context) => {
      const { db, request, t } = context
      const upload = await readUpload(request, context.now(), t)
      const deviceId = context.deviceId ?? upload.device_id
      if (deviceId === undefined) throw new Failure('no_valid_input', { fields: { device_id: [t('fields.required')] } })
      await requireOwnTime(context, deviceId, upload.time)
      if (!(await devicesWithPhotos(db, [deviceId])).has(deviceId)) throw new Failure('not_allowed')
      const { kind, time, bytes } = upload
      const same = { owner_kind: 'device', owner_id: deviceId, kind, time } as const
      let photo = await photoAt(db, same)
      if (!photo) {
        const picture = await readPicture(bytes, t('fields.unreadable_picture'))
        const taken = { ...same, created_by: context.user?.id ?? null }
        photo = (await keepPhoto(context, taken, picture, bytes)) ?? (await photoAt(db, same))
      }
      if (!photo) throw new Failure('busy', { retryAfter: 1 })
      if (!context.user) await noteCall(context, deviceId)
      return { ...photo, device_id: deviceId }
    },

    listPhotos: async ({ query }, context) => {
      const { db, user, t } = context
      const target = await seriesTarget(db, user, query, context.now())
      const choice: PeriodChoice = query
      const period = readPeriod(() => periodOf(choice, context.now(), target.zone), t)
      const intervals = target.parts.flatMap(({ deviceId, spans }) => intervalsOf(deviceId, spans, period))
      if (intervals.length === 0) throw new Failure('outside_subscription')
      const { total, rows } = await read(db, intervals, MAX_PHOTOS)
      return {
        from: new Date(period.from).toISOString(),
        until: new Date(period.until).toISOString(),
        time_zone: target.zone,
        total,
        photos: await presentPhotos(context, addresses, user, rows),
      }
    },

    listPhotoTimes: async ({ query: { device_id, from, until, steps } }, context) => {
      const { db, user } = context
      const period = { from: Date.parse(from), until: Date.parse(until) }
      const intervals = intervalsOf(device_id, await requireDevice(db, user, device_id), period)
      return timesBySteps(db, stepParts(await withPhotos(db, intervals), period, steps))
    },

    listLastPhotos: async ({ query }, context) => {
      const { db, user } = context
      const intervals = intervalsOf(query.device_id, await requireDevice(db, user, query.device_id), ALL_TIME)
      const allowed = await withPhotos(db, intervals)
      const newest = await Promise.all(PHOTO_KINDS.map(kind => newestPhotosIn(db, allowed, 1, kind)))
      return presentPhotos(context, addresses, user, newest.flat())
    },

    getPhoto: async ({ params, query }, context) => {
      const { db, files, reply } = context
      const user = context.user ?? (await userOfAddress(context, { id: params.id, ...query }))
      if (!user) throw new Failure('not_found')
      const photo = await requirePhoto(db, user, params.id)
      if (query.size === 'original' && isOfDevice(photo) && !(await ownedAt(db, user, photo.owner_id, photo.time)))
        throw new Failure('not_found')
      const bytes = await files.read(photoFileOf(photo, query.size))
      if (!bytes) throw new Failure('not_found')
      const left = query.expires === undefined ? 0 : Math.max(0, query.expires - Math.ceil(context.now() / 1000))
      const seconds = Math.min(left, CACHED_S)
      return reply
        .type(query.size === 'original' ? photo.content_type : 'image/jpeg')
        .header('cache-control', `private, max-age=${seconds}, immutable`)
        .send(bytes)
    },

    updatePhoto: async ({ params, body }, context) => {
      const { db, user } = context
      const photo = await requirePhoto(db, user, params.id)
      await requireMayChange(context, [photo], seenInspections)
      const { marked, annotation, annotation_before: before } = body
      // The drawing is there already where it is sent again, as after an answer that was lost.
      const isDrawn = (row: PhotoRow) =>
        annotation !== undefined &&
        jsonOf(annotation) === jsonOf(fromJson(row.annotation)) &&
        (marked === undefined || marked === (row.marked === 1))
      const isOvertaken = before !== undefined && jsonOf(before) !== jsonOf(fromJson(photo.annotation))
      if (isOvertaken && !isDrawn(photo)) throw new Failure('changed_meanwhile')
      // Two people may change it at once: what is not given stays as the other leaves it.
      const change = {
        ...(marked === undefined ? {} : { marked: marked ? 1 : 0 }),
        ...(annotation === undefined ? {} : { annotation: jsonOf(annotation) }),
      }
      const isChanged = isOvertaken || (await changePhoto(db, photo.id, change, before && photo.annotation))
      if (!isChanged && !before) throw new Failure('not_found')
      const now = await requirePhoto(db, user, photo.id)
      if (!isChanged && !isDrawn(now)) throw new Failure('changed_meanwhile')
      if (isOfDevice(now)) return elementAt(await presentPhotos(context, addresses, user, [now]), 0)
      const reader = { user, edited: new Set([now.owner_id]) }
      const changed = elementAt(await presentInspectionPhotos(addresses, reader, [now]), 0)
      return { ...changed, device_id: null, kind: now.kind }
    },

    deletePhotos: async ({ body }, context) => {
      const { db, user } = context
      const photos = await requirePhotos(db, user, body.photo_ids, seenInspections)
      await requireMayChange(context, photos, seenInspections)
      await deletePhotos(context, photos)
      return undefined
    },
  })

  async function requirePhoto(db: Database, user: Caller, id: number): Promise<PhotoRow> {
    return elementAt(await requirePhotos(db, user, [id], seenInspections), 0)
  }

  /** Person a signed address was made for; null where the address is not good. */
  async function userOfAddress(
    { db }: Services,
    { id, size, user_id, expires, signature }: { id: number } & z.output<typeof photoEndpoints.getPhoto.query>,
  ) {
    if (user_id === undefined || expires === undefined || signature === undefined) return null
    return (await addresses.isGood({ id, size, user_id, expires }, signature)) ? publicUserOfId(db, user_id) : null
  }
}

const intervalsOf = (deviceId: number, spans: Span[], period: Interval): DeviceInterval[] =>
  rangesIn(spans, period).map(range => ({ deviceId, ...range }))

const withPhotos = async (db: Database, intervals: DeviceInterval[]): Promise<DeviceInterval[]> => {
  const allowed = await devicesWithPhotos(db, [...new Set(intervals.map(({ deviceId }) => deviceId))])
  return intervals.filter(({ deviceId }) => allowed.has(deviceId))
}

const read = async (db: Database, intervals: DeviceInterval[], most: number) => {
  const allowed = await withPhotos(db, intervals)
  const [total, rows] = await Promise.all([countPhotosIn(db, allowed), newestPhotosIn(db, allowed, most)])
  return { total, rows }
}

/**
 * Throws not_allowed for photos of a device from a caller who did not have it when they were taken, and for photos of an
 * inspection from one who does not edit it.
 */
const requireMayChange = async (
  context: Services & { user: Caller },
  photos: PhotoRow[],
  seenInspections: SeenInspections,
): Promise<void> => {
  const inspections = [...new Set(photos.filter(one => !isOfDevice(one)).map(one => one.owner_id))]
  if ((await seenInspections(context.db, context.user, inspections, 'edit')).size < inspections.length)
    throw new Failure('not_allowed')
  for (const [deviceId, taken] of Map.groupBy(photos.filter(isOfDevice), ({ owner_id }) => owner_id)) {
    const had = await custodyPeriods(context.db, context.user, deviceId)
    if (!taken.every(({ time }) => holds(had, time))) throw new Failure('not_allowed')
  }
}

/**
 * Throws when the device was somebody else's at that time: nobody adds to what another photographed with it, neither a
 * person nor the device with a later owner's key.
 */
const requireOwnTime = async (
  context: Services & { user: Caller | null; t: Words },
  deviceId: number,
  time: string,
): Promise<void> => {
  const { db, user, t } = context
  const now = isoNow(context)
  const isOwn = user
    ? holds(await requireCustody(db, user, deviceId, now), time)
    : Date.parse(time) >= (await ownedSince(db, deviceId, now))
  if (!isOwn) throw new Failure('no_valid_input', { fields: { time: [t('fields.before_ownership')] } })
}

const noteCall = (services: Services, deviceId: number) =>
  noteMessages(services.db, [
    {
      device_id: deviceId,
      last_message_at: null,
      last_value_at: null,
      last_seen_at: isoNow(services),
      battery_percentage: null,
      battery_at: null,
    },
  ])
