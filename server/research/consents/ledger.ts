import type { ConsentEntry, LeftResearch } from '#shared/contract/places/consents.ts'
import {
  entriesAt,
  type FormerOwnerRow,
  formerOwnershipsOf,
  isWaiting,
  type LedgerRow,
  ledgerOf,
  questionsOf,
} from '../../consents/ledger.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import type { Words } from '../../kit/language.ts'
import { type Caller, everyLocationIdOf, visibleLocationIds } from '../../locations/access.ts'
import { zonesByLocation } from '../../locations/places.ts'
import type { Person } from '../../users/accounts.ts'
import { askedPeople } from '../people.ts'
import type { ResearchRow } from '../store.ts'

/** Locations a caller owns, deleted ones that can be brought back among them: an administrator every one (null). */
export const ownedLocationIds = async (db: Database, user: Caller): Promise<ReadonlySet<number> | null> =>
  user.admin ? null : new Set(await everyLocationIdOf(db, user.email))

/** Facts of a project that the ledger keeps as they are. */
export const factsOf = ({ id, name, purpose, aim, institution, end }: ResearchRow, leader: Person | undefined) => ({
  research_id: id,
  research_name: name,
  research_purpose: purpose ?? aim,
  research_institution: institution,
  research_end: end,
  research_leader: leader ? `${leader.name}, ${leader.email}` : null,
})

const isOwned = (owned: ReadonlySet<number> | null, id: number | null): boolean =>
  owned === null || (id !== null && owned.has(id))

/** Locations that a caller owned and owns no more, with the end of that. */
export const formerLocations = async (
  db: Database,
  userId: number,
  owned: ReadonlySet<number> | null,
): Promise<ReadonlyMap<number, FormerOwnerRow>> =>
  new Map(
    (await formerOwnershipsOf(db, [userId]))
      .filter(({ location_id }) => !isOwned(owned, location_id))
      .map(row => [row.location_id, row]),
  )

/**
 * An entry as a caller may know it; null where it is no matter of theirs. Whoever leads the project and whoever reads its data
 * know a location by its number, its owners by name, and former ones what was said in their time; who was asked is told to who asked, and to
 * the person. Where a change of owners asked, nobody else is told the address.
 */
const entryFor = (
  row: LedgerRow,
  caller: Caller & { leads: boolean },
  {
    owned,
    former,
    zones,
  }: {
    owned: ReadonlySet<number> | null
    former: ReadonlyMap<number, FormerOwnerRow>
    zones: ReadonlyMap<number, string>
  },
  t: Words,
): ConsentEntry | null => {
  if (row.kind === 'asked' && !caller.leads && row.email !== caller.email) return null
  const wasOwn = row.id <= (former.get(row.location_id ?? 0)?.last_entry_id ?? 0)
  const owns = row.kind !== 'asked' && (wasOwn || isOwned(owned, row.location_id))
  const isAddressTold = row.said_by !== null || row.email === caller.email
  return {
    id: row.id,
    kind: row.kind,
    email: isAddressTold ? row.email : null,
    location_id: row.location_id,
    location_name:
      row.location_id === null || owns || isOwned(owned, row.location_id)
        ? row.location_name
        : t('research.location_pseudonym', { number: row.location_id }),
    time_zone: zones.get(row.location_id ?? 0) ?? null,
    said_by: owns || row.kind === 'asked' ? row.said_by_name : null,
    from: row.from,
    device_ids: row.device_ids && fromJson(row.device_ids),
    measurements: row.measurements ? fromJson(row.measurements) : [],
    updated_at: row.said_at,
  }
}

/** Ledgers of projects as a caller may know them, and the answer they gave or are asked for. */
export const ledgersFor = async (
  { db, t }: { db: Database; t: Words },
  user: Caller,
  projects: readonly ResearchRow[],
  placedAt: ReadonlyMap<number, ReadonlySet<number>>,
) => {
  const ids = projects.map(({ id }) => id)
  const owned = await ownedLocationIds(db, user)
  // An administrator sees every ledger, and answers for the own locations alone; nobody answers for a deleted one.
  const answers = new Set(await visibleLocationIds(db, { ...user, admin: false }, 'own'))
  const former = await formerLocations(db, user.id, owned)
  const ledger = await ledgerOf(db, ids)
  const rows = Map.groupBy(ledger, row => row.research_id)
  const zones = await zonesByLocation(db, [...new Set(ledger.flatMap(row => row.location_id ?? []))])
  const person = (await askedPeople(db, [user]))(user)
  const asked = new Set(
    (await questionsOf(db, ids))
      .filter(one => one.email === user.email && one.answered_at === null)
      .filter(one => isWaiting(rows.get(one.research_id) ?? [], one, person))
      .map(one => one.research_id),
  )
  return new Map(
    projects.map(project => {
      const all = rows.get(project.id) ?? []
      const caller = { ...user, leads: user.admin || project.owner_id === user.id }
      const entries = all.flatMap(row => entryFor(row, caller, { owned, former, zones }, t) ?? [])
      const own = all.filter(row => row.kind !== 'asked' && isOwned(answers, row.location_id))
      const hasPlace = [...(placedAt.get(project.id) ?? [])].some(id => isOwned(answers, id))
      const last = own.at(-1)?.kind
      const waiting = asked.has(project.id) ? ('asked' as const) : hasPlace ? ('open' as const) : null
      return [project.id, { entries, answer: last === 'yes' || last === 'no' ? last : waiting }]
    }),
  )
}

/** Locations that a caller owns or owned, and by project what was said about them. */
interface OwnEntries {
  owned: ReadonlySet<number>
  former: ReadonlyMap<number, FormerOwnerRow>
  entries: ReadonlyMap<number, readonly LedgerRow[]>
}

/** Finds what was said about locations that a caller owns or owned: for an administrator about the own ones, too. */
export const ownEntries = async (db: Database, user: Caller): Promise<OwnEntries> => {
  const owned = new Set(await everyLocationIdOf(db, user.email))
  const former = await formerLocations(db, user.id, owned)
  const until = new Map([...former].map(([id, { last_entry_id }]) => [id, last_entry_id]))
  const rows = await entriesAt(db, { locationIds: [...owned], former: until })
  return { owned, former, entries: Map.groupBy(rows, row => row.research_id) }
}

/** Projects with these entries alone, as a caller may know them who sees the projects no more. */
export const leftResearch = async (
  { db, t }: { db: Database; t: Words },
  user: Caller,
  { owned, former, entries }: OwnEntries,
): Promise<LeftResearch[]> => {
  const locationIds = [...entries.values()].flat().flatMap(row => row.location_id ?? [])
  const zones = await zonesByLocation(db, [...new Set(locationIds)])
  const caller = { ...user, leads: false }
  return [...entries]
    .flatMap(([id, rows]) => {
      const last = rows.at(-1)
      if (last === undefined) return []
      return {
        id,
        name: last.research_name,
        institution: last.research_institution,
        led_by: rows.findLast(one => one.research_leader !== null)?.research_leader ?? null,
        consent_history: rows.flatMap(row => entryFor(row, caller, { owned, former, zones }, t) ?? []),
        at: last.id,
      }
    })
    .sort((one, other) => other.at - one.at)
    .map(({ at: _, ...one }) => one)
}
