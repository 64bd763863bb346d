import { z } from 'zod'
import { Flag, Id, IdParams, PeriodInterval, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { MAX_PHOTOS_AT_ONCE } from '../fixed.ts'

export const PHOTO_KINDS = ['normal', 'infrared'] as const
export type PhotoKind = (typeof PHOTO_KINDS)[number]

/** `thumb` and `web` are upright and hold nothing but the picture; `original` is what was sent, for the device's owner alone. */
export const PHOTO_SIZES = ['thumb', 'web', 'original'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** Longest side of the copies in px. */
export const PHOTO_SIDES = { thumb: 320, web: 1600 } as const

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024

/** The newest photos of a period that one answer holds. */
export const MAX_PHOTOS = 3000

/** Share of width and height of the upright picture, from its upper left corner. */
const Share = z.number().min(0).max(1)
const Point = z.tuple([Share, Share])

export const PhotoMark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('arrow'), from: Point, to: Point }),
  z.object({ type: z.literal('box'), from: Point, to: Point }),
  /** An ellipse between two corners. */
  z.object({ type: z.literal('ring'), from: Point, to: Point }),
  z.object({ type: z.literal('line'), points: z.array(Point).min(2).max(500) }),
  z.object({ type: z.literal('text'), at: Point, text: z.string().trim().min(1).max(200) }),
])
export type PhotoMark = z.infer<typeof PhotoMark>

/** Marks drawn on a photo; kept beside it, the picture stays as it is. */
const Annotation = z.array(PhotoMark).max(50)

export const Photo = z.object({
  id: Id,
  device_id: Id,
  kind: z.enum(PHOTO_KINDS),
  time: TimeOut,
  /** Size of the upright picture, in px. */
  width: z.number(),
  height: z.number(),
  /** Worth coming back to. */
  marked: z.boolean(),
  annotation: Annotation,
  /** Addresses that show the copies without a token, to whoever was answered, for an hour or two. */
  thumb: z.string(),
  web: z.string(),
  /** Address of the photo as it was sent; only for the owner of the device. */
  original: z.string().nullable(),
  may: z.array(z.enum(['edit', 'delete'])),
})
export type Photo = z.infer<typeof Photo>

const PhotosQuery = z.object({
  device_id: z.coerce.number().pipe(Id).optional(),
  location_research_id: z.coerce.number().pipe(Id).optional(),
  interval: PeriodInterval.default('day'),
  /** Periods back from now. */
  index: z.coerce.number().int().min(0).max(10_000).default(0),
  /** Whole hours to years of the calendar instead of the last 60 minutes to 365 days. */
  calendar: Flag.optional(),
  date_start: z.string().max(40).optional(),
  date_end: z.string().max(40).optional(),
})

export const photoEndpoints = endpoints({
  sendPhoto: {
    method: 'POST',
    path: '/photos',
    access: 'deviceOrSignedIn',
    scope: 'write',
    summary:
      'A photo (JPEG, PNG or WebP, at most 10 MB) as the whole body or as `file` of a form, with `kind` and `time` beside it; a person also names the `device_id`',
    bodyTypes: [...PHOTO_TYPES, 'multipart/form-data'],
    query: z.object({
      kind: z.string().max(20).optional(),
      time: z.string().max(40).optional(),
      device_id: z.string().max(20).optional(),
    }),
    response: Photo.pick({ id: true, device_id: true, kind: true, time: true, width: true, height: true }),
    status: 201,
    failures: ['not_allowed', 'too_large', 'wrong_content_type', 'busy'],
  },
  listPhotos: {
    method: 'GET',
    path: '/photos',
    access: 'signedIn',
    summary: 'Photos of a period, newest first, of a device or of one of its placements',
    query: PhotosQuery,
    response: z.object({
      from: TimeOut,
      until: TimeOut,
      time_zone: z.string(),
      /** Number of photos the period has; the newest of them are in `photos`. */
      total: z.number(),
      photos: z.array(Photo),
    }),
    failures: ['outside_subscription'],
  },
  listPhotoTimes: {
    method: 'GET',
    path: '/photos/times',
    access: 'signedIn',
    summary: 'When a device took photos: the period in equal steps, of each that has some the first and how many',
    query: z.object({
      device_id: z.coerce.number().pipe(Id),
      from: Time,
      until: Time,
      steps: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    response: z.array(z.object({ time: TimeOut, photos: z.int() })),
  },
  listLastPhotos: {
    method: 'GET',
    path: '/photos/last',
    access: 'signedIn',
    summary: 'Newest photo of each kind of a device',
    query: z.object({ device_id: z.coerce.number().pipe(Id) }),
    response: z.array(Photo),
  },
  getPhoto: {
    method: 'GET',
    path: '/photos/:id',
    access: 'public',
    summary: 'The picture, by the signed address of an answer or with the token of somebody who sees it',
    params: IdParams,
    query: z.object({
      size: z.enum(PHOTO_SIZES).default('web'),
      user_id: z.coerce.number().pipe(Id).optional(),
      /** Epoch s. */
      expires: z.coerce.number().int().optional(),
      signature: z.string().max(100).optional(),
    }),
    file: 'image/jpeg',
    failures: ['not_found'],
  },
  updatePhoto: {
    method: 'PATCH',
    path: '/photos/:id',
    access: 'signedIn',
    summary: 'Mark a photo, or change what is drawn on it',
    params: IdParams,
    body: z.strictObject({
      marked: z.boolean().optional(),
      annotation: Annotation.optional(),
      /** Marks that were there when the drawing began: refused where somebody else drew since. Without it the last one counts. */
      annotation_before: Annotation.optional(),
    }),
    /** `device_id` is null for a photo of an inspection, which has a `client_id`. */
    response: Photo.extend({ device_id: Id.nullable(), client_id: z.string().nullable().optional() }),
    failures: ['changed_meanwhile'],
  },
  deletePhotos: {
    method: 'POST',
    path: '/photos/delete',
    access: 'signedIn',
    summary: 'Delete photos for good, all or none of them',
    body: z.object({ photo_ids: z.array(Id).min(1).max(MAX_PHOTOS_AT_ONCE) }),
    status: 204,
  },
})
