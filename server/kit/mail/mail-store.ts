import type { Selectable } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Database } from '../database/database.ts'

export type StoredMail = Selectable<Tables['mails']>

/** The order in which letters get their turn: an alarm before what a person waits for, and that before all others. */
const PRIORITY = { alarm: 0, person: 1, ordinary: 2 } as const

export interface Mail {
  recipient: string
  subject: string
  text: string
  html: string
  /** Holds a code or a link that lets in: its text is forgotten after a day. */
  secret?: boolean
  /** PNG in base64, shown in the HTML. */
  picture?: string | null
  priority?: keyof typeof PRIORITY
}

/** Stores a mail with whatever else its transaction changes; `sendSoon` or the next look at the outbox sends it. Returns its id. */
export const insertMail = async (db: Database, mail: Mail, at: string): Promise<number> => {
  const { id } = await db
    .insertInto('mails')
    .values({
      ...mail,
      secret: mail.secret ? 1 : 0,
      picture: mail.picture ?? null,
      priority: PRIORITY[mail.priority ?? 'ordinary'],
      state: 'waiting',
      created_at: at,
      sent_at: null,
      attempts: 0,
      next_attempt_at: at,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Takes the letter whose turn it is, until `heldUntil` for this process alone. Within one priority the untried ones come first, so that
 * letters nobody can deliver do not stand before those that can be.
 */
export const takeMail = async (
  db: Database,
  { now, heldUntil }: { now: string; heldUntil: string },
): Promise<StoredMail | undefined> => {
  for (;;) {
    const next = await db
      .selectFrom('mails')
      .select(['id', 'attempts'])
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .orderBy('priority')
      .orderBy('attempts')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const taken = await db
      .updateTable('mails')
      .set({ attempts: next.attempts + 1, next_attempt_at: heldUntil })
      .where('id', '=', next.id)
      .where('attempts', '=', next.attempts)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst()
    if (taken) return taken
  }
}

export const setMail = (
  db: Database,
  id: number,
  change: Partial<Pick<StoredMail, 'state' | 'sent_at' | 'last_error' | 'next_attempt_at' | 'attempts'>>,
) => db.updateTable('mails').set(change).where('id', '=', id).execute()

/** Lets other letters to a mailbox that takes none for now wait as well, all but alarms. */
export const holdRecipient = (db: Database, recipient: string, until: string) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: until })
    .where('state', '=', 'waiting')
    .where('recipient', '=', recipient)
    .where('next_attempt_at', '<', until)
    .where('priority', '>', PRIORITY.alarm)
    .execute()

/** Empties letters of secrets that are older than the day they work, and deletes all that ended before `kept`. */
export const forgetEnded = async (db: Database, before: { secrets: string; kept: string }): Promise<void> => {
  await db
    .updateTable('mails')
    .set({ text: '', html: '', secret: 0 })
    .where('secret', '=', 1)
    .where('state', '!=', 'waiting')
    .where('created_at', '<', before.secrets)
    .execute()
  await db.deleteFrom('mails').where('state', '!=', 'waiting').where('created_at', '<', before.kept).execute()
}

/** The newest, for who looks after the server, without their HTML and pictures. */
export const selectNewest = (db: Database, limit: number) =>
  db
    .selectFrom('mails')
    .select([
      'id',
      'recipient',
      'subject',
      'text',
      'secret',
      'state',
      'created_at',
      'sent_at',
      'attempts',
      'next_attempt_at',
      'last_error',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Sends letters that wait for one address to another; those with a secret go to whom it was meant for, or nowhere. */
export const moveWaitingMails = async (db: Database, { from, to }: { from: string; to: string }): Promise<void> => {
  await db
    .updateTable('mails')
    .set({ recipient: to })
    .where('recipient', '=', from)
    .where('state', '=', 'waiting')
    .where('secret', '=', 0)
    .execute()
}
