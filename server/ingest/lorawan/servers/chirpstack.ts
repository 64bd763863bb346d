import { z } from 'zod'
import {
  base64PayloadOf,
  bestGateway,
  counterOf,
  decodedOf,
  euiOf,
  Gateways,
  type Heard,
  loose,
  NOTHING_HEARD,
  number,
  optionalText,
  shortText,
} from '../heard.ts'
import { changeOfItem, commandsOf } from './chirpstack-commands.ts'

const Message = z.looseObject({
  time: optionalText,
  deviceInfo: loose({
    applicationId: optionalText,
    devEui: optionalText,
    deviceName: optionalText,
    deviceProfileName: optionalText,
  }),
  devEui: optionalText,
  devEUI: optionalText,
  deviceName: optionalText,
  fPort: number,
  fCnt: number,
  data: optionalText,
  object: z.unknown().optional(),
  objectJSON: optionalText,
  rxInfo: Gateways,
  queueItemId: optionalText,
  acknowledged: z.boolean().nullish().catch(null),
  batteryLevel: number,
  batteryLevelUnavailable: z.boolean().nullish().catch(null),
})

const KINDS = ['up', 'join', 'status'] as const

const parsed = (json: string | null | undefined): unknown => {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    return null
  }
}

/** Tells whether a body is one of ChirpStack, of version 4 or 3, whatever happened. */
export const isOfChirpstack = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && ['deviceInfo', 'devEUI', 'devEui'].some(name => name in sent)

/** The event of a body where the address does not say it, as that of servers built into gateways. */
export const eventIn = (sent: unknown): string => {
  const has = (...names: string[]) => typeof sent === 'object' && sent !== null && names.some(name => name in sent)
  if (has('fPort', 'data', 'object', 'objectJSON')) return 'up'
  if (has('margin', 'batteryLevel', 'batteryLevelUnavailable')) return 'status'
  if (has('acknowledged')) return 'ack'
  return has('devAddr') ? 'join' : ''
}

/** Reads an event of ChirpStack, version 4, or 3, which writes the EUI and what it decoded in other ways; `event` is what its address says. What it does not understand it leaves out. */
export const readChirpstack = (sent: unknown, event: string): Heard => {
  const { success, data } = Message.safeParse(sent)
  if (!success) return NOTHING_HEARD
  const about: Heard = {
    ...NOTHING_HEARD,
    kind: KINDS.find(kind => kind === event) ?? 'other',
    eui: euiOf(data.deviceInfo?.devEui ?? data.devEui ?? data.devEUI),
    name: shortText(data.deviceInfo?.deviceName ?? data.deviceName),
    profile: shortText(data.deviceInfo?.deviceProfileName),
    time: shortText(data.time),
  }
  if (about.kind === 'status')
    return { ...about, battery: data.batteryLevelUnavailable ? null : (data.batteryLevel ?? null) }
  if (event === 'ack') return { ...about, acknowledged: data.acknowledged ? changeOfItem(data.queueItemId) : null }
  if (about.kind !== 'up') return about
  return {
    ...about,
    commands: about.eui && commandsOf(data.deviceInfo?.applicationId, about.eui),
    fPort: data.fPort ?? null,
    // Zero is left out by some of its serializers.
    fCnt: counterOf(data.fCnt ?? 0),
    bytes: base64PayloadOf(data.data),
    ...decodedOf(data.object ?? parsed(data.objectJSON)),
    ...bestGateway(data.rxInfo),
  }
}
