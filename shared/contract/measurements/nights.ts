import { z } from 'zod'
import { Id, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const NightFinding = z.object({
  /** Side on which it was outside: above a limit of law or guide, above comfort, below comfort. */
  kind: z.enum(['over_limit', 'above', 'below']),
  measurement: z.string(),
  hours: z.number(),
  /** Highest or lowest mean of five minutes of the night, in the unit of the quantity. */
  extreme: z.number(),
})
export type NightFinding = z.infer<typeof NightFinding>

export const AreaNight = z.object({
  area_id: Id,
  /** From 22:00 to 06:00 on the wall of the location, or until now. */
  from: TimeOut,
  until: TimeOut,
  /** Share of the expected values that are there, 0 to 1, of the measurement of which most is missing. */
  coverage: z.number(),
  /** Hours of it that are missing. */
  missing_hours: z.number(),
  /** The worst of the night; null where all that is there was within comfort. */
  finding: NightFinding.nullable(),
})
export type AreaNight = z.infer<typeof AreaNight>

export const nightEndpoints = endpoints({
  listNights: {
    method: 'GET',
    path: '/areas/nights',
    access: 'signedIn',
    summary:
      'Last night of each area the caller sees, while it is morning there (05:00 to 12:00) and something is graded; empty areas are left out',
    response: z.array(AreaNight),
  },
})
