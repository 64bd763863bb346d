import { expressionBuilder, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type AreaNoteRow = Selectable<Tables['area_notes']>

/** Part of the notes of an area: times are ISO 8601, half-open. `after` is the last note of the page before. */
export interface NoteWindow {
  areaId: number
  from: string
  until: string
  limit: number
  after: { time: string; id: number } | null
}

const named = (db: Database) =>
  db
    .selectFrom('area_notes')
    .leftJoin('users', 'users.id', 'area_notes.written_by')
    .selectAll('area_notes')
    .select('users.name as writer_name')

/** Condition on notes of an area that touch a time and are not deleted. */
const touching = ({ areaId, from, until }: Pick<NoteWindow, 'areaId' | 'from' | 'until'>) => {
  const eb = expressionBuilder<Tables, 'area_notes'>()
  return eb.and([
    eb('area_notes.area_id', '=', areaId),
    eb('area_notes.deleted_at', 'is', null),
    eb('area_notes.from', '<', until),
    eb.or([eb('area_notes.from', '>=', from), eb('area_notes.until', '>', from)]),
  ])
}

/** Notes of an area that touch a time and are not deleted, newest first. */
export const areaNotesIn = (db: Database, { limit, after, ...window }: NoteWindow) => {
  const query = named(db)
    .where(touching(window))
    .orderBy('area_notes.from', 'desc')
    .orderBy('area_notes.id', 'desc')
    .limit(limit)
  if (!after) return query.execute()
  return query
    .where(eb =>
      eb.or([
        eb('area_notes.from', '<', after.time),
        eb.and([eb('area_notes.from', '=', after.time), eb('area_notes.id', '<', after.id)]),
      ]),
    )
    .execute()
}
export type NamedAreaNote = Awaited<ReturnType<typeof areaNotesIn>>[number]

/** A note, deleted or not, with the name of who wrote it. */
export const areaNoteOfId = (db: Database, id: number): Promise<NamedAreaNote | undefined> =>
  named(db).where('area_notes.id', '=', id).executeTakeFirst()

export const insertAreaNote = async (db: Database, row: Insertable<Tables['area_notes']>): Promise<number> =>
  (await db.insertInto('area_notes').values(row).returning('id').executeTakeFirstOrThrow()).id

/** Id of a note that somebody's form has sent before; undefined where it has not. */
export const noteOfClient = async (db: Database, writtenBy: number, clientId: string): Promise<number | undefined> => {
  const query = db.selectFrom('area_notes').select('id').where('written_by', '=', writtenBy)
  return (await query.where('client_id', '=', clientId).executeTakeFirst())?.id
}

/** Changes a note that is not deleted; false where it is by now. */
export const changeAreaNote = async (
  db: Database,
  id: number,
  values: Updateable<Tables['area_notes']>,
): Promise<boolean> => {
  const query = db.updateTable('area_notes').set(values).where('id', '=', id).where('deleted_at', 'is', null)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}

export const bringAreaNoteBack = (db: Database, id: number) =>
  db.updateTable('area_notes').set({ deleted_at: null }).where('id', '=', id).execute()

/** Number of the notes that `areaNotesIn` would tell of without a limit. */
export const countAreaNotesIn = async (
  db: Database,
  window: Pick<NoteWindow, 'areaId' | 'from' | 'until'>,
): Promise<number> => {
  const query = db.selectFrom('area_notes').where(touching(window))
  const { count } = await query.select(eb => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the notes of an area that are not deleted. */
export const countAreaNotes = async (db: Database, areaId: number): Promise<number> => {
  const row = await db
    .selectFrom('area_notes')
    .select(eb => eb.fn.countAll().as('count'))
    .where('area_id', '=', areaId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes for good what was deleted before `since`. */
export const purgeAreaNotes = async (db: Database, since: string): Promise<void> => {
  await db.deleteFrom('area_notes').where('deleted_at', '<=', since).execute()
}
