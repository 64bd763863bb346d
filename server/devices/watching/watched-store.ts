import { sql } from 'kysely'
import { coveredEnd, coveredStart, isPlacementCovered } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds, inTexts } from '../../kit/database/in-ids.ts'
import { isAmong, type SomeIds } from '../../kit/database/some-ids.ts'
import { seenLocations } from '../../locations/access.ts'

/** A device as the watch over it sees it. */
export interface WatchedDevice {
  id: number
  name: string
  plan: 'light' | 'basic' | 'pro'
  /** Seconds between two messages, as wanted. */
  upload_interval: number
  last_message_at: string | null
  last_seen_at: string | null
  /** Arrival of its newest value, whatever time it was measured at. */
  last_value_at: string | null
  battery_percentage: number | null
  /** Limits that somebody chose for it, or its owner for all; null where neither did. */
  silent_after_min: number | null
  battery_limit: number | null
  /** JSON of what it last said of itself. */
  state: string | null
  /** Time since which the device has its present owner. */
  owned_since: string | null
}

const selectWatched = (db: Database) =>
  db
    .selectFrom('devices')
    .leftJoin('device_reports', 'device_reports.device_id', 'devices.id')
    .leftJoin('rentals as ownership', join =>
      join
        .onRef('ownership.device_id', '=', 'devices.id')
        .on('ownership.owner', '=', 1)
        .on('ownership.end', 'is', null),
    )
    .leftJoin('device_limits', 'device_limits.user_id', 'ownership.user_id')
    .select(eb => [
      eb.fn.coalesce('devices.silent_after_min', 'device_limits.silent_after_min').as('silent_after_min'),
      eb.fn.coalesce('devices.battery_limit', 'device_limits.battery_limit').as('battery_limit'),
    ])
    .select([
      'devices.id',
      'devices.name',
      'devices.plan',
      'devices.upload_interval',
      'devices.last_message_at',
      'devices.last_seen_at',
      'devices.last_value_at',
      'devices.battery_percentage',
      'device_reports.state',
      'ownership.start as owned_since',
    ])

/** Devices among some that have alerts in their plan. */
export const watchedDevices = (db: Database, ids: SomeIds): Promise<WatchedDevice[]> =>
  selectWatched(db)
    .where('devices.plan', '!=', 'light')
    .where(isAmong(db, 'devices.id', ids))
    .orderBy('devices.id')
    .execute()

/** Ids of all devices in their order, every `step`-th of them; the first where there is any. */
export const everyNthDevice = async (db: Database, step: number): Promise<number[]> => {
  const numbered = db
    .selectFrom('devices')
    .select(eb => [
      'id',
      eb.fn
        .agg<number>('row_number')
        .over(over => over.orderBy('id'))
        .as('number'),
    ])
    .as('numbered')
  const rows = await db
    .selectFrom(numbered)
    .select('id')
    .where(sql<number>`(number - 1) % ${step}`, '=', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The plans that any of these devices has. */
export const plansOf = async (db: Database, ids: number[]): Promise<WatchedDevice['plan'][]> =>
  (await db.selectFrom('devices').select('plan').distinct().where('id', 'in', inIds(db, ids)).execute()).map(
    ({ plan }) => plan,
  )

/** Times in which devices are placed at locations that these people see, their own and those shared with their groups, by address; only of some devices when `deviceIds` are given. */
export const placementsSeenBy = (db: Database, emails: Iterable<string>, deviceIds?: SomeIds) => {
  const placements = db
    .selectFrom('location_research')
    .innerJoin(seenLocations(db).as('seen'), 'seen.location_id', 'location_research.location_id')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .where(isPlacementCovered)
    .select(['seen.email', 'location_research.device_id'])
    .select([coveredStart.as('start'), coveredEnd.as('end')])
    .where('seen.email', 'in', inTexts(db, emails))
  return (
    deviceIds === undefined ? placements : placements.where(isAmong(db, 'location_research.device_id', deviceIds))
  ).execute()
}

/** Counts the devices that ever hung at locations that these people see, by address. */
export const countDevicesSeenBy = async (db: Database, emails: Iterable<string>): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('location_research')
    .innerJoin(seenLocations(db).as('seen'), 'seen.location_id', 'location_research.location_id')
    .select(eb => ['seen.email', eb.fn.count('location_research.device_id').distinct().as('devices')])
    .where('seen.email', 'in', inTexts(db, emails))
    .groupBy('seen.email')
    .execute()
  return new Map(rows.map(({ email, devices }) => [email, Number(devices)]))
}
