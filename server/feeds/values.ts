import type { FeedContent } from '#shared/contract/accounts/feeds.ts'
import type { ExportInput } from '#shared/contract/measurements/exports.ts'
import { partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { periodOf } from '#shared/rules/time/period.ts'
import { placementsOfArea } from '../devices/placement/placements.ts'
import { readablePeriods, readableWithin } from '../devices/readable.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type Caller, requireArea } from '../locations/access.ts'
import { placeOfLocation } from '../locations/places.ts'

/**
 * Export that a feed of values is now: of every device that hung in its area in the period and that `caller` reads. Throws not_found
 * once they do not see the area; null while nothing hung there.
 */
export const exportOfFeed = async (
  db: Database,
  caller: Caller,
  content: Extract<FeedContent, { kind: 'values' }>,
  now: number,
): Promise<ExportInput | null> => {
  const area = await requireArea(db, caller, content.area_id, 'read')
  const place = await placeOfLocation(db, area.location_id)
  if (!place) throw new Failure('not_found')
  const { interval, step_seconds, separator, decimal, measurements } = content
  const period = periodOf({ interval, index: 0, calendar: false }, now, place.time_zone)
  const readable = await readablePeriods(db, caller)
  const placements = (await placementsOfArea(db, area.id)).filter(row =>
    partsWithin([toInterval(row)], period).some(
      part => readableWithin(readable.get(row.device_id) ?? [], part).length > 0,
    ),
  )
  if (placements.length === 0) return null
  return {
    location_research_ids: placements.map(({ id }) => id),
    interval,
    index: 0,
    calendar: false,
    raw: false,
    without_faults: false,
    format: 'csv',
    ...{ step_seconds, separator, decimal, measurements },
  }
}
