import { numberAt } from '#shared/rules/collections/elements.ts'

/** A packet of MQTT begins with one byte and then says its length in up to four, seven bits each. */
const MAX_LENGTH_BYTES = 4

/**
 * Looks at the bytes of a connection as they pass, cut anywhere, and says whether they may: false for a packet that will be longer than
 * `limit()` bytes, before any of it is kept, and for a length that is none.
 */
export const createFrameGuard = (limit: () => number): ((chunk: Uint8Array) => boolean) => {
  let body = 0
  let length: number | null = null
  let lengthBytes = 0
  return chunk => {
    let at = 0
    while (at < chunk.length) {
      if (body > 0) {
        const passed = Math.min(body, chunk.length - at)
        body -= passed
        at += passed
      } else if (length === null) {
        at += 1
        length = 0
        lengthBytes = 0
      } else {
        const byte = numberAt(chunk, at++)
        length += (byte & 0x7f) * 128 ** lengthBytes++
        if (length > limit() || (byte >= 0x80 && lengthBytes === MAX_LENGTH_BYTES)) return false
        if (byte < 0x80) {
          body = length
          length = null
        }
      }
    }
    return true
  }
}
