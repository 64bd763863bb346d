import type { Insertable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

/** Reports that an account keeps, as a list shows them, the newest first. */
export const emissionReportsOf = (db: Database, userId: number) =>
  db
    .selectFrom('emission_reports')
    .select(['id', 'checksum', 'summary'])
    .where('user_id', '=', userId)
    .where('report_id', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export const reportOf = (db: Database, userId: number, id: number) =>
  db
    .selectFrom('emission_reports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('report_id', 'is', null)
    .executeTakeFirst()

/** Everything that a report of the queue was made of; undefined until it is. */
export const reportOfQueue = (db: Database, reportId: number) =>
  db
    .selectFrom('emission_reports')
    .select(['content', 'summary', 'checksum'])
    .where('report_id', '=', reportId)
    .executeTakeFirst()

/** Keeps what a report of the queue is made of, unless another process was first. */
export const keepForQueue = (db: Database, row: Insertable<Tables['emission_reports']>) =>
  db
    .insertInto('emission_reports')
    .values(row)
    .onConflict(conflict => conflict.column('report_id').doNothing())
    .execute()

export const countReports = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('emission_reports')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('report_id', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const keepReport = (db: Database, row: Insertable<Tables['emission_reports']>) =>
  db.insertInto('emission_reports').values(row).returning('id').executeTakeFirstOrThrow()

export const deleteReport = async (db: Database, userId: number, id: number): Promise<boolean> => {
  const gone = await db
    .deleteFrom('emission_reports')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('report_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
