import type { Kysely } from 'kysely'
import type { Database } from '../../../kit/database/database.ts'
import { inTexts } from '../../../kit/database/in-ids.ts'
import { inParts, insertRows } from '../../../kit/database/rows-as.ts'
import type { Tables } from '../../../tables.ts'

const DAYS_KEPT = 30
const MAX_TOPICS = 1000

export const heardSince = (now: number): string => new Date(now - DAYS_KEPT * 86_400_000).toISOString()

export const boundTopics = async (db: Database): Promise<Map<string, number>> => {
  const rows = await db.selectFrom('device_topics').selectAll().execute()
  return new Map(rows.map(row => [row.topic, row.device_id]))
}

export const topicOfDevice = (db: Database, deviceId: number) =>
  db.selectFrom('device_topics').select('topic').where('device_id', '=', deviceId).executeTakeFirst()

export const deviceOfTopic = (db: Database, topic: string) =>
  db.selectFrom('device_topics').select('device_id').where('topic', '=', topic).executeTakeFirst()

/**
 * Binds a device to a topic, null to none. A topic another device has breaks the table's rule: look first. What was heard of the topic
 * stays until it is taken or forgotten.
 */
export const bindTopic = async (db: Database, deviceId: number, topic: string | null): Promise<void> => {
  await db.deleteFrom('device_topics').where('device_id', '=', deviceId).execute()
  if (topic === null) return
  await db.insertInto('device_topics').values({ device_id: deviceId, topic }).execute()
}

export const forgetTopic = async (db: Database, topic: string): Promise<void> => {
  await db.deleteFrom('heard_topics').where('topic', '=', topic).execute()
}

/** Forgets what was heard of a topic up to a time (ISO 8601): news that came meanwhile stay. */
export const forgetTaken = async (
  db: Database,
  { topic, last_heard_at }: Pick<Tables['heard_topics'], 'topic' | 'last_heard_at'>,
): Promise<void> => {
  await db.deleteFrom('heard_topics').where('topic', '=', topic).where('last_heard_at', '<=', last_heard_at).execute()
}

/** Last messages of topics that a device is bound to by now and that were not taken into it, the one heard longest ago first. */
export const untakenTopics = (db: Database) =>
  db
    .selectFrom('heard_topics')
    .innerJoin('device_topics', 'device_topics.topic', 'heard_topics.topic')
    .select(['device_topics.device_id', 'heard_topics.topic', 'source', 'last_message', 'last_heard_at'])
    .orderBy('last_heard_at')
    .execute()
export type UntakenTopic = Awaited<ReturnType<typeof untakenTopics>>[number]

export interface TopicNote {
  topic: string
  source: Tables['heard_topics']['source']
  messages: number
  last_message: string
}

const TYPES = {
  topic: 'text',
  source: 'text',
  messages: 'bigint',
  last_message: 'text',
  first_heard_at: 'text',
  last_heard_at: 'text',
} as const

/**
 * Notes what was heard of topics that no device is bound to, the newest thousand. A topic that was bound since it was heard is left
 * out: what somebody else may have said there would be taken into its device.
 */
export const noteTopics = async (db: Kysely<Tables>, notes: TopicNote[], at: string): Promise<void> => {
  const heard = notes.map(({ topic }) => topic)
  const rowsBound = await db
    .selectFrom('device_topics')
    .select('topic')
    .where('topic', 'in', inTexts(db, heard))
    .execute()
  const bound = new Set(rowsBound.map(({ topic }) => topic))
  const rows = notes
    .filter(({ topic }) => !bound.has(topic))
    .map(note => ({ ...note, first_heard_at: at, last_heard_at: at }))
  for (const some of inParts(rows))
    await insertRows(db, 'heard_topics', some, TYPES, 'topic')
      .onConflict(conflict =>
        conflict.column('topic').doUpdateSet(eb => ({
          messages: eb('heard_topics.messages', '+', eb.ref('excluded.messages')),
          last_message: eb.ref('excluded.last_message'),
          last_heard_at: eb.ref('excluded.last_heard_at'),
        })),
      )
      .execute()
  const beyond = await db
    .selectFrom('heard_topics')
    .select('topic')
    .orderBy('last_heard_at', 'desc')
    .orderBy('topic')
    .offset(MAX_TOPICS)
    .limit(MAX_TOPICS)
    .execute()
  if (beyond.length === 0) return
  const topics = beyond.map(row => row.topic)
  await db.deleteFrom('heard_topics').where('topic', 'in', inTexts(db, topics)).execute()
}

/** Topics heard since `since` and bound to no device, the newest first. */
export const heardTopics = (db: Database, since: string) =>
  db
    .selectFrom('heard_topics')
    .selectAll()
    .where('last_heard_at', '>=', since)
    .where('topic', 'not in', eb => eb.selectFrom('device_topics').select('device_topics.topic'))
    .orderBy('last_heard_at', 'desc')
    .orderBy('topic')
    .execute()

export const heardTopic = (db: Database, topic: string) =>
  db.selectFrom('heard_topics').selectAll().where('topic', '=', topic).executeTakeFirst()

export const forgetOldTopics = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('heard_topics').where('last_heard_at', '<', before).execute()
}
