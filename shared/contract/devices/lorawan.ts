import { z } from 'zod'
import { Id, IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { IngestAnswer } from '../measurements/measurements.ts'
import { Device, DeviceInput } from './devices.ts'

const DecoderChoice = z.object({
  id: z.string(),
  maker: z.string(),
  /** Models as printed on the devices. */
  models: z.array(z.string()),
})

/** Content understood of one message. */
const WebhookAnswer = z.object({
  event: z.enum(['up', 'join', 'status', 'other']),
  /** `unknown`: nobody has added it yet; its messages are kept for whoever does. `none`: the message names no device. */
  device: z.enum(['known', 'unknown', 'none']),
  accepted: z.int(),
  rejected: IngestAnswer.shape.rejected,
})
export type WebhookAnswer = z.infer<typeof WebhookAnswer>

export const NETWORKS = ['ttn', 'chirpstack', 'loriot', 'thingpark', 'wanesy', 'helium', 'aws'] as const

const UnknownDevice = z.object({
  eui: z.string(),
  network: z.enum(NETWORKS),
  /** Name the network server gives it, and its model or profile. */
  network_name: z.string().nullable(),
  profile: z.string().nullable(),
  /** Decoder of the built-in ones that fits the profile. */
  decoder: z.string().nullable(),
  /** A device somebody else than an administrator added with this EUI: nothing is given to it before one confirms. */
  claim: z.object({ device_id: Id, name: z.string(), email: z.string().nullable() }).nullable(),
  messages: z.int(),
  first_heard_at: TimeOut,
  last_heard_at: TimeOut,
})
export type UnknownDevice = z.infer<typeof UnknownDevice>

const message = z.unknown().meta({ description: 'The message as the network server sends it' })

const EuiParams = z.object({
  eui: z
    .string()
    .regex(/^[0-9a-fA-F]{16}$/)
    .transform(text => text.toUpperCase()),
})

export const ChosenDecoder = z.object({ decoder: z.string().max(50).nullable() })
export const UnknownDeviceInput = z.object({
  name: Name,
  device_name: Name,
  plan: DeviceInput.shape.plan,
  ownerless: z.boolean().optional(),
  decoder: z.string().max(50).nullish(),
})

export const lorawanEndpoints = endpoints({
  hearTtn: {
    method: 'POST',
    path: '/lorawan/ttn',
    access: 'webhook',
    summary:
      'The Things Stack sends what a LoRaWAN device said; an event of it that says nothing to us is answered 200, too',
    body: message,
    response: WebhookAnswer,
    failures: ['busy', 'no_valid_input'],
  },
  hearChirpstack: {
    method: 'POST',
    path: '/lorawan/chirpstack',
    access: 'webhook',
    summary:
      'ChirpStack sends an event of a LoRaWAN device; without `event` that is told by what it holds. One that says nothing to us is answered 200, too',
    query: z.looseObject({ event: z.string().max(50).catch('').default('') }),
    body: message,
    response: WebhookAnswer,
    failures: ['busy', 'no_valid_input'],
  },
  hearUplink: {
    method: 'POST',
    path: '/lorawan/uplink',
    access: 'webhook',
    summary:
      'Any of the network servers we know sends what a LoRaWAN device said: LORIOT, ThingPark, Wanesy, Helium, AWS IoT Core for LoRaWAN, The Things Stack 2 and 3, ChirpStack. Told by its shape',
    body: message,
    response: WebhookAnswer,
    failures: ['busy', 'no_valid_input'],
  },
  hearWanesy: {
    method: 'POST',
    path: '/lorawan/uplink/dataUp',
    access: 'webhook',
    summary: 'The same, where Wanesy Management Center sends it: it adds `/dataUp` to the address it is given',
    body: message,
    response: WebhookAnswer,
    failures: ['busy', 'no_valid_input'],
  },
  getWebhookSecret: {
    method: 'GET',
    path: '/webhook_secret',
    access: 'signedIn',
    summary: "The caller's own secret for network servers, without the secret; null when there is none",
    response: z.object({
      webhook_secret: z.object({ tail: z.string(), created_at: TimeOut, last_used_at: TimeOut.nullable() }).nullable(),
    }),
  },
  createWebhookSecret: {
    method: 'POST',
    path: '/webhook_secret',
    access: 'signedIn',
    summary:
      "Make a secret, shown this once, with which a network server reaches the caller's own devices alone. The one before stops at once",
    status: 201,
    response: z.object({ secret: z.string() }),
  },
  deleteWebhookSecret: {
    method: 'DELETE',
    path: '/webhook_secret',
    access: 'signedIn',
    summary: "End the caller's secret for network servers",
    status: 204,
  },
  listDecoders: {
    method: 'GET',
    path: '/lorawan/decoders',
    access: 'signedIn',
    summary: 'The built-in decoders of LoRaWAN payloads',
    response: z.array(DecoderChoice),
  },
  getDecoder: {
    method: 'GET',
    path: '/sensors/:id/decoder',
    access: 'signedIn',
    summary: "The decoder chosen for a device; null: whichever fits the network server's profile",
    params: IdParams,
    response: z.object({ decoder: z.string().nullable() }),
  },
  chooseDecoder: {
    method: 'PUT',
    path: '/sensors/:id/decoder',
    access: 'signedIn',
    summary: 'Choose the decoder of a device, or leave it to the profile',
    params: IdParams,
    body: ChosenDecoder,
    response: z.object({ decoder: z.string().nullable() }),
  },
  listUnknownDevices: {
    method: 'GET',
    path: '/lorawan/unknown',
    access: 'admin',
    summary:
      'LoRaWAN devices that were heard in the last 30 days and are given to no device, since nobody added them or nobody confirmed who did; the newest 1,000',
    response: z.array(UnknownDevice),
  },
  addUnknownDevice: {
    method: 'POST',
    path: '/lorawan/unknown/:eui/claim',
    access: 'admin',
    summary: 'Add a device that was heard; what it said until now is read, too',
    params: EuiParams,
    body: UnknownDeviceInput,
    status: 201,
    response: z.object({ device: Device, accepted: z.int() }),
    failures: ['not_found', 'conflict'],
  },
  confirmUnknownDevice: {
    method: 'POST',
    path: '/lorawan/unknown/:eui/confirm',
    access: 'admin',
    summary: 'Give a device what is heard of the EUI its owner claims: what was kept, and all to come',
    params: EuiParams,
    response: z.object({ accepted: z.int() }),
    failures: ['not_found'],
  },
  refuseUnknownDevice: {
    method: 'POST',
    path: '/lorawan/unknown/:eui/refuse',
    access: 'admin',
    summary: "Take from a device an EUI that is not its owner's; it is free for whoever has it",
    params: EuiParams,
    status: 204,
    failures: ['not_found'],
  },
})
