import { contactPointOfId } from '../contact-points/contact-point-store.ts'
import { sendToContactPoint, spendPaid } from '../contact-points/send.ts'
import { installationMark } from '../installation.ts'
import type { ContactPayload } from '../outbox/enqueue.ts'
import type { Channel } from './channel.ts'

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
    // A message counts once, however often it is tried: what was not taken costs nothing.
    if (attempts === 1 && !(await spendPaid(services, point))) return { end: 'refused', error: 'daily_limit' }
    const mark = await installationMark(services.db)
    const outcome = await sendToContactPoint(services, point, { ...text, id: `barnometer-${mark}-${id}` })
    if ('end' in outcome) return outcome
    return { again: 'message', error: outcome.again, afterMs: outcome.afterMs }
  },
}
