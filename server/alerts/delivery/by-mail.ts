import type { World } from '../../kit/world.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { PICTURE } from '../../notifications/templates/letter.ts'
import type { Person } from '../rules/people.ts'
import { alertChartPicture } from './chart-picture.ts'
import { sentLately, take } from './delivery-store.ts'
import { type DueMessage, deliveryRowsOf, dueOn, messagesOf, postponeDeliveries, TOPIC } from './due.ts'
import { alertLetter, gatheredLetter } from './letters.ts'

/** Writes the letters that are due into the outbox. */
export const notifyByMail = async (world: World): Promise<void> => {
  for (const { person, pieces } of await dueOn(world, 'email')) {
    const messages = messagesOf(pieces, await sentLately(world, person.id, 'email'))
    for (const message of messages)
      await writeOne(world, person, message).catch(error => postponeDeliveries(world, deliveryRowsOf(message), error))
  }
}

const writeOne = async (world: World, person: Person, message: DueMessage): Promise<void> => {
  const letter = await letterOf(world, person, message)
  const written = await take(world, deliveryRowsOf(message), async (trx, at) => ({
    // Letters are kept as files without a mail server: nobody has been told by one.
    ...(world.environment.SMTP_URL
      ? { state: 'sent' as const, error: null }
      : { state: 'failed' as const, error: 'no_mail_server' }),
    at,
    message_id: await enqueueEmail(trx, { recipient: person.email, ...letter, priority: 'alarm', topic: TOPIC }, at),
  }))
  if (written) sendSoon(world)
}

const letterOf = async (world: World, person: Person, { why, pieces }: DueMessage) => {
  const language = person.locale
  const origin = world.publicUrl()
  const [piece] = pieces
  if (why !== null || !piece) return gatheredLetter(pieces, { language, origin, why: why ?? 'several' })
  const picture = await alertChartPicture(world, piece.alert, person).catch(error => {
    world.log.warn({ err: error, alert: piece.alert.id }, 'letter goes without its picture')
    return null
  })
  return {
    ...alertLetter(piece, { language, origin, hasPicture: picture !== null }),
    attachments: picture === null ? [] : [{ filename: `${PICTURE}.png`, content: picture, cid: PICTURE }],
  }
}
