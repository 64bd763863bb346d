import { mailEndpoints } from '#shared/contract/accounts/mails.ts'
import { alertDeliveryEndpoints } from '#shared/contract/alerts/alert-delivery.ts'
import { writeAudit } from '../audit/audit.ts'
import { Failure } from '../kit/failure.ts'
import { type Served, type SignedIn, serve } from '../kit/http/serve.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { newSecret } from '../kit/security/secrets.ts'
import { isPushTarget } from '../kit/security/web-push.ts'
import type { Services } from '../kit/services.ts'
import { contactPointsOf } from './contact-points/contact-point-store.ts'
import { presentContactPoints } from './contact-points/contact-points.ts'
import { contactPointRoutes } from './contact-points/routes.ts'
import { paidMessages } from './contact-points/send.ts'
import { messagesToLookAt } from './outbox/outbox.ts'
import { changePreferences, preferencesOf } from './preferences-store.ts'
import { pushKeysOf } from './push-key-store.ts'
import { type SubscriptionRow, subscribe, subscriptionsOf, unsubscribe } from './subscriptions-store.ts'
import { sendTest } from './test-message.ts'

/** Time of the newest minute in which all rules were evaluated (ISO 8601); null before the first. */
type WatchedAt = (services: Services) => Promise<string | null>

const presentBrowser = (row: SubscriptionRow) => ({ ...row, signed_in: row.session_id !== null })

const deliveryRoutes = (watchedAt: WatchedAt) => {
  const present = async (services: Services, { id: userId, locale }: Pick<SignedIn, 'id' | 'locale'>) => {
    const { db } = services
    const { email, ...preferences } = await preferencesOf(db, userId)
    return {
      ...preferences,
      email: email === 1,
      watched_at: await watchedAt(services),
      push_subscriptions: (await subscriptionsOf(db, userId)).map(presentBrowser),
      contact_points: await presentContactPoints(db, await contactPointsOf(db, userId), locale),
      paid_messages: await paidMessages(services, userId),
    }
  }
  return serve(alertDeliveryEndpoints, {
    getAlertDelivery: (_, context) => present(context, context.user),

    saveAlertDelivery: async ({ body }, context) => {
      const { db, user } = context
      await changePreferences(db, user.id, { ...body, email: body.email ? 1 : 0 })
      return present(context, user)
    },

    getPushKey: async (_, { db }) => ({ public_key: (await pushKeysOf(db)).public_key }),

    createPushSubscription: async ({ body: { endpoint, keys } }, context) => {
      const { user, request, environment, t } = context
      const refused = (field: string) => new Failure('no_valid_input', { fields: { [field]: [t('fields.invalid')] } })
      if (!isPushTarget(keys)) throw refused('keys')
      // Every push service has TLS; only one of our own on the same network may do without.
      if (!endpoint.startsWith('https:') && !environment.ALLOW_PRIVATE_ADDRESSES) throw refused('endpoint')
      const agent = (request.headers['user-agent'] ?? '').slice(0, 500)
      return presentBrowser(await subscribe(context, user, { endpoint, ...keys, agent }))
    },

    deletePushSubscription: async ({ params }, { db, user }) => {
      if (!(await unsubscribe(db, user.id, params.id))) throw new Failure('not_found')
      return undefined
    },

    saveWebhook: async ({ body: { url } }, context) => {
      const { db, user } = context
      const secret = newSecret()
      await db.transaction().execute(async trx => {
        // A path or a query may hold a secret of the service that is called.
        await writeAudit(context, trx, { action: 'alert_webhook_set', name: new URL(url).origin })
        await changePreferences(trx, user.id, { webhook_url: url, webhook_secret: secret })
      })
      return { url, secret }
    },

    deleteWebhook: async (_, context) => {
      const { db, user } = context
      await db.transaction().execute(async trx => {
        const { webhook_url: url } = await preferencesOf(trx, user.id)
        // Taken away already, as by another tab.
        if (url === null) return
        await writeAudit(context, trx, { action: 'alert_webhook_removed', name: new URL(url).origin })
        await changePreferences(trx, user.id, { webhook_url: null, webhook_secret: null })
      })
      return undefined
    },

    testAlertDelivery: async ({ body: { channel } }, context) => {
      const { user } = context
      await countAttempt(context, 'alert_test', user.id)
      return { channel, ...(await sendTest(context, channel)) }
    },
  })
}

/** Routes of how the caller is told, and of all that went out, for who looks after the server. */
export const notificationRoutes = (watchedAt: WatchedAt): Served[] => [
  ...deliveryRoutes(watchedAt),
  ...contactPointRoutes(),
  ...serve(mailEndpoints, { listMails: (_, context) => messagesToLookAt(context, context.user.locale) }),
]
