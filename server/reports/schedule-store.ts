import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'
import { type ReportRow, reportOfId } from './store.ts'

export type ScheduleRow = Selectable<Tables['report_schedules']>

export const insertSchedule = (db: Database, row: Insertable<Tables['report_schedules']>): Promise<ScheduleRow> =>
  db.insertInto('report_schedules').values(row).returningAll().executeTakeFirstOrThrow()

/**
 * Changes a schedule. A run that is due by `dueBy` (ISO 8601) and was not written down yet stays due: somebody who saves a schedule
 * at 07:00 takes no run away. Null where its times are others from now on.
 */
export const changeSchedule = (
  db: Database,
  id: number,
  { next_run_at, ...change }: Updateable<Tables['report_schedules']> & { next_run_at: string | null },
  dueBy: string | null,
): Promise<ScheduleRow> =>
  db
    .updateTable('report_schedules')
    .set(eb => ({
      ...change,
      version: eb('version', '+', 1),
      next_run_at:
        dueBy === null || next_run_at === null
          ? next_run_at
          : eb
              .case()
              .when(eb.and([eb('active', '=', 1), eb('next_run_at', '<=', dueBy)]))
              .then(eb.ref('next_run_at'))
              .else(next_run_at)
              .end(),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteSchedule = (db: Database, id: number) =>
  db.deleteFrom('report_schedules').where('id', '=', id).execute()

/** Deletes the schedules of the demo farm with their runs, which are left to the job that removes their files. */
export const deleteDemoSchedules = async (db: Database): Promise<void> => {
  await db
    .updateTable('reports')
    .set({ user_id: null, is_linked: 0 })
    .where('schedule_id', 'in', eb => eb.selectFrom('report_schedules').select('id').where('demo', '=', 1))
    .execute()
  await db.deleteFrom('report_schedules').where('demo', '=', 1).execute()
}

export const schedulesOf = (db: Database, userId: number): Promise<ScheduleRow[]> =>
  db.selectFrom('report_schedules').selectAll().where('user_id', '=', userId).orderBy('name').orderBy('id').execute()

export const scheduleOfId = (db: Database, id: number): Promise<ScheduleRow | undefined> =>
  db.selectFrom('report_schedules').selectAll().where('id', '=', id).executeTakeFirst()

export type DueAfter = Pick<ScheduleRow, 'id' | 'next_run_at'>

/** Schedules that are due, the longest waiting first; those after one that was looked at already. */
export const dueSchedules = (
  db: Database,
  now: string,
  limit: number,
  last: DueAfter | null = null,
): Promise<ScheduleRow[]> => {
  const due = db
    .selectFrom('report_schedules')
    .selectAll()
    .where('active', '=', 1)
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .orderBy('id')
    .limit(limit)
  const rest = last
    ? due.where(eb =>
        eb.or([
          eb('next_run_at', '>', last.next_run_at),
          eb.and([eb('next_run_at', '=', last.next_run_at), eb('id', '>', last.id)]),
        ]),
      )
    : due
  return rest.execute()
}

/** Moves a schedule on from a run; false when another process did, or somebody changed it meanwhile. */
export const moveSchedule = async (
  db: Database,
  { id, next_run_at }: Pick<ScheduleRow, 'id' | 'next_run_at'>,
  next: string,
): Promise<boolean> => {
  const moved = await db
    .updateTable('report_schedules')
    .set({ next_run_at: next })
    .where('id', '=', id)
    .where('next_run_at', '=', next_run_at)
    .where('active', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Runs of schedules, tests left out, the newest first. */
export const runsOf = (db: Database, scheduleIds: readonly number[], most: number): Promise<ReportRow[]> =>
  db
    .selectFrom(
      db
        .selectFrom('reports')
        .selectAll()
        .select(eb =>
          eb.fn
            .agg<number>('row_number')
            .over(over => over.partitionBy('schedule_id').orderBy('due_at', 'desc'))
            .as('nth'),
        )
        .where('schedule_id', 'in', inIds(db, scheduleIds))
        .where('due_at', 'is not', null)
        .as('numbered'),
    )
    .selectAll()
    .where('nth', '<=', most)
    .orderBy('due_at', 'desc')
    .execute()

type MailRow = Selectable<Tables['report_mails']>

export const insertMail = (db: Database, mail: Omit<MailRow, 'id' | 'error' | 'state'>) =>
  db
    .insertInto('report_mails')
    .values({ ...mail, state: 'waiting', error: null })
    .execute()

/** A mail that waits, with the report it tells of and the schedule that made it; undefined where the report is gone. */
export const mailOfMessage = async (db: Database, messageId: number) => {
  const mail = await db.selectFrom('report_mails').selectAll().where('message_id', '=', messageId).executeTakeFirst()
  const report = mail && (await reportOfId(db, mail.report_id))
  if (!mail || !report) return undefined
  const schedule = report.schedule_id === null ? undefined : await scheduleOfId(db, report.schedule_id)
  return { recipient: mail.recipient, report, schedule }
}

export const mailsOf = (db: Database, reportIds: readonly number[]): Promise<MailRow[]> =>
  db.selectFrom('report_mails').selectAll().where('report_id', 'in', inIds(db, reportIds)).orderBy('id').execute()

export const endMail = (db: Database, messageId: number, end: Pick<MailRow, 'state' | 'error'>) =>
  db.updateTable('report_mails').set(end).where('message_id', '=', messageId).execute()

export const deleteMail = (db: Database, messageId: number) =>
  db.deleteFrom('report_mails').where('message_id', '=', messageId).execute()
