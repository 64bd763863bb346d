import { z } from 'zod'
import { flatten } from '#shared/rules/ingest/field-names.ts'
import { isShortAsJson } from '../../kit/http/json-body.ts'

/** Message of a network server about a device, in one form for all of them. */
export interface Heard {
  kind: 'up' | 'join' | 'status' | 'other'
  /** EUI in upper case; null when the message names no device. */
  eui: string | null
  /** Time at which the network server says it received the message; null when it does not say. */
  time: string | null
  /** Name the network server gives the device, and that of its model or profile. */
  name: string | null
  profile: string | null
  fPort: number | null
  fCnt: number | null
  /** Payload in base64. */
  bytes: string | null
  /** Fields the network server decoded itself, flattened: names of nested fields joined with dots. */
  fields: Record<string, unknown>
  /** Object the network server decoded, as it came; null when there was none, or far more than a device can say. */
  object: unknown
  rssi: number | null
  snr: number | null
  /** Battery in per cent. */
  battery: number | null
  /** The change of a setting that its device has acknowledged. */
  acknowledged: number | null
  /** Address where downlinks for the device can be handed over, if its network server says it in the message itself. */
  commands: string | null
}

const number = z.number().nullish().catch(null)
export const optionalText = z.string().nullish().catch(null)
export { number }

/** An object of which nothing is certain: what is not as expected counts as not said. */
export const loose = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape).nullish().catch(null)

const Gateway = z.looseObject({ rssi: number, snr: number, loRaSNR: number })
export const Gateways = z
  .array(Gateway.catch({ rssi: null, snr: null, loRaSNR: null }))
  .nullish()
  .catch(null)

/** Signal at the best of the gateways that heard the device: the highest signal to noise, then the strongest signal. */
export const bestGateway = (gateways: z.infer<typeof Gateways>): Pick<Heard, 'rssi' | 'snr'> => {
  const [best] = (gateways ?? [])
    .map(({ rssi, snr, loRaSNR }) => ({ rssi: rssi ?? null, snr: snr ?? loRaSNR ?? null }))
    .sort((a, b) => (b.snr ?? -1e9) - (a.snr ?? -1e9) || (b.rssi ?? -1e9) - (a.rssi ?? -1e9))
  return best ?? { rssi: null, snr: null }
}

/** Longest text of an EUI, with signs between all its digits. */
const LONGEST_EUI = 40
/** The EUI of a device as it is kept; null when it is none. ChirpStack 3 sends it in base64. */
export const euiOf = (sent: string | null | undefined): string | null => {
  if (!sent || sent.length > LONGEST_EUI) return null
  const inBase64 = /^[A-Za-z0-9+/]{11}=$/.test(sent)
  const written = inBase64 ? Buffer.from(sent, 'base64').toString('hex') : sent
  const plain = written.replaceAll(/[-: ]/g, '').toUpperCase()
  return /^[0-9A-F]{16}$/.test(plain) ? plain : null
}

/** A counter of up to 32 bits. */
export const counterOf = (sent: number | null | undefined): number | null =>
  typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent < 2 ** 32 ? sent : null

const LONGEST = 200
export const shortText = (sent: string | null | undefined): string | null =>
  sent?.slice(0, LONGEST).replaceAll('\0', '') || null

/** A payload of LoRaWAN has at most 242 bytes; base64 makes 324 characters of them. */
const LONGEST_BYTES = 400
export const base64PayloadOf = (sent: string | null | undefined): string | null =>
  sent && sent.length <= LONGEST_BYTES && /^[A-Za-z0-9+/_-]+=*$/.test(sent) ? sent : null

export const NOTHING_HEARD: Heard = {
  kind: 'other',
  eui: null,
  time: null,
  name: null,
  profile: null,
  fPort: null,
  fCnt: null,
  bytes: null,
  fields: {},
  object: null,
  rssi: null,
  snr: null,
  battery: null,
  acknowledged: null,
  commands: null,
}

const LONGEST_OBJECT = 8192
/** Fields that a network server decoded, flattened and as they came. */
export const decodedOf = (sent: unknown): Pick<Heard, 'fields' | 'object'> => {
  const isObject = typeof sent === 'object' && sent !== null
  return { fields: flatten(sent), object: isObject && isShortAsJson(sent, LONGEST_OBJECT) ? sent : null }
}
