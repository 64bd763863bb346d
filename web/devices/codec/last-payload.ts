import type { RawMessage } from '#shared/contract/measurements/mappings.ts'

/** Payload (base64) and port of the newest message that has one; undefined where none was kept with its bytes. */
export const lastPayloadIn = (messages: readonly RawMessage[]): { bytes: string; fPort: number } | undefined => {
  for (const { body } of messages) {
    const found = payloadIn(body)
    if (found) return found
  }
  return undefined
}

const payloadIn = (body: string) => {
  try {
    const { frm_payload, f_port } = JSON.parse(body)
    if (typeof frm_payload !== 'string' || frm_payload === '') return undefined
    return { bytes: frm_payload, fPort: typeof f_port === 'number' ? f_port : 1 }
  } catch {
    // A message that was too long to keep is cut, and no JSON any more.
    return undefined
  }
}
