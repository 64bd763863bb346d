import { contains, type Span } from '#shared/rules/time/rental.ts'
import { countDevicesHadBy, custodiesOfUsers } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import type { SomeIds } from '../../kit/database/some-ids.ts'
import { countDevicesSeenBy, placementsSeenBy } from './watched-store.ts'

export { everyNthDevice, plansOf, type WatchedDevice, watchedDevices } from './watched-store.ts'

type Person = { id: number; email: string }

/**
 * The devices people watch with rules of their own, and when: those they have while the rental runs, and those at their
 * locations, and at locations shared with their groups, while they are placed there. Narrower than what they may look at: neither what a project shows nor what an
 * administrator may see. By user id, then device id; only of some devices when `deviceIds` are given.
 */
export const ownDevices = async (
  db: Database,
  people: readonly Person[],
  deviceIds?: SomeIds,
): Promise<Map<number, Map<number, Span[]>>> => {
  const own = new Map<number, Map<number, Span[]>>(people.map(({ id }) => [id, new Map()]))
  const add = (userId: number | null | undefined, row: Span & { device_id: number }) => {
    const spans = own.get(userId ?? 0)
    spans?.set(row.device_id, [...(spans.get(row.device_id) ?? []), { start: row.start, end: row.end }])
  }
  for (const row of await custodiesOfUsers(db, own.keys(), deviceIds)) add(row.user_id, row)
  const byEmail = new Map(people.map(({ id, email }) => [email, id]))
  for (const row of await placementsSeenBy(db, byEmail.keys(), deviceIds)) add(byEmail.get(row.email), row)
  return own
}

/** Number of devices, by user id, that none of these people watches more of at any time: counted without reading which. */
export const mostDevicesOf = async (db: Database, people: readonly Person[]): Promise<Map<number, number>> => {
  const had = await countDevicesHadBy(
    db,
    people.map(({ id }) => id),
  )
  const seen = await countDevicesSeenBy(
    db,
    people.map(({ email }) => email),
  )
  return new Map(people.map(({ id, email }) => [id, (had.get(id) ?? 0) + (seen.get(email) ?? 0)]))
}

/** Tells whether one of the spans holds the whole of `from` to `until` (ISO 8601), both included. */
export const isOwnThroughout = (spans: readonly Span[] | undefined, from: string, until: string): boolean =>
  (spans ?? []).some(span => contains(span, from) && contains(span, until))
