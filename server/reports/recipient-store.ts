import type { Database } from '../kit/database/database.ts'
import { inIds, inTexts } from '../kit/database/in-ids.ts'

/** Addresses (in small letters) that a schedule mails to, with the id of each; those that are new are written down. */
export const recipientIdsOf = async (
  db: Database,
  scheduleId: number,
  emails: readonly string[],
  at: string,
): Promise<Map<string, number>> => {
  for (const email of emails)
    await db
      .insertInto('report_recipients')
      .values({ schedule_id: scheduleId, email, created_at: at, stopped_at: null })
      .onConflict(conflict => conflict.columns(['schedule_id', 'email']).doNothing())
      .execute()
  const rows = await db
    .selectFrom('report_recipients')
    .select(['id', 'email'])
    .where('schedule_id', '=', scheduleId)
    .where('email', 'in', inTexts(db, emails))
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Addresses that want no more reports of these schedules. */
export const stoppedRecipients = (db: Database, scheduleIds: readonly number[]) =>
  db
    .selectFrom('report_recipients')
    .select(['schedule_id', 'email'])
    .where('schedule_id', 'in', inIds(db, scheduleIds))
    .where('stopped_at', 'is not', null)
    .orderBy('email')
    .execute()

/** Recipient with its schedule and the account whose that is; undefined once the schedule is deleted. */
export const recipientOfId = (db: Database, id: number) =>
  db
    .selectFrom('report_recipients')
    .innerJoin('report_schedules', 'report_schedules.id', 'report_recipients.schedule_id')
    .select([
      'report_recipients.id',
      'report_recipients.email',
      'report_recipients.stopped_at',
      'report_schedules.name',
      'report_schedules.user_id',
    ])
    .where('report_recipients.id', '=', id)
    .executeTakeFirst()

/**
 * Notes that an address wants no more reports, or null that it wants them again; a stop keeps the time it was first said. Answers
 * whether that is new.
 */
export const setStopped = async (db: Database, id: number, stopped_at: string | null): Promise<boolean> => {
  const changed = await db
    .updateTable('report_recipients')
    .set({ stopped_at })
    .where('id', '=', id)
    .where('stopped_at', stopped_at === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Tells whether the recipient of a mail of a run has stopped the reports of its schedule meanwhile. */
export const isMailStopped = async (db: Database, messageId: number): Promise<boolean> => {
  const stopped = await db
    .selectFrom('report_mails')
    .innerJoin('reports', 'reports.id', 'report_mails.report_id')
    .innerJoin('report_recipients', join =>
      join
        .onRef('report_recipients.schedule_id', '=', 'reports.schedule_id')
        .onRef('report_recipients.email', '=', 'report_mails.recipient'),
    )
    .select('report_mails.id')
    .where('report_mails.message_id', '=', messageId)
    .where('reports.due_at', 'is not', null)
    .where('report_recipients.stopped_at', 'is not', null)
    .executeTakeFirst()
  return stopped !== undefined
}

/** Moves recipients to another address: one that a schedule mails to already stays, and is stopped where either was. */
export const moveRecipients = async (db: Database, from: string, to: string): Promise<void> => {
  const rows = await db.selectFrom('report_recipients').selectAll().where('email', '=', from).execute()
  for (const { id, schedule_id, stopped_at } of rows) {
    const other = await db
      .selectFrom('report_recipients')
      .select('id')
      .where('schedule_id', '=', schedule_id)
      .where('email', '=', to)
      .executeTakeFirst()
    if (!other) {
      await db.updateTable('report_recipients').set({ email: to }).where('id', '=', id).execute()
      continue
    }
    if (stopped_at !== null) await setStopped(db, other.id, stopped_at)
    await db.deleteFrom('report_recipients').where('id', '=', id).execute()
  }
}
