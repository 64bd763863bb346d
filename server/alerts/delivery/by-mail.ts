import { isoNow, type Services } from '../../kit/services.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { PICTURE } from '../../notifications/templates/mail.ts'
import { readerOf } from '../../users/accounts.ts'
import type { Person } from '../rules/people.ts'
import { alertChartPicture } from './chart-picture.ts'
import { sentLately, take } from './delivery-store.ts'
import { type DueMessage, deliveryRowsOf, dueOn, messagesOf, postponeDeliveries, TOPIC, tellInstead } from './due.ts'
import { alertMail, gatheredMail } from './mails.ts'

/** Writes the mails that are due into the outbox. */
export const notifyByMail = async (services: Services): Promise<void> => {
  for (const { person, pieces } of await dueOn(services, 'email')) {
    const messages = messagesOf(pieces, await sentLately(services, person.id, 'email'))
    for (const message of messages)
      await writeOne(services, person, message).catch(error =>
        postponeDeliveries(services, deliveryRowsOf(message), error),
      )
  }
}

const writeOne = async (services: Services, person: Person, message: DueMessage): Promise<void> => {
  const mail = await mailOf(services, person, message)
  const written = await take(services, deliveryRowsOf(message), async (trx, at) => ({
    // Mails are kept as files without a mail server: nobody has been told by one.
    ...(services.environment.SMTP_URL
      ? { state: 'sent' as const, error: null }
      : { state: 'failed' as const, error: 'no_mail_server' }),
    at,
    message_id: await enqueueEmail(trx, { recipient: person.email, ...mail, priority: 'alarm', topic: TOPIC }, at),
  }))
  if (written && !services.environment.SMTP_URL)
    await tellInstead(services.db, deliveryRowsOf(message), isoNow(services))
  if (written) sendSoon(services)
}

const mailOf = async (services: Services, person: Person, { why, pieces }: DueMessage) => {
  const reader = readerOf(person)
  const origin = services.publicUrl()
  const [piece] = pieces
  if (why !== null || !piece) return gatheredMail(pieces, { reader, origin, why: why ?? 'several' })
  const picture = await alertChartPicture(services, piece.alert, person).catch(error => {
    services.log.warn({ err: error, alert: piece.alert.id }, 'mail goes without its picture')
    return null
  })
  return {
    ...alertMail(piece, { reader, origin, hasPicture: picture !== null }),
    attachments: picture === null ? [] : [{ filename: `${PICTURE}.png`, content: picture, cid: PICTURE }],
  }
}
