import { contains } from '#shared/rules/time/rental.ts'
import { custodyPeriods, requireDevice } from '../devices/access.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type Caller, visibleLocationIds } from '../locations/access.ts'

/**
 * Tells at which times the caller may write what was measured beside a device: in their custody of it, whoever has it
 * now, and while it hung at a place they edit. Throws not_found when it is not theirs to see.
 */
export const writableAt = async (
  db: Database,
  user: Caller,
  deviceId: number,
  now: string,
): Promise<(time: string) => boolean> => {
  await requireDevice(db, user, deviceId)
  const had = (await custodyPeriods(db, user, deviceId)).filter(({ start }) => start <= now)
  const placements = await placementsOfDevices(db, [deviceId])
  const edited = await visibleLocationIds(db, user, 'edit')
  const spans = [...had, ...placements.filter(({ location_id }) => edited === null || edited.includes(location_id))]
  return time => spans.some(span => contains(span, time))
}

/** Throws not_allowed for whom only looks, and outside_subscription for a time in which it was somebody else's. */
export const requireWritable = async (
  db: Database,
  user: Caller,
  deviceId: number,
  time: string,
  now: string,
): Promise<void> => {
  const may = await writableAt(db, user, deviceId, now)
  if (may(time)) return
  const hasAny = may(now) || (await custodyPeriods(db, user, deviceId)).some(({ start }) => start <= now)
  throw new Failure(hasAny ? 'outside_subscription' : 'not_allowed')
}
