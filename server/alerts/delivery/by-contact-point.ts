import type { Reader } from '#shared/rules/formats/formats.ts'
import type { Services } from '../../kit/services.ts'
import { contactPointIn } from '../../notifications/contact-points.ts'
import { type ContactText, enqueueContactPoint } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { readerOf } from '../../users/accounts.ts'
import { sentLately, take } from './delivery-store.ts'
import { type DueMessage, type DueTo, deliveryRowsOf, dueOn, messagesOf, postponeDeliveries, TOPIC } from './due.ts'
import { alertLinkTo, gatheredSubject, linesOf, sentenceOf, subjectOf, urgencyOf } from './mails.ts'

/** Writes the messages to contact points that are due into the outbox. */
export const notifyByContactPoint = async (services: Services): Promise<void> => {
  for (const due of await dueOn(services, 'contact_point')) {
    const messages = messagesOf(due.pieces, await sentLately(services, due.person.id, due.way))
    for (const message of messages)
      await writeOne(services, due, message).catch(error =>
        postponeDeliveries(services, deliveryRowsOf(message), error),
      )
  }
}

const writeOne = async (services: Services, { person, way }: DueTo, message: DueMessage): Promise<void> => {
  const written = await take(services, deliveryRowsOf(message), async (trx, at) => ({
    state: 'sent',
    error: null,
    at,
    message_id: await enqueueContactPoint(
      trx,
      {
        ...{ user_id: person.id, recipient: person.email, contact_point_id: contactPointIn(way) ?? 0 },
        ...{ text: textOf(services, readerOf(person), message), priority: 'alarm', topic: TOPIC },
      },
      at,
    ),
  }))
  if (written) sendSoon(services)
}

/** Alerts told one by one in a message of several. */
const LISTED = 8

const textOf = (services: Services, reader: Reader, { why, pieces }: DueMessage): ContactText => {
  const [piece] = pieces
  const origin = services.publicUrl()
  const about = {
    urgency: urgencyOf(pieces),
    isOver: pieces.every(({ event }) => event === 'resolved'),
    language: reader.language,
  }
  if (why === null && piece)
    return {
      ...about,
      title: subjectOf(piece, reader),
      lines: linesOf(piece, reader).join('\n'),
      sentence: sentenceOf(piece, reader),
      link: alertLinkTo(origin, piece.alert.id),
    }
  const title = gatheredSubject(pieces, why ?? 'several', reader)
  const lines = pieces.slice(0, LISTED).map(one => subjectOf(one, reader))
  return { ...about, title, lines: lines.join('\n'), sentence: title, link: alertLinkTo(origin) }
}
