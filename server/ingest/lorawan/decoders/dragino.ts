import { collect, type Decoded, type Decoder, per, probe, readerOf } from './decoder.ts'

/** The two upper bits of the battery's voltage tell its state. */
const VOLTAGE = 0x3fff
const DATA_PORT = 2
const volts = (raw: number | null): number | null => (raw === null ? null : (raw & VOLTAGE) / 1000)

const decodeLht65 = (bytes: Uint8Array, fPort: number): Decoded | null => {
  if (fPort !== DATA_PORT || bytes.length < 7) return null
  const [reader, into] = [readerOf(bytes), collect()]
  into.value('bat_volt', volts(reader.u16()))
  into.value('t', probe(reader.i16(), 100))
  into.value('h', per(reader.u16(), 10))
  const outer = (reader.u8() ?? 0) & 0x7f
  if (outer === 1 || outer === 9) into.value('t_1', probe(reader.i16(), 100))
  if (outer === 5) into.value('light', reader.u16())
  return into.result()
}

const decodeLht52 = (bytes: Uint8Array, fPort: number): Decoded | null => {
  if (fPort !== DATA_PORT || bytes.length < 4) return null
  const [reader, into] = [readerOf(bytes), collect()]
  into.value('t', probe(reader.i16(), 100))
  into.value('h', per(reader.u16(), 10))
  into.value('t_1', probe(reader.i16(), 100))
  return into.result()
}

/** Modes in which the bytes hold the SHT probe on the I2C bus, and three DS18B20 probes. */
const [I2C, THREE_PROBES] = [0, 3]

const decodeLsn50 = (bytes: Uint8Array, fPort: number): Decoded | null => {
  if (fPort !== DATA_PORT || bytes.length < 11) return null
  const [reader, into] = [readerOf(bytes), collect()]
  into.value('bat_volt', per(reader.u16(), 1000))
  const first = probe(reader.i16(), 10)
  into.other('adc', per(reader.u16(), 1000))
  const mode = ((reader.u8() ?? 0) & 0x7c) >> 2
  const [second, third] = [reader.i16(), reader.i16()]
  // A probe that is not there reads exactly 0 here, as 0 °C does: only what surely was measured counts.
  if (first !== null && first !== 0) into.value('t_1', first)
  if (mode === I2C && third !== 0) {
    into.value('t', probe(second, 10))
    into.value('h', per(third, 10))
  }
  if (mode === THREE_PROBES) {
    if (second !== 0) into.value('t_2', probe(second, 10))
    if (third !== 0) into.value('t_3', probe(third, 10))
  }
  return into.result()
}

/** "Set transmit interval" of the maker's manuals, in seconds; it listens on any port. */
const askInterval: Decoder['askInterval'] = seconds => ({
  fPort: 2,
  bytes: Uint8Array.from([0x01, seconds >> 16, (seconds >> 8) & 0xff, seconds & 0xff]),
})

const decoder = (id: string, models: string[], decode: Decoder['decode']): Decoder => ({
  id,
  maker: 'Dragino',
  models,
  decode,
  askInterval,
})

export const DRAGINO: readonly Decoder[] = [
  decoder('dragino-lht65', ['LHT65', 'LHT65N', 'LHT65S'], decodeLht65),
  decoder('dragino-lht52', ['LHT52'], decodeLht52),
  decoder('dragino-lsn50', ['LSN50', 'LSN50-V2', 'LSN50V2-D20-D22-D23'], decodeLsn50),
]
