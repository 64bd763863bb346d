import type { FeedContent } from '#shared/contract/accounts/feeds.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { feedEndsAt } from '#shared/rules/accounts/feeds.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { hashOf } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { activeAccount, type Person } from '../users/accounts.ts'
import { type FeedRow, feedOfId, feedOfSecret, noteFeedRead } from './store.ts'

/** Beginning of every secret of a feed, by which one that leaked can be found. */
export const PREFIX = 'bmf_'
const NOTE_READ_MS = 10 * MINUTE_MS

/** Person as one who sees own places and those of groups: a feed holds nothing that only an administrator sees. */
export const callerOf = ({ id, email }: Pick<Person, 'id' | 'email'>): Caller => ({ id, email, admin: false })

/** A feed of this kind with the person who made it, while it lasts and they may sign in. */
const lasting = async <Kind extends FeedContent['kind']>(
  db: Database,
  now: number,
  row: FeedRow | undefined,
  kind: Kind,
) => {
  const content = row && fromJson(row.content)
  if (!row || content?.kind !== kind || feedEndsAt(row) <= now) return null
  const maker = await activeAccount(db, row.user_id)
  return maker ? { row, maker, content: content as Extract<FeedContent, { kind: Kind }> } : null
}

export const feedWithSecret = async <Kind extends FeedContent['kind']>(
  db: Database,
  now: number,
  secret: string,
  kind: Kind,
) => lasting(db, now, secret.startsWith(PREFIX) ? await feedOfSecret(db, hashOf(secret)) : undefined, kind)

/**
 * Counts and notes that a feed is read. Throws limit_exceeded where that one feed is read too often: many people's calendars are
 * read from the same few addresses.
 */
export const noteReading = async (
  context: Services,
  row: FeedRow,
  policy: 'feed_read' | 'metrics_read',
): Promise<void> => {
  const { db, now } = context
  await countAttempt(context, policy, row.id)
  if (row.last_read_at === null || now() - Date.parse(row.last_read_at) > NOTE_READ_MS)
    await noteFeedRead(db, row.id, isoNow(context))
}

/** Id of the feed of metrics with this secret; null where none lasts. */
export const metricsKeyOf = async ({ db, now }: Services, secret: string): Promise<number | null> =>
  (await feedWithSecret(db, now(), secret, 'metrics'))?.row.id ?? null

/** Person by whose rights a feed is read now, and their language. Throws invalid_token once they end, and limit_exceeded. */
export const readerOf = async (
  context: Services,
  id: number,
  kind: 'metrics' | 'home_assistant',
): Promise<{ caller: Caller; language: Language }> => {
  const { db, now } = context
  const feed = await lasting(db, now(), await feedOfId(db, id), kind)
  if (!feed) throw new Failure('invalid_token')
  await noteReading(context, feed.row, 'metrics_read')
  return { caller: callerOf(feed.maker), language: feed.maker.locale }
}
