import type { Database } from '../kit/database/database.ts'
import { locationIdsOf, locationRightsOf, ownersOf } from './ownership-store.ts'
import { readersBeside } from './sharing/share-store.ts'
import { locationsOf } from './store.ts'

/**
 * Locations that a person sees, and who else sees them (location ids by address), as far as that person knows of them: owners of
 * locations that are the person's own, and people of groups that the person is in.
 */
export const fellowReadersOf = async (
  db: Database,
  { id, email }: { id: number; email: string },
): Promise<{ locations: { id: number; name: string }[]; readers: Map<string, Set<number>> }> => {
  const seen = await locationRightsOf(db, email)
  const locations = await locationsOf(db, [...seen.keys()])
  const rows = [...(await ownersOf(db, await locationIdsOf(db, email))), ...(await readersBeside(db, id))]
  const readers = new Map<string, Set<number>>()
  for (const row of rows)
    if (seen.has(row.location_id)) readers.set(row.email, (readers.get(row.email) ?? new Set()).add(row.location_id))
  readers.delete(email)
  return { locations, readers }
}
