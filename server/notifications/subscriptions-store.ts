import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import type { PushTarget } from '../kit/security/web-push.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Tables } from '../tables.ts'

const MAX_BROWSERS = 50
const SHOWN_MS = 30 * DAY_MS

export const subscriptionsOf = (db: Database, userId: number) =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_BROWSERS)
    .execute()
export type SubscriptionRow = Awaited<ReturnType<typeof subscriptionsOf>>[number]

/** Tells whether a push may reach a browser: it is there, and signed in. */
export const isReachable = ({ ended_at, session_id }: Pick<SubscriptionRow, 'ended_at' | 'session_id'>): boolean =>
  ended_at === null && session_id !== null

/** Subscriptions that a push may reach. */
export const reachableOf = async (db: Database, userId: number): Promise<SubscriptionRow[]> =>
  (await subscriptionsOf(db, userId)).filter(isReachable)

/** A browser belongs to who signed in last on it: whoever subscribes takes it over. */
export const subscribe = async (
  services: Services,
  user: Pick<SignedIn, 'id' | 'session_id' | 'admin'>,
  { endpoint, p256dh, auth, agent }: PushTarget & { agent: string },
): Promise<SubscriptionRow> => {
  const row = {
    user_id: user.id,
    session_id: user.session_id,
    p256dh,
    auth,
    agent,
    created_at: isoNow(services),
    last_at: null,
    ended_at: null,
  }
  return services.db.transaction().execute(async trx => {
    await lockUser(trx, user.id)
    const others = (await subscriptionsOf(trx, user.id)).filter(one => one.endpoint !== endpoint)
    requireQuota({ ...services, user }, 'push_subscriptions', others.length)
    return insertSubscription(trx, endpoint, row)
  })
}

const insertSubscription = (
  db: Database,
  endpoint: string,
  row: Omit<Tables['push_subscriptions'], 'id' | 'endpoint'>,
): Promise<SubscriptionRow> =>
  db
    .insertInto('push_subscriptions')
    .values({ endpoint, ...row })
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()

/** False when it is not there or somebody else's. */
export const unsubscribe = async (db: Database, userId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Notes that a push service took something for a browser, or that it is gone. */
export const notePushed = (db: Database, id: number, set: { last_at: string } | { ended_at: string }) =>
  db.updateTable('push_subscriptions').set(set).where('id', '=', id).execute()

/**
 * Forgets browsers that are gone: their names are shown for a month, and longer where no other is left. By these it is known that
 * their person wants to be told, until they remove them.
 */
export const forgetEndedSubscriptions = async (services: Services): Promise<void> => {
  await services.db
    .deleteFrom('push_subscriptions')
    .where('ended_at', '<', new Date(services.now() - SHOWN_MS).toISOString())
    .where('user_id', 'in', eb =>
      eb.selectFrom('push_subscriptions as other').select('other.user_id').where('other.ended_at', 'is', null),
    )
    .execute()
}
