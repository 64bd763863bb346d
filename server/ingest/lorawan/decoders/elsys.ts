import { type Collected, collect, type Decoder, per, probe, type Reader, readerOf } from './decoder.ts'

type Read = (reader: Reader, into: Collected) => void

const value =
  (key: Parameters<Collected['value']>[0], read: (reader: Reader) => number | null): Read =>
  (reader, into) =>
    into.value(key, read(reader))
const other =
  (name: string, read: (reader: Reader) => number | null): Read =>
  (reader, into) =>
    into.other(name, read(reader))

const FURTHER_PROBE = 25
const FURTHER = ['t_2', 't_3', 't_4', 't_5', 't_6', 't_7', 't_8', 't_9'] as const

/** Probes beyond the first all have one type, and come in their order. One that is not there keeps its place. */
const createFurtherProbes = (): Read => {
  let nth = 0
  return (reader, into) => {
    const [key, temperature] = [FURTHER[nth++], probe(reader.i16(), 10)]
    if (key) into.value(key, temperature)
  }
}

/** Elsys writes a type and its value, big endian; the same list for all models. */
const TYPES: Record<number, Read> = {
  1: value('t', reader => probe(reader.i16(), 10)),
  2: value('h', reader => reader.u8()),
  3: (reader, into) => {
    for (const axis of ['x', 'y', 'z']) into.other(axis, reader.i8())
  },
  4: value('light', reader => reader.u16()),
  5: other('motion', reader => reader.u8()),
  6: value('co2', reader => reader.u16()),
  7: value('bat_volt', reader => per(reader.u16(), 1000)),
  8: other('analog1', reader => reader.u16()),
  9: reader => reader.skip(6),
  10: other('pulse1', reader => reader.u16()),
  11: other('pulse1_total', reader => reader.u32()),
  12: value('t_1', reader => probe(reader.i16(), 10)),
  13: other('digital', reader => reader.u8()),
  14: other('distance', reader => reader.u16()),
  15: other('movement', reader => reader.u8()),
  16: (reader, into) => {
    into.other('ir_internal_temperature', per(reader.i16(), 10))
    into.other('ir_external_temperature', per(reader.i16(), 10))
  },
  17: other('occupancy', reader => reader.u8()),
  18: other('waterleak', reader => reader.u8()),
  19: reader => reader.skip(65),
  // Thousandths of a hectopascal.
  20: value('p', reader => per(reader.i32(), 1000)),
  21: (reader, into) => {
    into.other('sound_peak', reader.u8())
    into.value('sound', reader.u8())
  },
  22: other('pulse2', reader => reader.u16()),
  23: other('pulse2_total', reader => reader.u32()),
  24: other('analog2', reader => reader.u16()),
  26: other('digital2', reader => reader.u8()),
  27: other('analog_uv', reader => reader.i32()),
  28: other('tvoc', reader => reader.u16()),
}

/** Makes the downlink for setting 20, the time base of the device in seconds: header, length, setting. */
const askInterval: Decoder['askInterval'] = seconds => {
  const bytes = Buffer.from([0x3e, 5, 20, 0, 0, 0, 0])
  bytes.writeUInt32BE(seconds, 3)
  return { fPort: 6, bytes }
}

export const ELSYS: readonly Decoder[] = [
  {
    id: 'elsys',
    maker: 'Elsys',
    models: [
      'ERS',
      'ERS2',
      'ERS CO2',
      'ERS2_CO2',
      'ERS Lite',
      'ERS Eye',
      'ERS Sound',
      'ELT-2',
      'ELT Lite',
      'ELT Ultrasonic',
      'EMS',
      'EMS Desk',
      'EMS Lite',
      'ESM5k',
    ],
    askInterval,
    decode: bytes => {
      const [reader, into] = [readerOf(bytes), collect()]
      const types: Record<number, Read> = { ...TYPES, [FURTHER_PROBE]: createFurtherProbes() }
      while (reader.left() >= 2) {
        const read = types[reader.u8() ?? 0]
        if (!read) break
        read(reader, into)
      }
      return into.result()
    },
  },
]
