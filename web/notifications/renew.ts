import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { readSession } from '../kit/api/session.ts'
import { ownSubscription, readAbility, subscribeHere } from './push-state.ts'

/** Address of what is pushed to this browser, as the server was last told, and whose it is. */
const KEY = 'barnometer.push'

interface Told {
  user: number
  endpoint: string
  /** End of the token of the session in which it was told; a release before kept none. */
  session?: string
}

const read = (): Told | null => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/** A few letters by which a session is told from another one; no secret, as most of the token is not among them. */
const markOfSession = (): string | undefined => readSession().token?.slice(-6)

/** Tells the server where alerts are pushed to from now on. */
export const tellSubscription = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  await ask(api.createPushSubscription, { body })
  const { user } = readSession()
  localStorage.setItem(KEY, JSON.stringify({ user: user?.id, endpoint, session: markOfSession() }))
}

export const forgetSubscription = (): void => localStorage.removeItem(KEY)

/** Tells whether the server still lists an address: its person may have removed this browser on another one. */
const isListed = async (endpoint: string): Promise<boolean> => {
  const { push_subscriptions } = await ask(api.getAlertDelivery, {})
  return push_subscriptions.some(one => one.endpoint === endpoint && one.ended_at === null)
}

/**
 * Keeps notifications on where they were on and the browser has another address by now, or none, or its person has signed in again: the
 * server tells only browsers that are signed in, and silence would look like calm.
 */
export const renewSubscription = async (): Promise<void> => {
  const told = read()
  if (!told || told.user !== readSession().user?.id) return
  if (readAbility() !== 'able' || Notification.permission !== 'granted') return
  const own = await ownSubscription()
  if (own?.endpoint === told.endpoint) {
    if (told.session === markOfSession()) return
    if (!(await isListed(told.endpoint))) return forgetSubscription()
  }
  await tellSubscription(own ?? (await subscribeHere((await ask(api.getPushKey, {})).public_key)))
}
