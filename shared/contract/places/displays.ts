import { z } from 'zod'
import { Formats } from '../accounts/users.ts'
import { Id, IdParams, Name, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Look of a wall display: as the tablet is set, always one, or dark from 20 to 6 o'clock at the location. */
export const DISPLAY_LOOKS = ['auto', 'light', 'dark', 'night'] as const
const Look = z.enum(DISPLAY_LOOKS)

/** Days that the link of a wall display lives unless said, and at most. */
export const DISPLAY_DAYS = 365

const WallDisplay = z.object({
  id: Id,
  name: z.string(),
  look: Look,
  /** Last four characters of the secret in its link. */
  tail: z.string(),
  created_at: TimeOut,
  created_by: z.string(),
  /** Time it last asked for values, to about ten minutes; null before it did. */
  last_seen_at: TimeOut.nullable(),
  expires_at: TimeOut,
})
export type WallDisplay = z.output<typeof WallDisplay>

export const DisplayInput = z.object({
  name: Name,
  look: Look.default('auto'),
  /** End of the display: 365 days from now unless given, and at most. */
  expires_at: Time.optional(),
})

const STATUSES = ['good', 'attention', 'act_now', 'too_cold', 'no_data', 'not_graded'] as const

const WallValue = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  decimals: z.int(),
  value: z.number(),
  time: TimeOut,
  /** State by the boundaries of the area; null where nothing judges it. */
  status: z.enum(STATUSES).nullable(),
})

/** Climate of one location, as whoever has the link sees it. Nothing else of the account is in it. */
const WallClimate = z.object({
  location_name: z.string(),
  time_zone: z.string(),
  look: Look,
  /** Formats of who made the display: a wall has no account of its own. */
  formats: Formats,
  expires_at: TimeOut,
  /** Worst first. */
  areas: z.array(
    z.object({
      area_id: Id,
      area_name: z.string(),
      species: z.string().nullable(),
      species_name: z.string().nullable(),
      status: z.enum(STATUSES),
      grade: z.number().nullable(),
      /** True when the grade goes by values that are too old to be those of now. */
      stale: z.boolean(),
      last_time: TimeOut.nullable(),
      values: z.array(WallValue),
    }),
  ),
})
export type WallClimate = z.output<typeof WallClimate>
export type WallArea = WallClimate['areas'][number]

export const displayEndpoints = endpoints({
  listDisplays: {
    method: 'GET',
    path: '/locations/:id/displays',
    access: 'signedIn',
    summary: 'Wall displays of a location, without the secrets of their links; the newest first',
    params: IdParams,
    response: z.array(WallDisplay),
  },
  createDisplay: {
    method: 'POST',
    path: '/locations/:id/displays',
    access: 'signedIn',
    summary:
      'Make the link of a wall display: whoever has its secret, shown this once, sees the climate of this location until it ends, is revoked, or its maker no longer owns the location',
    params: IdParams,
    body: DisplayInput,
    status: 201,
    response: WallDisplay.extend({ secret: z.string() }),
    failures: ['quota_reached'],
  },
  deleteDisplay: {
    method: 'DELETE',
    path: '/displays/:id',
    access: 'signedIn',
    summary: 'Revoke the link of a wall display',
    params: IdParams,
    status: 204,
  },
  showDisplay: {
    method: 'GET',
    path: '/display',
    access: 'public',
    ownSecret: true,
    summary: 'What a wall display shows, for the secret of its link as bearer; not_found once that has ended',
    response: WallClimate,
    failures: ['not_found'],
  },
})
