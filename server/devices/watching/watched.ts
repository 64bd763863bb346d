import { contains, type Span } from '#shared/rules/time/rental.ts'
import { coveredEnd, coveredStart, isCovered } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds, inTexts } from '../../kit/database/in-ids.ts'

/** A device as the watch over it sees it. */
export interface WatchedDevice {
  id: number
  name: string
  plan: 'light' | 'basic' | 'pro'
  /** Seconds between two messages, as wanted. */
  upload_interval: number
  last_message_at: string | null
  last_seen_at: string | null
  battery_percentage: number | null
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
    .select([
      'devices.id',
      'devices.name',
      'devices.plan',
      'devices.upload_interval',
      'devices.last_message_at',
      'devices.last_seen_at',
      'devices.battery_percentage',
      'device_reports.state',
      'ownership.start as owned_since',
    ])

/** All devices with alerts in their plan; some of them when `ids` are given. */
export const watchedDevices = (db: Database, ids?: number[]): Promise<WatchedDevice[]> => {
  const query = selectWatched(db).where('devices.plan', '!=', 'light').orderBy('devices.id')
  return (ids === undefined ? query : query.where('devices.id', 'in', inIds(db, ids))).execute()
}

/** The plans that any of these devices has. */
export const plansOf = async (db: Database, ids: number[]): Promise<WatchedDevice['plan'][]> =>
  (await db.selectFrom('devices').select('plan').distinct().where('id', 'in', inIds(db, ids)).execute()).map(
    ({ plan }) => plan,
  )

type Person = { id: number; email: string }

/**
 * The devices people watch with rules of their own, and when: those they have while the rental runs, and those at their
 * locations while they are placed there. Narrower than what they may look at: neither what a project shows nor what an
 * administrator may see. By user id, then device id; only of some devices when `deviceIds` are given, which are few.
 */
export const ownDevices = async (
  db: Database,
  people: readonly Person[],
  deviceIds?: readonly number[],
): Promise<Map<number, Map<number, Span[]>>> => {
  const own = new Map<number, Map<number, Span[]>>(people.map(({ id }) => [id, new Map()]))
  const add = (userId: number | null | undefined, row: Span & { device_id: number }) => {
    const spans = own.get(userId ?? 0)
    spans?.set(row.device_id, [...(spans.get(row.device_id) ?? []), { start: row.start, end: row.end }])
  }
  const rentals = db
    .selectFrom('rentals')
    .select(['user_id', 'device_id', 'start', 'end'])
    .where('user_id', 'in', inIds(db, own.keys()))
  const rented = deviceIds === undefined ? rentals : rentals.where('device_id', 'in', inIds(db, deviceIds))
  for (const row of await rented.execute()) add(row.user_id, row)
  const byEmail = new Map(people.map(({ id, email }) => [email, id]))
  const placements = db
    .selectFrom('location_research')
    .innerJoin('locations', 'locations.id', 'location_research.location_id')
    .innerJoin('location_owners', 'location_owners.location_id', 'location_research.location_id')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .where(isCovered)
    .select(['location_owners.email', 'location_research.device_id'])
    .select([coveredStart.as('start'), coveredEnd.as('end')])
    .where('locations.deleted_at', 'is', null)
    .where('location_owners.email', 'in', inTexts(db, byEmail.keys()))
  const placed =
    deviceIds === undefined ? placements : placements.where('location_research.device_id', 'in', inIds(db, deviceIds))
  for (const row of await placed.execute()) add(byEmail.get(row.email), row)
  return own
}

/** Tells whether one of the spans holds the whole of `from` to `until` (ISO 8601), both included. */
export const isOwnThroughout = (spans: readonly Span[] | undefined, from: string, until: string): boolean =>
  (spans ?? []).some(span => contains(span, from) && contains(span, until))
