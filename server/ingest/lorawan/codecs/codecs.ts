import { onCustodyChanged } from '../../../custody/news.ts'
import { ownerOf } from '../../../devices/access.ts'
import { isoNow, type Services } from '../../../kit/services.ts'
import { decodedOf, type Heard } from '../heard.ts'
import { codecOfDevice } from './codec-store.ts'
import type { CodecFault, CodecResult } from './run-codec.ts'
import type { CodecSandbox, Share } from './sandbox.ts'

const CODEC_CHANGED = 'device-codecs'
/** Time after which the store is asked again: with several processes, news of a change may get lost. */
const TRUSTED_MS = 60_000
/** Devices without a codec are remembered by the thousand; of scripts, each once, so many letters. */
const MAX_KNOWN = 50_000
const MAX_LETTERS = 10_000_000

export const publishCodecsChanged = ({ bus }: Pick<Services, 'bus'>, deviceIds: readonly number[]): void => {
  for (const id of deviceIds) bus.publish(CODEC_CHANGED, id)
}

/** Codec of a device, and the share of the thread that it takes. */
interface OwnedCodec {
  script: string
  share: Share
}

/** An uplink as the codec of its device reads it, or why it does not. */
export type Decoded = { heard: Heard; warnings: string[] } | { fault: CodecFault; text: string }

/** Reads uplinks by the codecs that people pasted for their devices, kept at hand. */
export const createCodecs = (services: Pick<Services, 'db' | 'bus' | 'now'>, sandbox: CodecSandbox) => {
  const known = new Map<number, { codec: OwnedCodec | null; until: number }>()
  /** Each script once, however many devices have it. */
  const scripts = new Map<string, string>()
  let letters = 0
  let changes = 0
  const forgetAll = () => {
    known.clear()
    scripts.clear()
    letters = 0
  }
  const once = (script: string): string => {
    const same = scripts.get(script)
    if (same !== undefined) return same
    if (letters > MAX_LETTERS) forgetAll()
    scripts.set(script, script)
    letters += script.length
    return script
  }
  services.bus.subscribe<number>(CODEC_CHANGED, deviceId => {
    changes++
    known.delete(deviceId)
  })
  onCustodyChanged(services, deviceId => {
    changes++
    known.delete(deviceId)
  })
  services.bus.onGap(() => {
    changes++
    forgetAll()
  })

  const codecOf = async (deviceId: number): Promise<OwnedCodec | null> => {
    const remembered = known.get(deviceId)
    if (remembered && remembered.until > services.now()) return remembered.codec
    const seen = changes
    const { script } = await codecOfDevice(services.db, deviceId)
    const owner = script === null ? undefined : await ownerOf(services.db, deviceId, isoNow(services))
    // A device that is nobody's takes the share of nobody.
    const share: Share = owner?.user_id ? `owner:${owner.user_id}` : `device:${deviceId}`
    const codec = script === null ? null : { script: once(script), share }
    // Something changed while this was read: it may be over.
    if (seen !== changes) return codec
    if (known.size >= MAX_KNOWN) forgetAll()
    known.set(deviceId, { codec, until: services.now() + TRUSTED_MS })
    return codec
  }

  return {
    /** Reads an uplink by the codec of its device; null where it has none, or where there are no bytes to read. */
    decode: async (deviceId: number, heard: Heard): Promise<Decoded | null> => {
      if (heard.kind !== 'up' || heard.bytes === null) return null
      const codec = await codecOf(deviceId)
      return codec && decodeWith(sandbox, codec.share, codec.script, heard)
    },
  }
}
export type Codecs = ReturnType<typeof createCodecs>

/** Reads an uplink by a codec: what its fields say is what the network server would have decoded. */
export const decodeWith = async (
  sandbox: CodecSandbox,
  share: Share,
  script: string,
  heard: Heard,
): Promise<Decoded> => {
  const bytes = [...Buffer.from(heard.bytes ?? '', 'base64')]
  const result: CodecResult = await sandbox.run(share, script, { bytes, fPort: heard.fPort ?? 1, time: heard.time })
  if ('fault' in result) return result
  // Neither the bytes nor the model are read once more by a decoder of ours: what is tried is what is stored.
  return { heard: { ...heard, bytes: null, profile: null, ...decodedOf(result.object) }, warnings: result.warnings }
}
