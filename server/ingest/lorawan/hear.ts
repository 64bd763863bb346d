import type { NETWORKS, WebhookAnswer } from '#shared/contract/devices/lorawan.ts'
import { ownerOf } from '../../devices/access.ts'
import { deviceOfEui } from '../../devices/devices.ts'
import type { DownlinkRoute } from '../../devices/settings/network-server.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import { nothingRead, shortened } from '../messages.ts'
import { countUnstorable, type IngestServices, storeRead } from '../take-messages.ts'
import type { Heard } from './heard.ts'
import { decoderFor, timed } from './message.ts'
import { readDecoded } from './read-decoded.ts'
import type { Downlinks } from './servers/downlinks.ts'
import { keepUnknown } from './unknown.ts'
import { forgetUnknown, keptMessages, unknownDevice } from './unknown-store.ts'

type Network = (typeof NETWORKS)[number]
type Context = Services & { t: Words }
/** Context of hearing; with an account's own secret only its devices are reached, null reaches all. */
export type HearContext = Context & { account: number | null; downlinks: Downlinks; route: Route | null }
/** Address where a network server takes downlinks, as its uplink says. */
type Route = Pick<DownlinkRoute, 'url' | 'api_key'>
interface LorawanDevice {
  id: number
  decoder: string | null
}

/** Takes what a network server heard: into the device with this EUI, or kept until somebody adds it. */
export const hear = async (
  ingestServices: IngestServices,
  network: Network,
  sent: Heard,
  context: HearContext,
): Promise<WebhookAnswer> => {
  const heard = timed(sent, context.now())
  const answer = { event: heard.kind, accepted: 0, rejected: [] }
  if (heard.eui === null) return { ...answer, device: 'none' }
  const device = await deviceOfEui(context.db, heard.eui)
  // Another's device is answered like one that is not there, and nobody speaks for a device that is nobody's yet.
  if (context.account !== null && !(device && (await isOwner(device.id, context))))
    return { ...answer, device: 'unknown' }
  // EUIs are printed on devices and count up: to know one proves nothing. An account's own network server speaks for itself.
  if (!device || (context.account === null && device.eui_confirmed_at === null)) {
    const at = new Date(context.now()).toISOString()
    await keepUnknown(context.db, { eui: heard.eui, network, heard, at })
    return { ...answer, device: 'unknown' }
  }
  ingestServices.arrivals.called(device.id)
  // The device may have been added by hand.
  if (context.account === null && (await unknownDevice(context.db, heard.eui)))
    await readKeptMessages(ingestServices, device, heard.eui, context)
  const taken = await take(ingestServices, device, network, heard, context)
  await reach(device, heard, context)
  return { ...answer, device: 'known', ...taken }
}

/**
 * Hands on what is wanted of a device, and notes what it acknowledged. Only the server's own network servers are
 * believed where to.
 */
const reach = async (
  device: LorawanDevice,
  heard: Heard,
  { account, downlinks, route }: HearContext,
): Promise<void> => {
  if (heard.acknowledged) await downlinks.acknowledged(device.id, heard.acknowledged)
  const decoder = decoderFor(heard, device.decoder)
  if (heard.kind === 'up' && route && account === null && decoder?.askInterval)
    await downlinks.heard(device.id, { ...route, decoder: decoder.id })
}

const isOwner = async (deviceId: number, { db, account, now }: HearContext): Promise<boolean> =>
  (await ownerOf(db, deviceId, new Date(now()).toISOString()))?.user_id === account

const take = async (
  ingestServices: IngestServices,
  device: LorawanDevice,
  network: Network,
  heard: Heard,
  context: Context,
) => {
  const { read, refusal, body } = await readHeard(ingestServices, device, heard, context.now())
  // Counted with what was sent, so that its owner sees why nothing comes, and chooses a decoder or makes a mapping.
  if (refusal === 'unreadable_message')
    read.rejections.push({ index: 0, field: 'payload', code: refusal, sent: heard.bytes?.slice(0, 100) ?? '' })
  if (refusal === 'no_values')
    read.rejections.push({ index: 0, field: '', code: refusal, sent: shortened(heard.fields) })
  const { answer } = await countUnstorable(
    ingestServices,
    device.id,
    storeRead(ingestServices, device.id, read, context),
  )
  noteNumber(ingestServices, device.id, heard)
  if (heard.kind === 'up') ingestServices.raw.note(device.id, rawTransportOf(network), body, read)
  return { accepted: answer.accepted, rejected: answer.rejected }
}

/** Tells which messages were lost on the way. Noted last: an uplink that could not be stored comes again. */
const noteNumber = ({ arrivals }: IngestServices, deviceId: number, { kind, fCnt }: Heard): void => {
  if (kind === 'join') arrivals.numbered(deviceId, null)
  if (kind === 'up' && fCnt !== null) arrivals.numbered(deviceId, fCnt)
}

const rawTransportOf = (network: Network) => (network === 'ttn' || network === 'chirpstack' ? network : 'lorawan')

/**
 * Reads what was heard: by the codec somebody pasted for the device, else by a decoder of ours or the network server's own
 * fields. `body` is what is shown of it: what a mapping reads, and the bytes where a codec or nobody read them.
 */
const readHeard = async (ingestServices: IngestServices, device: LorawanDevice, heard: Heard, now: number) => {
  const mapping = await ingestServices.mappings.of(device.id)
  const payload = { frm_payload: heard.bytes, f_port: heard.fPort }
  const decoded = await ingestServices.codecs.decode(device.id, heard)
  if (decoded && 'fault' in decoded) {
    // Battery and signal are the network server's own.
    const { read } = readDecoded({ ...heard, bytes: null, fields: {}, object: null }, null, mapping, now)
    const code = decoded.fault === 'busy' ? 'codec_busy' : 'codec_failed'
    const sent = decoded.text || (heard.bytes ?? '')
    read.rejections.push({ index: 0, field: 'payload', code, sent: sent.slice(0, 100) })
    return { read, refusal: null, body: payload }
  }
  const { read, refusal, object } = readDecoded(decoded?.heard ?? heard, device.decoder, mapping, now)
  const isRead = Object.keys(object).length > 0
  return { read, refusal, body: decoded ? { ...object, ...payload } : isRead ? object : payload }
}

/** Reads what a device said before it was added into it. Returns how many values were taken. */
export const readKeptMessages = async (
  ingestServices: IngestServices,
  device: LorawanDevice,
  eui: string,
  { db, now, t }: Context,
): Promise<number> => {
  const all = nothingRead()
  const kept = await keptMessages(db, eui)
  for (const heard of kept) {
    const { read } = await readHeard(ingestServices, device, heard, now())
    all.readings.push(...read.readings)
    all.rejections.push(...read.rejections)
    all.states.push(...read.states)
  }
  const { answer } = await storeRead(ingestServices, device.id, all, { t })
  for (const heard of kept) noteNumber(ingestServices, device.id, heard)
  await forgetUnknown(db, eui)
  return answer.accepted
}
