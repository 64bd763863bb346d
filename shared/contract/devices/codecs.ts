import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { REJECTION_CODES } from '../measurements/measurements.ts'

/** Letters of a codec; the longest of Milesight has 235,000. */
const LONGEST_SCRIPT = 300_000
/** Devices that get a codec together. */
const MAX_DEVICES = 50
/** Letters of a payload of 242 bytes, the most LoRaWAN has, with blanks between its digits. */
const LONGEST_PAYLOAD = 800

const Script = z
  .string()
  .max(LONGEST_SCRIPT)
  .refine(text => text.trim() !== '', { params: { code: 'required' } })

export const CODEC_FAULTS = [
  'no_function',
  'not_read',
  'failed',
  'too_slow',
  'too_much_memory',
  'no_object',
  'too_long',
  'busy',
] as const

const DeviceCodec = z.object({
  /** The maker's JavaScript; null where there is none. */
  script: z.string().nullable(),
  changed_at: TimeOut.nullable(),
  /** Version of the codec: one more with each change; 0 before there was any. */
  version: z.int(),
})
export type DeviceCodec = z.infer<typeof DeviceCodec>

export const DeviceCodecInput = z.object({
  script: Script.nullable(),
  /** Other devices of the caller that get the same. */
  also: z.array(Id).max(MAX_DEVICES).default([]),
  /** The version that was read: another one in the meantime is refused. Who sends none overwrites knowingly. */
  version: z.int().min(0).optional(),
})

/** Hexadecimal digits in pairs, also apart from each other, or base64. */
const PAYLOAD = /^(?:(?:0x)?(?:[0-9a-f]{2}[\s:,-]*)+|(?:[a-z0-9+/_-]{4})*(?:[a-z0-9+/_-]{2,3}={0,2})?)$/i

export const CodecTrialInput = z.object({
  script: Script,
  /** Payload as network servers show it: hexadecimal digits, also with blanks, or base64. */
  bytes: z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_PAYLOAD)
    .refine(text => PAYLOAD.test(text), { params: { code: 'payload' } }),
  f_port: z.int().min(0).max(255).default(1),
})

const CodecTrial = z.object({
  /** Fields of the codec, as JSON; null where it gave none. */
  object: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Reason why it gave none, and the words of its own error. */
  fault: z.enum(CODEC_FAULTS).nullable(),
  text: z.string(),
  /** Values that would be stored, in the unit each measurement is kept in. */
  values: z.array(z.object({ abbreviation: z.string(), value: z.number() })),
  /** Values that would be refused. */
  refused: z.array(z.object({ field: z.string(), code: z.enum(REJECTION_CODES), message: z.string() })),
})
export type CodecTrial = z.infer<typeof CodecTrial>

export const codecEndpoints = endpoints({
  getDeviceCodec: {
    method: 'GET',
    path: '/sensors/:id/codec',
    access: 'signedIn',
    summary: "The maker's codec that somebody pasted for a LoRaWAN device. For whoever owns the device",
    params: IdParams,
    response: DeviceCodec,
  },
  setDeviceCodec: {
    method: 'PUT',
    path: '/sensors/:id/codec',
    access: 'signedIn',
    summary:
      "Read the payloads of a LoRaWAN device by its maker's codec from now on: JavaScript with `decodeUplink` (LoRa Alliance TS013), `Decode` (ChirpStack 3) or `Decoder` (The Things Stack 2). It runs without a network, for a tenth of a second. `script` null: by the built-in decoders again",
    params: IdParams,
    body: DeviceCodecInput,
    response: DeviceCodec,
    failures: ['changed_meanwhile', 'not_found'],
  },
  tryDeviceCodec: {
    method: 'POST',
    path: '/sensors/:id/codec/try',
    access: 'signedIn',
    summary: 'Read a payload by a codec as if it were saved; nothing is stored',
    params: IdParams,
    body: CodecTrialInput,
    response: CodecTrial,
  },
})
