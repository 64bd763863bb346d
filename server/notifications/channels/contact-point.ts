import { formOfService } from '#shared/rules/alerts/contact-services.ts'
import { contactPointOfId } from '../contact-points/contact-point-store.ts'
import { sendToContactPoint, spendPaid, takeBackPaid } from '../contact-points/send.ts'
import { installationMark } from '../installation.ts'
import type { ContactPayload } from '../outbox/enqueue.ts'
import type { Channel } from './channel.ts'

/** Tries of an SMS or a call that the service may have sent without saying so: it would come again each time. */
const MAX_UNCLEAR_TRIES = 3

/** Failures after which nothing was sent: the service was not reached, or said that it takes nothing now. */
const NOT_SENT = ['unreachable', 'busy']

/**
 * Messages to contact points. One message of each is under way at a time, so a service that is slow holds up nothing but its own
 * messages; a later one does not wait for an earlier that was not taken, since it may be the one that is.
 */
export const contactPoint: Channel = {
  atOnce: 64,
  ordered: false,
  isOneOfLane: true,
  isServedBy: () => true,

  send: async (services, { id, user_id, attempts, payload }) => {
    const { contact_point_id, text, notSent = 0 }: ContactPayload = JSON.parse(payload ?? '{}')
    const point = await contactPointOfId(services.db, contact_point_id)
    if (!point || point.user_id !== user_id) return { end: 'refused', error: 'no_contact_point' }
    const { isPaid } = formOfService(point.service)
    // A try that ended with its process is unclear, too: the outbox counts each when it is taken.
    if (isPaid && attempts - 1 - notSent >= MAX_UNCLEAR_TRIES) return { end: 'refused', error: 'timeout' }
    if (isPaid && !(await spendPaid(services, user_id, text)))
      return { end: 'refused', error: 'daily_limit', byMail: true }
    const mark = await installationMark(services.db)
    const outcome = await sendToContactPoint(services, point, { ...text, id: `barnometer-${mark}-${id}` })
    if ('end' in outcome) return outcome
    // A service may have sent what it did not answer.
    const isNotSent = NOT_SENT.includes(outcome.again)
    if (isPaid && isNotSent) await takeBackPaid(services, user_id)
    const clear = notSent + (isNotSent ? 1 : 0)
    if (isPaid && attempts - clear >= MAX_UNCLEAR_TRIES) return { end: 'refused', error: outcome.again }
    const next: ContactPayload = { contact_point_id, text, notSent: clear }
    return { again: 'message', error: outcome.again, afterMs: outcome.afterMs, payload: JSON.stringify(next) }
  },
}
