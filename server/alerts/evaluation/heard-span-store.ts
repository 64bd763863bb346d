import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type ListeningTransport = Tables['heard_spans']['door']

/** Makes the span of a transport that ended between `since` and `at` (ISO 8601) last until `at`. False when there is none. */
export const lengthenHeardSpan = async (
  db: Database,
  transport: ListeningTransport,
  since: string,
  at: string,
): Promise<boolean> => {
  const longer = await db
    .updateTable('heard_spans')
    .set({ end: at })
    .where('door', '=', transport)
    .where('end', '>=', since)
    .where('end', '<=', at)
    .returning('id')
    .execute()
  return longer.length > 0
}

/** Tells whether another process has noted of this transport that messages could be taken after `at` (ISO 8601). */
export const isHeardAfter = async (db: Database, transport: ListeningTransport, at: string): Promise<boolean> => {
  const ahead = db.selectFrom('heard_spans').select('id').where('door', '=', transport).where('end', '>', at)
  return (await ahead.executeTakeFirst()) !== undefined
}

export const beginHeardSpan = (db: Database, transport: ListeningTransport, at: string) =>
  db.insertInto('heard_spans').values({ door: transport, start: at, end: at }).execute()

/** Spans of all transports that ended at `since` (ISO 8601) or later. */
export const heardSpansSince = (db: Database, since: string) =>
  db.selectFrom('heard_spans').select(['door', 'start', 'end']).where('end', '>=', since).execute()

export const deleteHeardSpansBefore = (db: Database, before: string) =>
  db.deleteFrom('heard_spans').where('end', '<', before).execute()
