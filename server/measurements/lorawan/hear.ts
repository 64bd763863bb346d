import type { WebhookAnswer } from '../../../shared/contract/lorawan.ts'
import { deviceOfEui } from '../../devices/lorawan.ts'
import type { ServerTexts } from '../../kit/language.ts'
import type { World } from '../../kit/world.ts'
import { type Doors, storeRead } from '../doors.ts'
import { readMapped } from '../mapping/read.ts'
import { nothingRead, readMessage } from '../messages.ts'
import type { Heard } from './heard.ts'
import { holdsValues, messageOf, timed } from './message.ts'
import { forgetUnknown, keepUnknown, keptMessages, unknownDevice } from './unknown.ts'

type Network = 'ttn' | 'chirpstack'
type Context = World & { texts: ServerTexts }
interface Known {
  id: number
  decoder: string | null
}

/** Takes what a network server heard: into the device with this EUI, or kept until somebody adds it. */
export const hear = async (doors: Doors, network: Network, sent: Heard, context: Context): Promise<WebhookAnswer> => {
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
  return { ...answer, device: 'known', ...(await take(doors, device, network, heard, context)) }
}

const take = async (doors: Doors, device: Known, network: Network, heard: Heard, context: Context) => {
  const { read, understood, object } = await readHeard(doors, device, heard, context.now())
  // Counted with its bytes, so that its owner sees why nothing comes and chooses a decoder.
  if (!understood)
    read.rejections.push({
      index: 0,
      field: 'payload',
      code: 'unreadable_message',
      sent: heard.bytes?.slice(0, 100) ?? '',
    })
  const { answer } = await storeRead(doors, device.id, read, context)
  if (heard.kind === 'up') doors.raw.note(device.id, network, rawOf(heard, object), read)
  return { accepted: answer.accepted, rejected: answer.rejected }
}

/** What is shown of an uplink: what a mapping reads, or the bytes where nobody read anything. */
const rawOf = ({ bytes, fPort }: Heard, object: Record<string, unknown>): unknown =>
  Object.keys(object).length > 0 ? object : { frm_payload: bytes, f_port: fPort }

const readHeard = async (doors: Doors, device: Known, heard: Heard, now: number) => {
  const mapping = await doors.mappings.of(device.id)
  const { message, understood, object } = messageOf(heard, device.decoder, mapping)
  const read = nothingRead()
  if (mapping && Object.keys(object).length > 0)
    readMapped({ mapping, message: object, own: message, index: 0, now }, read)
  else if (holdsValues(message)) readMessage(message, 0, now, read)
  return { read, understood, object }
}

/** Reads what a device said before it was added into it. Returns how many values were taken. */
export const readKept = async (
  doors: Doors,
  device: Known,
  eui: string,
  { db, now, texts }: Context,
): Promise<number> => {
  const all = nothingRead()
  for (const heard of await keptMessages(db, eui)) {
    const { read } = await readHeard(doors, device, heard, now())
    all.readings.push(...read.readings)
    all.rejections.push(...read.rejections)
    all.states.push(...read.states)
  }
  const { answer } = await storeRead(doors, device.id, all, { texts })
  await forgetUnknown(db, eui)
  return answer.accepted
}
