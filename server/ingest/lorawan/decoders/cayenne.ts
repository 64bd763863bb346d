import { type Collected, collect, type Decoder, per, probe, type Reader, readerOf } from './decoder.ts'

type Read = (reader: Reader, channel: number, into: Collected) => void

const PROBES = ['t', 't_1', 't_2', 't_3', 't_4', 't_5', 't_6', 't_7', 't_8', 't_9'] as const

/** The first temperature is the air's, the further ones are probes in their order. */
const temperature: Read = (reader, _, into) => {
  const free = PROBES.find(key => into.decoded.values[key] === undefined)
  const value = probe(reader.i16(), 10)
  if (free) into.value(free, value)
}
const once =
  (key: 'h' | 'light' | 'p', read: (reader: Reader) => number | null): Read =>
  (reader, _, into) => {
    const value = read(reader)
    if (into.decoded.values[key] === undefined) into.value(key, value)
  }
const named =
  (name: string, read: (reader: Reader) => number | null): Read =>
  (reader, channel, into) =>
    into.other(`${name}_${channel}`, read(reader))

/** Cayenne Low Power Payload: channel, type, value; big endian. */
const TYPES: Record<number, Read> = {
  0: named('digital_in', reader => reader.u8()),
  1: named('digital_out', reader => reader.u8()),
  2: named('analog_in', reader => per(reader.i16(), 100)),
  3: named('analog_out', reader => per(reader.i16(), 100)),
  101: once('light', reader => reader.u16()),
  102: named('presence', reader => reader.u8()),
  103: temperature,
  104: once('h', reader => per(reader.u8(), 2)),
  113: reader => reader.skip(6),
  115: once('p', reader => per(reader.u16(), 10)),
  134: reader => reader.skip(6),
  136: reader => reader.skip(9),
}

export const CAYENNE: readonly Decoder[] = [
  {
    id: 'cayenne',
    maker: 'Cayenne',
    models: ['LPP', 'CayenneLPP'],
    decode: bytes => {
      const [reader, into] = [readerOf(bytes), collect()]
      while (reader.left() >= 3) {
        const channel = reader.u8() ?? 0
        const read = TYPES[reader.u8() ?? 255]
        if (!read) break
        read(reader, channel, into)
      }
      return into.result()
    },
  },
]
