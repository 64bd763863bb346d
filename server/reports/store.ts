import { type Expression, type Insertable, type Selectable, sql } from 'kysely'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type ReportRow = Selectable<Tables['reports']>
type NewReport = Pick<
  Insertable<Tables['reports']>,
  | 'user_id'
  | 'title'
  | 'content'
  | 'names'
  | 'from'
  | 'until'
  | 'time_zone'
  | 'language'
  | 'parts'
  | 'created_at'
  | 'schedule_id'
  | 'due_at'
  | 'recipients'
  | 'is_preview'
>

export const insertReport = (db: Database, report: NewReport): Promise<ReportRow> =>
  db
    .insertInto('reports')
    .values({
      ...report,
      status: 'waiting',
      parts_done: 0,
      taken_until: '',
      tries: 0,
      finished_at: null,
      expires_at: null,
      error: null,
      pages: 0,
      bytes: 0,
      file: null,
      is_linked: 0,
      link_number: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Reports of an account that it lists: previews are none. */
export const reportsOf = (db: Database, userId: number, since: string): Promise<ReportRow[]> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_preview', '=', 0)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute()

export const reportOfId = (db: Database, id: number): Promise<ReportRow | undefined> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()

export const isKept = async (db: Database, id: number, file: string): Promise<boolean> =>
  (await db.selectFrom('reports').select('id').where('id', '=', id).where('file', '=', file).executeTakeFirst()) !==
  undefined

/** Number of reports on demand that one account has made in an hour before what is due by the clock. */
const FIRST_OF_AN_HOUR = 3

/** 1 of what is due by the clock, 0 of what somebody waits for. */
const isDue = (due: Expression<string | null>) => sql<number>`CASE WHEN ${due} IS NULL THEN 0 ELSE 1 END`

/** Reports in line with their turn: the number among those of their kind that their account wants, or had made in an hour. */
const inLine = (db: Database, now: string) => {
  const lately = new Date(Date.parse(now) - HOUR_MS).toISOString()
  return db
    .selectFrom('reports')
    .select(eb => [
      'id',
      'status',
      'taken_until',
      'due_at',
      sql<number>`row_number() OVER (PARTITION BY ${eb.ref('user_id')}, ${isDue(eb.ref('due_at'))} ORDER BY ${eb.ref('id')})`.as(
        'turn',
      ),
    ])
    .where('user_id', 'is not', null)
    .where(eb =>
      eb.or([
        eb('status', 'in', ['waiting', 'running']),
        eb.and([eb('status', 'in', ['ready', 'failed']), eb('taken_until', '>', lately)]),
      ]),
    )
}

/**
 * Takes the next report for this process until `until`: one that waits, or whose process is gone. The first of each account goes
 * before the second of any, so that nobody's many hold up the few of others.
 */
export const takeReport = (db: Database, now: string, until: string): Promise<ReportRow | undefined> =>
  db
    .updateTable('reports')
    .set(eb => ({ status: 'running', taken_until: until, tries: eb('tries', '+', 1), parts_done: 0 }))
    .where('id', '=', eb =>
      eb
        .selectFrom(inLine(db, now).as('next'))
        .select('next.id')
        .where('next.status', 'in', ['waiting', 'running'])
        .where('next.taken_until', '<=', now)
        .orderBy(
          ({ ref }) =>
            sql`CASE WHEN ${ref('next.turn')} <= ${sql.lit(FIRST_OF_AN_HOUR)} THEN ${isDue(ref('next.due_at'))} ELSE 1 END`,
        )
        .orderBy('next.turn')
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', 'in', ['waiting', 'running'])
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

type Progress = Pick<
  ReportRow,
  | 'status'
  | 'taken_until'
  | 'parts_done'
  | 'finished_at'
  | 'expires_at'
  | 'error'
  | 'pages'
  | 'bytes'
  | 'file'
  | 'is_linked'
>

/** Notes how far a report is; false when it was thrown away, or another process has it by now. */
export const changeReport = async (
  db: Database,
  { id, tries }: Pick<ReportRow, 'id' | 'tries'>,
  change: Partial<Progress>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('reports')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'running')
    .where('user_id', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Leaves previews that an account still waits for to that job, too: it wants another one. */
export const giveUpPreviews = (db: Database, userId: number) =>
  db
    .updateTable('reports')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('is_preview', '=', 1)
    .where('status', 'in', ['waiting', 'running'])
    .execute()

/** Leaves a report to the job that removes it with its file. */
export const giveUpReport = (db: Database, id: number) =>
  db.updateTable('reports').set({ user_id: null, is_linked: 0 }).where('id', '=', id).execute()

export const linkReport = (db: Database, id: number) =>
  db.updateTable('reports').set({ is_linked: 1 }).where('id', '=', id).execute()

/** Keeps the file of a report until a moment at least (ISO 8601); one that is gone stays gone. */
export const lengthenReport = (db: Database, id: number, until: string) =>
  db
    .updateTable('reports')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('file', 'is not', null)
    .where('expires_at', '<', until)
    .execute()

/** Takes the link back: the next one is another. */
export const unlinkReport = (db: Database, id: number) =>
  db
    .updateTable('reports')
    .set(eb => ({ is_linked: 0, link_number: eb('link_number', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Reports whose file is over, and those that nobody may have any more. */
export const reportsToForget = (
  db: Database,
  now: string,
  { listedSince, runsListedSince, previewsSince }: Record<'listedSince' | 'runsListedSince' | 'previewsSince', string>,
): Promise<ReportRow[]> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where(eb =>
      eb.or([
        // A file that a process may still be writing is removed once that has surely ended.
        eb.and([eb('user_id', 'is', null), eb('taken_until', '<=', now)]),
        eb.and([eb('expires_at', '<=', now), eb('file', 'is not', null)]),
        eb.and([eb('created_at', '<=', listedSince), eb('schedule_id', 'is', null)]),
        eb('created_at', '<=', runsListedSince),
        eb.and([eb('is_preview', '=', 1), eb('created_at', '<=', previewsSince)]),
      ]),
    )
    .orderBy('id')
    .limit(100)
    .execute()

export const forgetFile = (db: Database, id: number) =>
  db.updateTable('reports').set({ file: null }).where('id', '=', id).execute()

export const deleteReport = (db: Database, id: number) => db.deleteFrom('reports').where('id', '=', id).execute()
