import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { newInspectionScreen } from '../../diary/screens.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'

/** A new inspection of an area, in the period shown; one that reaches to now has no end yet. */
export const newInspectionIn = (
  area_id: number,
  { from, until }: Pick<SeriesAnswer, 'from' | 'until'>,
  now: number,
): Target =>
  linkTo(newInspectionScreen, {
    search: { area_id, date_start: from, date_end: Date.parse(until) < now ? until : undefined },
  })
