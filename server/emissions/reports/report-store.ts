import type { Insertable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

/** Reports of an account as a list shows them, the newest first. */
export const emissionReportsOf = (db: Database, userId: number) =>
  db
    .selectFrom('emission_reports')
    .select(['id', 'checksum', 'summary'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()

export const reportOf = (db: Database, userId: number, id: number) =>
  db.selectFrom('emission_reports').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const countReports = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('emission_reports')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
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
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
