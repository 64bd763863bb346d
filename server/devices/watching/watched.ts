import { contains, type Span } from '#shared/rules/time/rental.ts'
import { custodiesOfUsers } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { placementsSeenBy } from './watched-store.ts'

export { plansOf, type WatchedDevice, watchedDevices } from './watched-store.ts'

type Person = { id: number; email: string }

/**
 * The devices people watch with rules of their own, and when: those they have while the rental runs, and those at their
 * locations, and at locations shared with their groups, while they are placed there. Narrower than what they may look at: neither what a project shows nor what an
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
  for (const row of await custodiesOfUsers(db, own.keys(), deviceIds)) add(row.user_id, row)
  const byEmail = new Map(people.map(({ id, email }) => [email, id]))
  for (const row of await placementsSeenBy(db, byEmail.keys(), deviceIds)) add(byEmail.get(row.email), row)
  return own
}

/** Tells whether one of the spans holds the whole of `from` to `until` (ISO 8601), both included. */
export const isOwnThroughout = (spans: readonly Span[] | undefined, from: string, until: string): boolean =>
  (spans ?? []).some(span => contains(span, from) && contains(span, until))
