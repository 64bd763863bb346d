import type { Services } from '../../../kit/services.ts'
import { decodedOf, type Heard } from '../heard.ts'
import { codecOfDevice, type StoredCodec } from './codec-store.ts'
import type { CodecFault, CodecResult } from './run-codec.ts'
import type { CodecSandbox } from './sandbox.ts'

const CODEC_CHANGED = 'device-codecs'
/** Time after which the store is asked again: with several processes, news of a change may get lost. */
const TRUSTED_MS = 60_000
/** Devices without a codec are remembered by the thousand; scripts are long. */
const MAX_KNOWN = 50_000
const MAX_SCRIPTS = 500

export const publishCodecsChanged = ({ bus }: Pick<Services, 'bus'>, deviceIds: readonly number[]): void => {
  for (const id of deviceIds) bus.publish(CODEC_CHANGED, id)
}

/** An uplink as the codec of its device reads it, or why it does not. */
export type Decoded = { heard: Heard; warnings: string[] } | { fault: CodecFault; text: string }

/** Reads uplinks by the codecs that people pasted for their devices, kept at hand. */
export const createCodecs = (services: Pick<Services, 'db' | 'bus' | 'now'>, sandbox: CodecSandbox) => {
  const known = new Map<number, { codec: StoredCodec; until: number }>()
  let changes = 0
  let scripts = 0
  const forgetAll = () => {
    known.clear()
    scripts = 0
  }
  services.bus.subscribe<number>(CODEC_CHANGED, deviceId => {
    changes++
    if (known.get(deviceId)?.codec.script) scripts--
    known.delete(deviceId)
  })
  services.bus.onGap(() => {
    changes++
    forgetAll()
  })

  const codecOf = async (deviceId: number): Promise<StoredCodec> => {
    const remembered = known.get(deviceId)
    if (remembered && remembered.until > services.now()) return remembered.codec
    const seen = changes
    const codec = await codecOfDevice(services.db, deviceId)
    // Something changed while this was read: it may be over.
    if (seen !== changes) return codec
    if (known.size >= MAX_KNOWN || scripts >= MAX_SCRIPTS) forgetAll()
    if (codec.script !== null && !known.get(deviceId)?.codec.script) scripts++
    known.set(deviceId, { codec, until: services.now() + TRUSTED_MS })
    return codec
  }

  return {
    /** Reads an uplink by the codec of its device; null where it has none, or where there are no bytes to read. */
    decode: async (deviceId: number, heard: Heard): Promise<Decoded | null> => {
      if (heard.kind !== 'up' || heard.bytes === null) return null
      const { script, changed_by } = await codecOf(deviceId)
      if (script === null) return null
      // Devices whose codec an account left behind that is gone take the share of nobody else.
      return decodeWith(sandbox, changed_by ?? -deviceId, script, heard)
    },
  }
}
export type Codecs = ReturnType<typeof createCodecs>

/** Reads an uplink by a codec: what its fields say is what the network server would have decoded. */
export const decodeWith = async (
  sandbox: CodecSandbox,
  account: number,
  script: string,
  heard: Heard,
): Promise<Decoded> => {
  const bytes = [...Buffer.from(heard.bytes ?? '', 'base64')]
  const result: CodecResult = await sandbox.run(account, script, { bytes, fPort: heard.fPort ?? 1, time: heard.time })
  if ('fault' in result) return result
  // Neither the bytes nor the model are read once more by a decoder of ours.
  return { heard: { ...heard, bytes: null, ...decodedOf(result.object) }, warnings: result.warnings }
}
