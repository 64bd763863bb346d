import { NoAnswer, postOutside } from '../../kit/http/safe-fetch.ts'
import { encryptPush, pushAuthorization } from '../../kit/security/web-push.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { MessageUrgency, Pushed, PushPayload } from '../outbox/enqueue.ts'
import { pushKeysOf } from '../push-key-store.ts'
import { notePushed, reachableOf, type SubscriptionRow } from '../subscriptions-store.ts'
import { bytesOf, textWithin } from '../templates/within.ts'
import type { Channel } from './channel.ts'

/** Bytes that a push service takes (RFC 8030 §7.2) less those of the encryption. */
const MOST_BYTES = 3993
/** Seconds a push service keeps it for a telephone that is off. */
const KEPT_S = 86_400

/** Web push to the browsers of an account. One that cannot take it now is tried again alone. */
export const push: Channel = {
  atOnce: 64,
  ordered: false,
  isServedBy: () => true,

  send: async (services, { user_id, payload }) => {
    const { pushed, urgency, only, reached }: PushPayload = JSON.parse(payload ?? '{}')
    const all = await reachableOf(services.db, user_id ?? 0)
    const targets = only === null ? all : all.filter(({ id }) => only.includes(id))
    const outcomes = await Promise.all(targets.map(target => pushTo(services, target, pushed, urgency)))
    const again = targets.filter((_, index) => outcomes[index] !== null && outcomes[index] !== 'gone')
    const isReached = reached || outcomes.includes(null)
    const error = outcomes.find(outcome => outcome !== null && outcome !== 'gone') ?? 'no_browser'
    if (again.length === 0) return isReached ? { end: 'sent' } : { end: 'refused', error }
    // While no browser has the message, one that comes meanwhile is tried as well.
    const left: PushPayload = {
      pushed,
      urgency,
      only: isReached ? again.map(({ id }) => id) : null,
      reached: isReached,
    }
    return { again: 'message', error, payload: JSON.stringify(left), partly: isReached }
  },
}

/**
 * Pushes to one browser. Null when the push service took it, `gone` when it says that the browser is no more, otherwise
 * a code that says why not.
 */
export const pushTo = async (
  services: Services,
  target: SubscriptionRow,
  pushed: Pushed,
  urgency: MessageUrgency,
): Promise<string | null> => {
  const outcome = await post(services, target, pushed, urgency)
  const at = isoNow(services)
  if (outcome === null || outcome === 'gone')
    await notePushed(services.db, target.id, outcome === null ? { last_at: at } : { ended_at: at })
  return outcome
}

const post = async (
  services: Services,
  target: SubscriptionRow,
  pushed: Pushed,
  urgency: MessageUrgency,
): Promise<string | null> => {
  const keys = await pushKeysOf(services.db)
  const headers = {
    authorization: pushAuthorization(target, keys, { now: services.now(), contact: contactOf(services) }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_S),
    topic: pushed.tag,
    urgency,
  }
  try {
    const inside = services.environment.ALLOW_PRIVATE_ADDRESSES
    const status = await postOutside(target.endpoint, {
      headers,
      body: encryptPush(textOf(pushed), target),
      inside,
    })
    if (status >= 200 && status < 300) return null
    return status === 404 || status === 410 ? 'gone' : `answer_${status}`
  } catch (error) {
    if (error instanceof NoAnswer) return error.reason
    throw error
  }
}

/** Notification as it is pushed: several alerts of places with long names are more than any push service takes. */
const textOf = (pushed: Pushed): string => {
  const withBody = (body: string) => JSON.stringify({ ...pushed, body })
  return withBody(textWithin(pushed.body, MOST_BYTES, body => bytesOf(withBody(body))))
}

/** Push services want to know whom to write to when something is wrong. */
const contactOf = (services: Services): string => {
  const url = services.publicUrl()
  return url.startsWith('https:') ? url : `mailto:no-reply@${new URL(url).hostname}`
}
