import { z } from 'zod'
import { INSIGHTS } from '../../rules/insights/insights.ts'
import { Id, IdParams, May, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Finding from the readings of an area about one local day, with the data that led to it (science §6). */
export const Insight = z.object({
  id: Id,
  insight: z.enum(INSIGHTS),
  /** Variant of its sentence; null where it has one alone. */
  variant: z.string().nullable(),
  /** `YYYY-MM-DD` at the location. */
  day: z.string(),
  area_id: Id,
  /** Name of the area; null at a place the caller does not see. */
  area_name: z.string().nullable(),
  area_type_id: Id,
  location_id: Id,
  location_name: z.string().nullable(),
  time_zone: z.string(),
  /** The window that was looked at. */
  start: TimeOut,
  end: TimeOut,
  value: z.number(),
  threshold: z.number(),
  holds: z.enum(['at_least', 'more', 'below']),
  /** Numbers for the sentence, in the units of the quantities; those named `minutes` are minutes. */
  numbers: z.record(z.string(), z.number()),
  /** Quantities it comes from; `weather` is not measured at the farm. */
  quantities: z.array(z.string()),
  /** Times at which it was so; the longest where there were very many. */
  times: z.array(z.object({ start: TimeOut, end: TimeOut })),
  /** Share of the data of the window that was there, 0 to 1. */
  coverage: z.number(),
  device_ids: z.array(Id),
  found_at: TimeOut,
  dismissed_at: TimeOut.nullable(),
  /** Person who dismissed it; null when that account is gone. */
  dismissed_by: z.string().nullable(),
  may: May,
})
export type Insight = z.infer<typeof Insight>

/** Days for which the insights of all areas may be asked at once; those of one device may be asked for any time. */
export const MAX_INSIGHT_DAYS = 31
/** Insights of one answer: the newest. */
export const MAX_INSIGHTS = 2000

export const insightEndpoints = endpoints({
  listInsights: {
    method: 'GET',
    path: '/insights',
    access: 'signedIn',
    summary:
      'Smart insights of up to 31 days of every area the caller sees, or of any period of those one device hung in, at most 2,000; the newest first',
    query: z.object({ device_id: z.coerce.number().pipe(Id).optional(), from: Time, until: Time }),
    response: z.array(Insight),
    failures: ['too_much_data'],
  },
  dismissInsight: {
    method: 'PATCH',
    path: '/insights/:id',
    access: 'signedIn',
    summary: 'Put a smart insight away, or take it up again',
    params: IdParams,
    body: z.object({ dismissed: z.boolean() }),
    response: Insight,
  },
})
