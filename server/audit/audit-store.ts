import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { AUDIT_OBJECT_KINDS, AuditFilters } from '#shared/contract/accounts/audit.ts'
import { searchText } from '#shared/rules/formats/search-text.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type AuditRow = Selectable<Tables['audit_entries']>
/** Object of an entry by its id. */
export type AuditObject = Partial<Pick<AuditRow, 'user_id' | 'device_id' | 'location_id' | 'group_id'>>

export const insertEntry = (db: Database, row: Insertable<Tables['audit_entries']>) =>
  db.insertInto('audit_entries').values(row).execute()

/** Name that a device, location or account has now. */
export const nameOf = async (
  db: Database,
  { device_id, location_id, user_id }: AuditObject,
): Promise<string | null> => {
  const [table, id] = device_id
    ? (['devices', device_id] as const)
    : location_id
      ? (['locations', location_id] as const)
      : (['users', user_id ?? 0] as const)
  const row = await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}

/**
 * Kinds of objects. An entry is about the first of them that it has an id of, as its name is: a share of a location with a group is
 * about the location.
 */
const OBJECT_ORDER = [
  'device',
  'location',
  'group',
  'user',
] as const satisfies readonly (typeof AUDIT_OBJECT_KINDS)[number][]

/** Object of an entry as the contract writes it: `location:7`. */
export const objectOf = (row: Required<AuditObject>): string | null => {
  const kind = OBJECT_ORDER.find(one => row[`${one}_id`] !== null)
  return kind ? `${kind}:${row[`${kind}_id`]}` : null
}

export interface AuditSelection
  extends Omit<AuditFilters, 'date_start' | 'date_end'>,
    Partial<Record<keyof Interval, string | undefined>> {
  before?: number | undefined
  most: number
}

type Entries = SelectQueryBuilder<Tables, 'audit_entries', Pick<AuditRow, 'id'>>

/** Text as LIKE finds it anywhere. What is searched for has letters and digits alone. */
const anywhere = (words: string) => `%${searchText(words)}%`

/** Entries about this very object. Each id has an index of its own, in the order of the entries. */
const about = (entries: Entries, { kind, id }: NonNullable<AuditSelection['object']>): Entries =>
  OBJECT_ORDER.slice(0, OBJECT_ORDER.indexOf(kind)).reduce(
    (query, other) => query.where(`audit_entries.${other}_id`, 'is', null),
    entries.where(`audit_entries.${kind}_id`, '=', id),
  )

const narrowed = (entries: Entries, selection: AuditSelection): Entries => {
  const { from, until, user, user_id, object, object_name, action, before, most } = selection
  let query = entries
  if (object) query = about(query, object)
  if (user_id) query = query.where('audit_entries.actor_id', '=', user_id)
  if (from) query = query.where('audit_entries.at', '>=', from)
  if (until) query = query.where('audit_entries.at', '<', until)
  if (action) query = query.where('audit_entries.action', '=', action)
  if (user) query = query.where('audit_entries.actor_search', 'like', anywhere(user))
  if (object_name) query = query.where('audit_entries.object_search', 'like', anywhere(object_name))
  if (before) query = query.where('audit_entries.id', '<', before)
  return query.orderBy('audit_entries.id', 'desc').limit(most)
}

const entryIds = (db: Database): Entries => db.selectFrom('audit_entries').select('audit_entries.id')

/**
 * Entries that concern a person: what they did, what was done to their account and to the places they own, and to their
 * devices while they owned them. Each way has an index of its own; together in one condition none would be used.
 */
const entriesOf = (db: Database, user: { id: number; email: string }, selection: AuditSelection): Entries[] => [
  narrowed(entryIds(db).where('audit_entries.actor_id', '=', user.id), selection),
  narrowed(entryIds(db).where('audit_entries.user_id', '=', user.id), selection),
  narrowed(
    entryIds(db).where('audit_entries.location_id', 'in', eb =>
      eb.selectFrom('location_owners').select('location_owners.location_id').where('email', '=', user.email),
    ),
    selection,
  ),
  narrowed(
    entryIds(db)
      // Their devices first, by the index; then the times.
      .where('audit_entries.device_id', 'in', eb =>
        eb.selectFrom('rentals').select('rentals.device_id').where('rentals.user_id', '=', user.id),
      )
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('rentals')
            .select('rentals.id')
            .whereRef('rentals.device_id', '=', 'audit_entries.device_id')
            .where('rentals.user_id', '=', user.id)
            .where('rentals.owner', '=', 1)
            .whereRef('rentals.start', '<=', 'audit_entries.at')
            // The hand-over itself concerns both.
            .where(rental =>
              rental.or([rental('rentals.end', 'is', null), sql<boolean>`rentals."end" >= audit_entries.at`]),
            ),
        ),
      ),
    selection,
  ),
  narrowed(
    entryIds(db).where('audit_entries.download_id', 'in', eb =>
      eb
        .selectFrom('rentals')
        .innerJoin('download_devices', 'download_devices.device_id', 'rentals.device_id')
        .select('download_devices.download_id')
        .where('rentals.user_id', '=', user.id)
        .where('rentals.owner', '=', 1)
        .whereRef('rentals.start', '<', 'download_devices.until')
        .where(rental =>
          rental.or([rental('rentals.end', 'is', null), sql<boolean>`rentals."end" > download_devices."from"`]),
        ),
    ),
    selection,
  ),
]

/** Entries, the newest first: those of a person, or all. */
export const entriesFor = async (
  db: Database,
  user: { id: number; email: string } | null,
  selection: AuditSelection,
): Promise<AuditRow[]> => {
  if (user === null) return narrowed(entryIds(db), selection).selectAll('audit_entries').execute()
  const [first, ...others] = entriesOf(db, user, selection).map(one =>
    db.selectFrom(one.as('found')).select('found.id'),
  )
  if (!first) return []
  const found = others.reduce((all, one) => all.union(one), first)
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('id', 'in', db.selectFrom(found.as('seen')).select('seen.id'))
    .orderBy('id', 'desc')
    .limit(selection.most)
    .execute()
}

/** Changes of a group, the newest first, with the names of the accounts they were done to. */
export const entriesOfGroup = (
  db: Database,
  groupId: number,
  { before, most }: Pick<AuditSelection, 'before' | 'most'>,
) => {
  const entries = db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.user_id')
    .selectAll('audit_entries')
    .select('users.name as user_name')
    .where('audit_entries.group_id', '=', groupId)
  return (before === undefined ? entries : entries.where('audit_entries.id', '<', before))
    .orderBy('audit_entries.id', 'desc')
    .limit(most)
    .execute()
}

export const deleteEntriesBefore = (db: Database, before: string) =>
  db.deleteFrom('audit_entries').where('at', '<', before).execute()
