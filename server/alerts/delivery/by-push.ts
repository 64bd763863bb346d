import type { Services } from '../../kit/services.ts'
import { enqueuePush, type Pushed } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { readerOf } from '../../users/accounts.ts'
import type { Person } from '../rules/people.ts'
import { type DeliveryRow, sentLately, take } from './delivery-store.ts'
import { type DueMessage, deliveryRowsOf, dueOn, messagesOf, postponeDeliveries, TOPIC } from './due.ts'
import { alertLinkTo, gatheredSubject, linesOf, subjectOf, urgencyOf } from './mails.ts'

/** Writes the pushes that are due into the outbox. */
export const notifyByPush = async (services: Services): Promise<void> => {
  for (const { person, pieces } of await dueOn(services, 'push')) {
    const messages = messagesOf(pieces, await sentLately(services, person.id, 'push'))
    for (const message of messages)
      await writeOne(services, person, message).catch(error =>
        postponeDeliveries(services, deliveryRowsOf(message), error),
      )
  }
}

const writeOne = async (services: Services, person: Person, message: DueMessage): Promise<void> => {
  const rows = deliveryRowsOf(message)
  const [urgency, pushed] = [urgencyOf(message.pieces), pushedOf(services, person, message)]
  const push = {
    user_id: person.id,
    recipient: person.email,
    pushed,
    urgency,
    only: unreachedBy(rows),
    priority: 'alarm' as const,
    topic: TOPIC,
  }
  const written = await take(services, rows, async (trx, at) => ({
    state: 'sent',
    error: null,
    at,
    remaining: null,
    message_id: await enqueuePush(trx, push, at),
  }))
  if (written) sendSoon(services)
}

/** Browsers that a push of the release before has not reached yet; null: all of them. */
const unreachedBy = (rows: readonly DeliveryRow[]): number[] | null => {
  const remaining = rows.flatMap(row => (row.remaining === null ? [] : [row.remaining]))
  return remaining.length < rows.length ? null : remaining.flatMap((ids): number[] => JSON.parse(ids))
}

const pushedOf = (services: Services, person: Person, { why, pieces }: DueMessage): Pushed => {
  const reader = readerOf(person)
  const [piece] = pieces
  const origin = services.publicUrl()
  const stays = pieces.some(({ alert, event }) => alert.urgency === 'act_now' && event !== 'resolved')
  if (why === null && piece)
    return {
      title: subjectOf(piece, reader),
      body: linesOf(piece, reader).join('\n'),
      url: alertLinkTo(origin, piece.alert.id),
      tag: `alert-${piece.alert.id}`,
      stays,
    }
  return {
    title: gatheredSubject(pieces, why ?? 'several', reader),
    body: pieces
      .slice(0, 8)
      .map(one => subjectOf(one, reader))
      .join('\n'),
    url: alertLinkTo(origin),
    tag: `alerts-${piece?.rows[0]?.id}`,
    stays,
  }
}
