import type { Abbreviation } from '../../../taxonomy/measurement-types.ts'

/**
 * Values that a device measured, in our abbreviations and their units; `other` keeps what is no climate, under the
 * maker's words.
 */
export interface Decoded {
  values: Partial<Record<Abbreviation, number>>
  other: Record<string, number>
}

export interface Decoder {
  /** Name of the decoder, kept with the device. */
  id: string
  maker: string
  /** Models as printed on the devices; also how a network server's profile names them. */
  models: readonly string[]
  /**
   * Reads the payload of an uplink. What the payload does not say, or marks as "no probe", is left out; bytes nobody knows
   * end the reading. Null when nothing could be read. Never throws.
   */
  decode(bytes: Uint8Array, fPort: number): Decoded | null
  /** Makes the downlink that tells the device to send every so many seconds, where its maker documents that. */
  askInterval?: (seconds: number) => { fPort: number; bytes: Uint8Array }
}

/** Reads numbers from bytes one after the other; past the end there is nothing, never 0. */
export const readerOf = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (size: number, read: (offset: number) => number): number | null => {
    if (at + size > bytes.length) {
      at = bytes.length
      return null
    }
    at += size
    return read(at - size)
  }
  return {
    left: () => bytes.length - at,
    skip: (size: number) => {
      at = Math.min(bytes.length, at + size)
    },
    u8: () => take(1, offset => view.getUint8(offset)),
    i8: () => take(1, offset => view.getInt8(offset)),
    u16: () => take(2, offset => view.getUint16(offset)),
    i16: () => take(2, offset => view.getInt16(offset)),
    u32: () => take(4, offset => view.getUint32(offset)),
    i32: () => take(4, offset => view.getInt32(offset)),
    u16le: () => take(2, offset => view.getUint16(offset, true)),
    u32le: () => take(4, offset => view.getUint32(offset, true)),
    i16le: () => take(2, offset => view.getInt16(offset, true)),
    u24: () => take(3, offset => view.getUint8(offset) * 65_536 + view.getUint16(offset + 1)),
  }
}
export type Reader = ReturnType<typeof readerOf>

/** Collects what was read; a value that is missing is not noted. */
export const collect = () => {
  const decoded: Decoded = { values: {}, other: {} }
  return {
    decoded,
    value: (key: Abbreviation, number: number | null): void => {
      if (number !== null && Number.isFinite(number)) decoded.values[key] = number
    },
    other: (name: string, number: number | null): void => {
      if (number !== null && Number.isFinite(number)) decoded.other[name] = number
    },
    /** Result of decoding; null when there is nothing in it. */
    result: (): Decoded | null =>
      Object.keys(decoded.values).length + Object.keys(decoded.other).length > 0 ? decoded : null,
  }
}
export type Collected = ReturnType<typeof collect>

/** A number divided, where there is one. Division keeps the digits a multiplication by 0.1 would lose. */
export const per = (number: number | null, divisor: number): number | null =>
  number === null ? null : number / divisor

/** Probes of temperature that are not there send one of these, in hundredths of a degree or tenths. */
const NO_PROBE = new Set([0x7fff, -0x8000])
export const probe = (number: number | null, divisor: number): number | null =>
  number === null || NO_PROBE.has(number) ? null : number / divisor
