import type { Insertable, Selectable } from 'kysely'
import { CONSENT_ANSWERS, type ReadKind } from '#shared/rules/research/consent.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
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

/** Ids of the projects that a person has answered, also for locations they own no more. */
export const projectsAnsweredBy = async (db: Database, userId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('research_consents')
    .select('research_id')
    .distinct()
    .where('said_by', '=', userId)
    .where('kind', 'in', [...CONSENT_ANSWERS])
    .execute()
  return rows.map(({ research_id }) => research_id)
}

export const ledgerRowOfId = (db: Database, id: number): Promise<LedgerRow | undefined> =>
  db.selectFrom('research_consents').selectAll().where('id', '=', id).executeTakeFirst()

/** Rows of one insert: ten parameters each, and SQLite takes 32,766 of them, PostgreSQL 65,535. */
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

/** Reads of a project, oldest first; at one location when `locationId` is given. */
export const readsOf = (db: Database, researchId: number, locationIds?: readonly number[]): Promise<ReadRow[]> => {
  const query = db.selectFrom('research_reads').selectAll().where('research_id', '=', researchId).orderBy('id')
  return (locationIds === undefined ? query : query.where('location_id', 'in', inIds(db, locationIds))).execute()
}

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
