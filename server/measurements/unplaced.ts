import { contains } from '#shared/rules/time/rental.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { custodyPeriods, requireDeviceOwner } from '../devices/access.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import { number, readRows } from '../kit/database/read-rows.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { readingsIn, sameRange } from '../series/readings.ts'
import { maximumOf, minimumOf } from '../series/statistics.ts'

/** Age beyond which a reading is hardly of the place where a device has just been hung. */
const FARTHEST = 30 * DAY_MS
/** A longer silence parts a trial at the desk from the work in the barn. */
const SILENCE = DAY_MS

/** Start of the last readings that follow each other without a long silence. */
const lastRun = (hours: readonly { first: number; last: number }[]): number | null => {
  let start: number | null = null
  for (const { first, last } of hours.toReversed()) {
    if (start !== null && start - last > SILENCE) return start
    start = first
  }
  return start
}

/**
 * Start of the last readings of a device that belong to no place yet; null where there are none, or it hangs somewhere.
 */
export const unplacedSince = async (
  context: Pick<Services, 'db' | 'series' | 'now'> & { user: Caller },
  deviceId: number,
): Promise<string | null> => {
  const { db, user, series } = context
  const now = isoNow(context)
  await requireDeviceOwner(db, user, deviceId, now)
  const placements = await placementsOfDevices(db, [deviceId])
  if (placements.some(placement => contains(placement, now))) return null
  const custody = (await custodyPeriods(db, user, deviceId)).find(period => contains(period, now))
  const ends = placements.flatMap(({ end }) => (end !== null && end <= now ? [Date.parse(end)] : []))
  const had = custody?.start ? [Date.parse(custody.start)] : []
  const from = Math.max(context.now() - FARTHEST, ...ends, ...had)
  const readings = readingsIn({ parts: [sameRange([deviceId], { from, until: context.now() + 1 })], unmerged: true })
  if (!readings) return null
  const hours = await readRows(
    series,
    { first: number, last: number },
    `SELECT ${minimumOf('epoch_ms')} AS first, ${maximumOf('epoch_ms')} AS last
      FROM (${readings.query}) GROUP BY toStartOfHour(time) ORDER BY first`,
    readings.params,
  )
  const start = lastRun(hours)
  return start === null ? null : new Date(start).toISOString()
}
