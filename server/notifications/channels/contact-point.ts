import { formOfService } from '#shared/rules/alerts/contact-services.ts'
import { contactPointOfId } from '../contact-points/contact-point-store.ts'
import { countPaid, paidMessages, sendToContactPoint } from '../contact-points/send.ts'
import { installationMark } from '../installation.ts'
import type { ContactPayload } from '../outbox/enqueue.ts'
import type { Channel } from './channel.ts'

/** Tries of an SMS or a call: one that the service sent without saying so would come again each time. */
const MAX_PAID_TRIES = 3

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
    const { contact_point_id, text }: ContactPayload = JSON.parse(payload ?? '{}')
    const point = await contactPointOfId(services.db, contact_point_id)
    if (!point || point.user_id !== user_id) return { end: 'refused', error: 'no_contact_point' }
    const { isPaid } = formOfService(point.service)
    const { used, most } = await paidMessages(services, user_id)
    if (isPaid && used >= most) return { end: 'refused', error: 'daily_limit' }
    const mark = await installationMark(services.db)
    const outcome = await sendToContactPoint(services, point, { ...text, id: `barnometer-${mark}-${id}` })
    // A service may have sent what it did not answer; one that was not reached has not.
    const isUnclear = 'end' in outcome || outcome.again !== 'unreachable'
    if (isPaid && isUnclear) await countPaid(services, user_id)
    if ('end' in outcome) return outcome
    if (isPaid && isUnclear && attempts >= MAX_PAID_TRIES) return { end: 'refused', error: outcome.again }
    return { again: 'message', error: outcome.again, afterMs: outcome.afterMs }
  },
}
