import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { readSession } from '../kit/api/session.ts'
import { ownSubscription, readAbility, subscribeHere } from './push-state.ts'

/** Address of what is pushed to this browser, as the server was last told, and whose it is. */
const KEY = 'barnometer.push'

const read = (): { user: number; endpoint: string } | null => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/** Tells the server where alerts are pushed to from now on. */
export const tellSubscription = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  await ask(api.createPushSubscription, { body })
  localStorage.setItem(KEY, JSON.stringify({ user: readSession().user?.id, endpoint }))
}

export const forgetSubscription = (): void => localStorage.removeItem(KEY)

/**
 * Keeps notifications on where they were on and the browser has another address by now, or none: silence would look
 * like calm.
 */
export const renewSubscription = async (): Promise<void> => {
  const told = read()
  if (!told || told.user !== readSession().user?.id) return
  if (readAbility() !== 'able' || Notification.permission !== 'granted') return
  const own = await ownSubscription()
  if (own?.endpoint === told.endpoint) return
  await tellSubscription(own ?? (await subscribeHere((await ask(api.getPushKey, {})).public_key)))
}
