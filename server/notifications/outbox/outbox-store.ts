import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds, inTexts } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'
import type { ChannelName } from '../tables.ts'

export type OutboxMessage = Selectable<Tables['outbox']>

/** The order in which messages get their turn: an alarm before what a person waits for, and that before all others. */
export const PRIORITY = { alarm: 0, person: 1, ordinary: 2 } as const

type NewMessage = Omit<
  Insertable<Tables['outbox']>,
  'id' | 'turn' | 'state' | 'sent_at' | 'attempts' | 'next_attempt_at' | 'leased_until' | 'last_error'
>

/** Writes a message down behind those that wait in its lane. Returns its id. */
export const insertMessage = async (db: Database, message: NewMessage): Promise<number> => {
  const { id } = await db
    .insertInto('outbox')
    .values(eb => ({
      ...message,
      turn: eb
        .selectFrom('outbox as before')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('before.channel', '=', message.channel)
        .where('before.lane', '=', message.lane)
        .where('before.state', '=', 'waiting'),
      state: 'waiting' as const,
      sent_at: null,
      attempts: 0,
      next_attempt_at: message.created_at,
      leased_until: null,
      last_error: null,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Taking {
  channel: ChannelName
  ordered: boolean
  isOneOfLane?: boolean
  now: string
  leasedUntil: string
  /** Ids of those that this process is sending: a clock that steps forward ends their leases before they are sent. */
  sending: Iterable<number>
}

/** Messages of a channel that wait, are due and that no process has. */
const dueMessages = (db: Database, { channel, now, sending }: Taking) =>
  db
    .selectFrom('outbox')
    .where('outbox.channel', '=', channel)
    .where('outbox.id', 'not in', inIds(db, sending))
    .where('outbox.state', '=', 'waiting')
    .where('outbox.next_attempt_at', '<=', now)
    .where(eb => eb.or([eb('outbox.leased_until', 'is', null), eb('outbox.leased_until', '<=', now)]))

type Due = ReturnType<typeof dueMessages>

/** Leaves out messages of a lane of which a process has one. */
const notUnderWay = (db: Database, due: Due, { now, sending }: Taking): Due =>
  due.where(eb =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('outbox as other')
          .select('other.id')
          .whereRef('other.channel', '=', 'outbox.channel')
          .whereRef('other.lane', '=', 'outbox.lane')
          .where('other.state', '=', 'waiting')
          .where(other =>
            other.or([other('other.leased_until', '>', now), other('other.id', 'in', inIds(db, sending))]),
          ),
      ),
    ),
  )

/**
 * Takes the message whose turn it is, until `leasedUntil` for this process alone. Within one priority the untried ones come first, so
 * that what nobody can deliver does not stand before what can be, and then the first of each lane before the second of any.
 */
export const takeMessage = async (db: Database, taking: Taking): Promise<OutboxMessage | undefined> => {
  const { ordered, isOneOfLane, leasedUntil } = taking
  for (;;) {
    const all = dueMessages(db, taking)
    const due = isOneOfLane ? notUnderWay(db, all, taking) : all
    const first = ordered
      ? due.where(eb =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('outbox as before')
                .select('before.id')
                .whereRef('before.channel', '=', 'outbox.channel')
                .whereRef('before.lane', '=', 'outbox.lane')
                .where('before.state', '=', 'waiting')
                .whereRef('before.id', '<', 'outbox.id'),
            ),
          ),
        )
      : due
    const next = await first
      .select(['outbox.id', 'outbox.attempts'])
      .orderBy('outbox.priority')
      .orderBy('outbox.attempts')
      .orderBy('outbox.turn')
      .orderBy('outbox.id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const taken = await db
      .updateTable('outbox')
      .set({ attempts: next.attempts + 1, leased_until: leasedUntil })
      .where('id', '=', next.id)
      .where('attempts', '=', next.attempts)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst()
    if (taken) return taken
  }
}

type Change = Pick<Updateable<Tables['outbox']>, 'state' | 'sent_at' | 'last_error' | 'next_attempt_at' | 'payload'>

/**
 * Gives a message back that was taken, with what became of the attempt. Resolves with false where the message is no longer this
 * attempt's: its lease ran out, and another process took it or ended it. What was sent counts from whichever attempt: it is there.
 */
export const giveBack = async (
  db: Database,
  { id, attempts }: Pick<OutboxMessage, 'id' | 'attempts'>,
  change: Change,
): Promise<boolean> => {
  const mine = db
    .updateTable('outbox')
    .set({ ...change, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
  const { numUpdatedRows } = await (change.state === 'sent'
    ? mine
    : mine.where('attempts', '=', attempts)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Says of a mail that was taken that it came back; undefined where that was said before, or it was not taken. */
export const markBounced = (db: Database, id: number, last_error: string): Promise<OutboxMessage | undefined> =>
  db
    .updateTable('outbox')
    .set({ state: 'refused', last_error })
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst()

/** Says of a mail that was taken that it is delayed on its way; undefined where something was said of it before. */
export const markDelayed = (db: Database, id: number): Promise<OutboxMessage | undefined> =>
  db
    .updateTable('outbox')
    .set({ last_error: 'delayed' })
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .where('state', '=', 'sent')
    .where('last_error', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const deleteMessage = (db: Database, id: number) => db.deleteFrom('outbox').where('id', '=', id).execute()

/** Lets the other messages of a lane that takes none for now wait as well, all but alarms. */
export const postponeLane = (db: Database, { channel, lane }: Pick<OutboxMessage, 'channel' | 'lane'>, until: string) =>
  db
    .updateTable('outbox')
    .set({ next_attempt_at: until })
    .where('state', '=', 'waiting')
    .where('channel', '=', channel)
    .where('lane', '=', lane)
    .where('next_attempt_at', '<', until)
    .where('priority', '>', PRIORITY.alarm)
    .execute()

/** Time of the next attempt of each of these lanes, of messages that one attempt has failed of. */
export const retriesOf = async (
  db: Database,
  channel: ChannelName,
  lanes: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('outbox')
    .select(eb => ['lane', eb.fn.min('next_attempt_at').as('at')])
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('last_error', 'is not', null)
    .where('lane', 'in', inTexts(db, lanes))
    .groupBy('lane')
    .execute()
  return new Map(rows.map(({ lane, at }) => [lane, at]))
}

/** States of these messages; those that are forgotten are left out. */
export const statesOf = (db: Database, ids: Iterable<number>) =>
  db.selectFrom('outbox').select(['id', 'state', 'sent_at', 'last_error']).where('id', 'in', inIds(db, ids)).execute()

/** Empties messages of secrets that are older than the day they work, and deletes all that ended before `kept`. */
export const forgetEnded = async (db: Database, before: { secrets: string; kept: string }): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ text: '', html: '', attachments: null, payload: null, secret: 0 })
    .where('secret', '=', 1)
    .where('state', '!=', 'waiting')
    .where('created_at', '<', before.secrets)
    .execute()
  await db.deleteFrom('outbox').where('state', '!=', 'waiting').where('created_at', '<', before.kept).execute()
}

/**
 * Lets a message that was refused, or kept as no channel took it, wait once more from `at` until `expires_at` (ISO 8601); false where
 * it is gone, was sent, or its text is forgotten.
 */
export const requeueMessage = async (
  db: Database,
  id: number,
  { at, expires_at }: { at: string; expires_at: string },
): Promise<boolean> => {
  const row = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: at, leased_until: null, last_error: null, expires_at })
    .where('id', '=', id)
    .where('state', 'in', ['refused', 'kept'])
    .where('text', '!=', '')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Messages as who looks after the server sees them: without HTML and files. */
const listed = (db: Database) =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'channel',
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

/**
 * The newest e-mails, the newest messages that nobody took, and the e-mails that have waited longest, so many of each: what has to be
 * looked at does not leave the list because much was sent since. The newest comes first.
 */
export const selectToLookAt = async (db: Database, most: number) => {
  const parts = await Promise.all([
    listed(db).where('channel', '=', 'email').orderBy('id', 'desc').limit(most).execute(),
    listed(db).where('state', '=', 'refused').orderBy('id', 'desc').limit(most).execute(),
    listed(db)
      .where('channel', '=', 'email')
      .where('state', '=', 'waiting')
      .orderBy('created_at')
      .orderBy('id')
      .limit(most)
      .execute(),
  ])
  return [...new Map(parts.flat().map(row => [row.id, row])).values()].sort((a, b) => b.id - a.id)
}

/** Time a mail server last took a mail (ISO 8601); null before the first. */
export const lastSentEmail = async (db: Database): Promise<string | null> => {
  const row = await db
    .selectFrom('outbox')
    .select(eb => eb.fn.max('sent_at').as('at'))
    .where('channel', '=', 'email')
    .executeTakeFirst()
  return row?.at ?? null
}

/** Number of e-mails that have waited since before a time. */
export const countWaitingEmails = async (db: Database, before: string): Promise<number> => {
  const row = await db
    .selectFrom('outbox')
    .select(eb => eb.fn.countAll().as('count'))
    .where('channel', '=', 'email')
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Takes mails that wait for an address along when its account gets another, but none that lets in. */
export const moveRecipient = async (db: Database, from: string, to: string): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ recipient: to, lane: to })
    .where('channel', '=', 'email')
    .where('recipient', '=', from)
    .where('state', '=', 'waiting')
    .where('secret', '=', 0)
    .execute()
  await db
    .updateTable('mails')
    .set({ recipient: to })
    .where('recipient', '=', from)
    .where('state', '=', 'waiting')
    .where('secret', '=', 0)
    .execute()
}

/** Counts what waits in a channel, with the time of the oldest, and what nobody took of it since a time (ISO 8601). */
export const countOutbox = async (db: Database, channel: ChannelName, since: string) => {
  const ofChannel = db
    .selectFrom('outbox')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest_at')])
    .where('channel', '=', channel)
  // Each has an index: whatever was sent before costs nothing.
  const [waiting, refused] = await Promise.all([
    ofChannel.where('state', '=', 'waiting').executeTakeFirstOrThrow(),
    ofChannel.where('state', '=', 'refused').where('created_at', '>=', since).executeTakeFirstOrThrow(),
  ])
  return { waiting: Number(waiting.count), oldest_at: waiting.oldest_at ?? null, failed: Number(refused.count) }
}
