import { type Insertable, type Selectable, sql } from 'kysely'
import { CONSENT_ANSWERS, type ReadKind } from '#shared/rules/research/consent.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { rowsAs } from '../kit/database/rows-as.ts'
import type { Tables } from '../tables.ts'

export type LedgerRow = Selectable<Tables['research_consents']>
export type ReadRow = Selectable<Tables['research_reads']>

/** Holds the ledger of a project for the rest of the transaction: answers and reads are written one after the other. */
export const lockLedger = (trx: Database, researchId: number) =>
  trx
    .insertInto('research_ledgers')
    .values({ research_id: researchId, turns: 1 })
    .onConflict(conflict =>
      conflict.column('research_id').doUpdateSet(eb => ({ turns: eb('research_ledgers.turns', '+', 1) })),
    )
    .execute()

export const insertLedgerRow = async (db: Database, row: Insertable<Tables['research_consents']>): Promise<number> =>
  (await db.insertInto('research_consents').values(row).returning('id').executeTakeFirstOrThrow()).id

/** The ledger of these projects, oldest first. */
export const ledgerOf = (db: Database, researchIds: readonly number[]): Promise<LedgerRow[]> =>
  db
    .selectFrom('research_consents')
    .selectAll()
    .where('research_id', 'in', inIds(db, researchIds))
    .orderBy('id')
    .execute()

/** Ids, in order, of the projects whose ledgers say something about these locations. */
export const projectsAnsweredAt = async (db: Database, locationIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('research_consents')
    .select('research_id')
    .distinct()
    .where('location_id', 'in', inIds(db, locationIds))
    .orderBy('research_id')
    .execute()
  return rows.map(({ research_id }) => research_id)
}

/** Takes the ledgers of projects of the demo farm, and what was read there, off the record. */
export const forgetLedgers = async (db: Database, researchIds: readonly number[]): Promise<void> => {
  for (const table of ['research_consents', 'research_reads', 'research_ledgers'] as const)
    await db.deleteFrom(table).where('research_id', 'in', inIds(db, researchIds)).execute()
}

/**
 * Tells whether a row, by its columns `location` and `at`, is about a former location and of the time until it was that no more. They
 * travel as rows: a condition for each of them would be a statement that grows with what somebody once had.
 */
const wasOwn = <Until extends number | string>(
  db: Database,
  former: ReadonlyMap<number, Until>,
  { location, at, type }: { location: string; at: string; type: Until extends number ? 'bigint' : 'text' },
) => {
  const rows = Array.from(former, ([location_id, until]) => ({ location_id, until }))
  return sql<boolean>`exists (select 1 from ${rowsAs(db, 'own', rows, { location_id: 'bigint', until: type })}
    where own.location_id = ${sql.ref(location)} and own.until >= ${sql.ref(at)})`
}

/** Entries about locations, and about former ones (by location) up to an entry; oldest first. */
export const entriesAt = (
  db: Database,
  { locationIds, former }: { locationIds: readonly number[]; former: ReadonlyMap<number, number> },
): Promise<LedgerRow[]> =>
  db
    .selectFrom('research_consents')
    .selectAll()
    .where(eb =>
      eb.or([
        eb('location_id', 'in', inIds(db, locationIds)),
        wasOwn(db, former, { location: 'research_consents.location_id', at: 'research_consents.id', type: 'bigint' }),
      ]),
    )
    .orderBy('id')
    .execute()

/** Locations, in order, for which somebody has answered a project. */
export const locationsAnsweredFor = async (db: Database): Promise<number[]> => {
  const rows = await db
    .selectFrom('research_consents')
    .select('location_id')
    .distinct()
    .where('kind', 'in', [...CONSENT_ANSWERS])
    .orderBy('location_id')
    .execute()
  return rows.flatMap(({ location_id }) => location_id ?? [])
}

export const ledgerRowOfId = (db: Database, id: number): Promise<LedgerRow | undefined> =>
  db.selectFrom('research_consents').selectAll().where('id', '=', id).executeTakeFirst()

/** Rows of one insert: eleven parameters each, and SQLite takes 32,766 of them, PostgreSQL 65,535. */
const BATCH_SIZE = 1000

/** Puts reads on record, all or none: the caller holds the transaction. */
export const insertReads = async (
  trx: Database,
  rows: readonly Insertable<Tables['research_reads']>[],
): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await trx
      .insertInto('research_reads')
      .values(rows.slice(at, at + BATCH_SIZE))
      .execute()
}

/** Puts reads on record for longer times than these rows said, all by one statement. */
export const lengthenReads = async (trx: Database, rows: readonly ReadRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await trx
      .insertInto('research_reads')
      .values(rows.slice(at, at + BATCH_SIZE))
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(eb => ({
          from: eb.ref('excluded.from'),
          until: eb.ref('excluded.until'),
          last_at: eb.ref('excluded.last_at'),
        })),
      )
      .execute()
}

/** Locations whose reads are asked for: all where `locationIds` is undefined, and former ones up to a time (ISO 8601). */
export interface ReadPlaces {
  locationIds: readonly number[] | undefined
  former: ReadonlyMap<number, string>
}

const readsAt = (db: Database, researchId: number, { locationIds, former }: ReadPlaces) => {
  const query = db.selectFrom('research_reads').where('research_id', '=', researchId)
  if (locationIds === undefined) return query
  return query.where(eb =>
    eb.or([
      eb('location_id', 'in', inIds(db, locationIds)),
      wasOwn(db, former, { location: 'research_reads.location_id', at: 'research_reads.at', type: 'text' }),
    ]),
  )
}

/**
 * Time (ISO 8601) at which a read was made, or was last made longer: by a process of the release before, which knows one time alone,
 * that one is the later.
 */
const lastAt = sql<string>`(CASE WHEN last_at > at THEN last_at ELSE at END)`

/**
 * Reads of a project, the one that somebody looked at last first; those after the one with this id, which had this last time (ISO
 * 8601) when it was read, or has it now.
 */
export const readsOf = async (
  db: Database,
  researchId: number,
  {
    before,
    before_at,
    limit,
    ...places
  }: ReadPlaces & { before?: number | undefined; before_at?: string | undefined; limit: number },
): Promise<ReadRow[]> => {
  const query = readsAt(db, researchId, places).selectAll().orderBy(lastAt, 'desc').orderBy('id', 'desc').limit(limit)
  if (before === undefined) return query.execute()
  const last = before_at ?? (await lastTimeOf(db, researchId, places, before))
  if (last === undefined) return []
  return query.where(sql<boolean>`(${lastAt}, id) < (${last}, ${before})`).execute()
}

const lastTimeOf = async (db: Database, researchId: number, places: ReadPlaces, id: number) =>
  (await readsAt(db, researchId, places).select(lastAt.as('last')).where('id', '=', id).executeTakeFirst())?.last

/** First and last time that was read at each location of a project. */
export const readSpansOf = async (db: Database, researchId: number, places: ReadPlaces) =>
  readsAt(db, researchId, places)
    .select(eb => ['location_id', eb.fn.min('from').as('from'), eb.fn.max('until').as('until')])
    .groupBy('location_id')
    .orderBy('location_id')
    .execute()

/**
 * Times that were read at a location, from the first to the last of each device and list of measurements: as many rows as there
 * are such lists, however often they were read.
 */
export const readBoundsOf = (db: Database, researchId: number, locationId: number) =>
  db
    .selectFrom('research_reads')
    .select(eb => ['device_id', 'measurements', eb.fn.min('from').as('from'), eb.fn.max('until').as('until')])
    .where('research_id', '=', researchId)
    .where('location_id', '=', locationId)
    .groupBy(['device_id', 'measurements'])
    .execute()

/** Reads of one kind in projects by a person from `since` on: a read that they cover is on record already. */
export const readsSince = (
  db: Database,
  { userId, researchIds, kind }: { userId: number; researchIds: readonly number[]; kind: ReadKind },
  since: string,
): Promise<ReadRow[]> =>
  db
    .selectFrom('research_reads')
    .selectAll()
    .where('research_id', 'in', inIds(db, researchIds))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('at', '>=', since)
    .execute()
