import { alertDeliveryEndpoints } from '../../../shared/contract/alert-delivery.ts'
import type { Catalogue } from '../../kit/catalogue.ts'
import { Failure } from '../../kit/failure.ts'
import { newSecret } from '../../kit/secrets.ts'
import { serve } from '../../kit/serve.ts'
import { countTryOf } from '../../kit/tries.ts'
import { isPushTarget } from '../../kit/web-push.ts'
import { pushKeysOf } from './by-push.ts'
import { watchedAt } from './ping.ts'
import { changePreferences, preferencesOf } from './preferences.ts'
import { type SubscriptionRow, subscribe, subscriptionsOf, unsubscribe } from './subscriptions.ts'
import { sendTest } from './test-message.ts'

/** More than these within ten minutes are no test any more. */
const MOST_TESTS = 10
const TEN_MINUTES = 600_000

const present = async (db: Catalogue, userId: number) => {
  const { email, ...preferences } = await preferencesOf(db, userId)
  return {
    ...preferences,
    email: email === 1,
    watched_at: await watchedAt(db),
    push_subscriptions: (await subscriptionsOf(db, userId)).map(presentBrowser),
  }
}

const presentBrowser = (row: SubscriptionRow) => ({ ...row, signed_in: row.session_id !== null })

export const alertDeliveryRoutes = serve(alertDeliveryEndpoints, {
  getAlertDelivery: (_, { db, user }) => present(db, user.id),

  saveAlertDelivery: async ({ body }, { db, user }) => {
    await changePreferences(db, user.id, { ...body, email: body.email ? 1 : 0 })
    return present(db, user.id)
  },

  getPushKey: async (_, { db }) => ({ public_key: (await pushKeysOf(db)).public_key }),

  createPushSubscription: async ({ body: { endpoint, keys } }, context) => {
    const { user, request, environment, texts } = context
    const refused = (field: string) => new Failure('no_valid_input', { fields: { [field]: [texts.fields.invalid] } })
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

  saveWebhook: async ({ body: { url } }, { db, user }) => {
    const secret = newSecret()
    await changePreferences(db, user.id, { webhook_url: url, webhook_secret: secret })
    return { url, secret }
  },

  deleteWebhook: async (_, { db, user }) => {
    await changePreferences(db, user.id, { webhook_url: null, webhook_secret: null })
    return undefined
  },

  testAlertDelivery: async ({ body: { channel } }, context) => {
    const { db, user, now } = context
    await countTryOf(db, 'alert_test_tries', user.id, { now: now(), most: MOST_TESTS, within: TEN_MINUTES })
    return { channel, ...(await sendTest(context, channel)) }
  },
})
