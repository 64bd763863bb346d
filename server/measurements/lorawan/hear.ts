import type { WebhookAnswer } from '../../../shared/contract/lorawan.ts'
import { deviceOfEui } from '../../devices/lorawan.ts'
import type { ServerTexts } from '../../kit/language.ts'
import type { World } from '../../kit/world.ts'
import { type Doors, storeMessages } from '../doors.ts'
import type { Heard } from './heard.ts'
import { holdsValues, messageOf, timed } from './message.ts'
import { forgetUnknown, keepUnknown, keptMessages, unknownDevice } from './unknown.ts'

type Context = World & { texts: ServerTexts }
interface Known {
  id: number
  decoder: string | null
}

/** Takes what a network server heard: into the device with this EUI, or kept until somebody adds it. */
export const hear = async (
  doors: Doors,
  network: 'ttn' | 'chirpstack',
  sent: Heard,
  context: Context,
): Promise<WebhookAnswer> => {
  const heard = timed(sent, context.now())
  const answer = { event: heard.kind, accepted: 0, rejected: [] }
  if (heard.eui === null) return { ...answer, device: 'none' }
  const device = await deviceOfEui(context.db, heard.eui)
  if (!device) {
    const at = new Date(context.now()).toISOString()
    await keepUnknown(context.db, { eui: heard.eui, network, heard, at })
    return { ...answer, device: 'unknown' }
  }
  doors.arrivals.called(device.id)
  // Somebody may have added it by hand.
  if (await unknownDevice(context.db, heard.eui)) await readKept(doors, device, heard.eui, context)
  return { ...answer, device: 'known', ...(await take(doors, device, heard, context)) }
}

const take = async (doors: Doors, device: Known, heard: Heard, { now, texts }: Context) => {
  const { message, understood } = messageOf(heard, device.decoder)
  const unread = understood ? [] : [unreadable(texts)]
  // Counted with its bytes, so that its owner sees why nothing comes and chooses a decoder.
  if (!understood)
    doors.arrivals.refused(device.id, [
      { index: 0, field: 'payload', code: 'unreadable_message', sent: heard.bytes?.slice(0, 100) ?? '' },
    ])
  if (!holdsValues(message)) return { accepted: 0, rejected: unread }
  const { answer } = await storeMessages(doors, device.id, [message], { now: now(), texts })
  return { accepted: answer.accepted, rejected: [...answer.rejected, ...unread] }
}

const unreadable = (texts: ServerTexts): WebhookAnswer['rejected'][number] => ({
  index: 0,
  field: 'payload',
  code: 'unreadable_message',
  message: texts.rejections.unreadable_message,
})

/** Reads what a device said before it was added into it. Returns how many values were taken. */
export const readKept = async (
  doors: Doors,
  device: Known,
  eui: string,
  { db, now, texts }: Context,
): Promise<number> => {
  const messages = (await keptMessages(db, eui))
    .map(heard => messageOf(heard, device.decoder).message)
    .filter(holdsValues)
  const accepted =
    messages.length === 0 ? 0 : (await storeMessages(doors, device.id, messages, { now: now(), texts })).answer.accepted
  await forgetUnknown(db, eui)
  return accepted
}
