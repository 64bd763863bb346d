import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export type NoteRow = Selectable<Tables['research_notes']>

/** Notes of these projects, oldest first, with the name of the project and of who wrote them. */
export const researchNotesOf = (db: Database, researchIds: readonly number[]) =>
  db
    .selectFrom('research_notes')
    .innerJoin('research', 'research.id', 'research_notes.research_id')
    .leftJoin('users', 'users.id', 'research_notes.written_by')
    .selectAll('research_notes')
    .select(['research.name as research_name', 'users.name as writer_name'])
    .where('research_notes.research_id', 'in', inIds(db, researchIds))
    .orderBy('research_notes.from')
    .orderBy('research_notes.id')
    .execute()
export type NamedNote = Awaited<ReturnType<typeof researchNotesOf>>[number]

export const noteOfId = (db: Database, id: number): Promise<NoteRow | undefined> =>
  db.selectFrom('research_notes').selectAll().where('id', '=', id).executeTakeFirst()

/** Holds a note for the rest of the transaction, until which another change of it waits. */
export const lockNote = (trx: Database, id: number) =>
  trx
    .updateTable('research_notes')
    .set(eb => ({ title: eb.ref('title') }))
    .where('id', '=', id)
    .execute()

export const insertNote = async (db: Database, row: Insertable<Tables['research_notes']>): Promise<number> =>
  (await db.insertInto('research_notes').values(row).returning('id').executeTakeFirstOrThrow()).id

export const changeNote = (db: Database, id: number, values: Updateable<Tables['research_notes']>) =>
  db
    .updateTable('research_notes')
    .set(eb => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deleteNote = (db: Database, id: number) => db.deleteFrom('research_notes').where('id', '=', id).execute()

export const countNotes = async (db: Database, researchId: number): Promise<number> => {
  const row = await db
    .selectFrom('research_notes')
    .select(eb => eb.fn.countAll().as('count'))
    .where('research_id', '=', researchId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
