import type { Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'
import { LAST_ATTEMPT_MS } from './backoff.ts'
import type { Attachment } from './enqueue.ts'
import type { OutboxMessage } from './outbox-store.ts'

type Mail = Selectable<Tables['mails']>

/** Mails that no process of the release before has just now, those that wait first, then the newest. */
const freeMails = (db: Database, now: string, limit: number) =>
  db
    .selectFrom('mails')
    .select('id')
    .where(eb => eb.or([eb('state', '!=', 'waiting'), eb('next_attempt_at', '<=', now)]))
    .orderBy('state', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Moves mails that the release before wrote into the outbox, each under its id, with what the logs say of them. Returns them. */
export const moveMails = async (db: Database, now: string, limit: number): Promise<OutboxMessage[]> => {
  const free = (await freeMails(db, now, limit)).map(({ id }) => id)
  if (free.length === 0) return []
  const told = await db
    .selectFrom('alert_deliveries')
    .select(['id', 'mail_id'])
    .where('mail_id', 'in', inIds(db, free))
    .execute()
  const ways = await db
    .selectFrom('alarm_ways')
    .select(['id', 'mail_id'])
    .where('mail_id', 'in', inIds(db, free))
    .execute()
  const mails = await db
    .deleteFrom('mails')
    .where('id', 'in', inIds(db, free))
    // A message that a process of the release before has taken meanwhile stays its own.
    .where(eb => eb.or([eb('state', '!=', 'waiting'), eb('next_attempt_at', '<=', now)]))
    .returningAll()
    .execute()
  const topics = new Map([
    ...told.map(({ mail_id }) => [mail_id, 'alert'] as const),
    ...ways.map(({ mail_id }) => [mail_id, 'alarm'] as const),
  ])
  const moved: OutboxMessage[] = []
  for (const mail of mails) {
    const message = messageOf(mail, topics.get(mail.id) ?? null)
    await db.insertInto('outbox').values(message).execute()
    for (const { id, mail_id } of told)
      if (mail_id === mail.id)
        await db.updateTable('alert_deliveries').set({ message_id: mail.id }).where('id', '=', id).execute()
    for (const { id, mail_id } of ways)
      if (mail_id === mail.id)
        await db.updateTable('alarm_ways').set({ message_id: mail.id }).where('id', '=', id).execute()
    moved.push(message)
  }
  return moved
}

const messageOf = ({ picture, ...mail }: Mail, topic: string | null): OutboxMessage => {
  const age = mail.secret ? LAST_ATTEMPT_MS.secret : LAST_ATTEMPT_MS.email
  const files: Attachment[] = picture === null ? [] : [{ filename: 'picture.png', content: picture, cid: 'picture' }]
  return {
    ...mail,
    channel: 'email',
    topic,
    about: null,
    user_id: null,
    lane: mail.recipient,
    turn: 0,
    attachments: files.length > 0 ? JSON.stringify(files) : null,
    payload: null,
    expires_at: new Date(Date.parse(mail.created_at) + age).toISOString(),
    leased_until: null,
  }
}
