import { collect, type Decoded, type Decoder, per, probe, readerOf } from './decoder.ts'

/** The two upper bits of the battery's voltage tell its state. Source of all of this: the manuals and decoders that Dragino publishes. */
const VOLTAGE = 0x3fff
const DATA_PORT = 2
const volts = (raw: number | null): number | null => (raw === null ? null : (raw & VOLTAGE) / 1000)

/** Kinds of messages of an LHT65, told by its seventh byte: the sensor on its cable, and so what the bytes around are. */
const EXTERNAL = { probe: 1, tmp117: 2, light: 5, probeWithTime: 9, tmp117WithTime: 10, sht31: 11 } as const
/** Kinds of messages that hold the serial number of a sensor where the others have temperature and humidity. */
const SERIAL_NUMBERS = new Set([0x0e, 0x0f, 0x10, 0x20])
const HUMIDITY = 0x0fff
const STORED = 0x40
/** Mark of a reading that is sent once more; older firmware says by it that the external sensor is not connected. */
const SENT_AGAIN = 0x80
const READING_BYTES = 11
/** Seconds between which a clock of such a device can be. */
const [FIRST_CLOCK, LAST_CLOCK] = [Date.UTC(2020, 0, 1) / 1000, Date.UTC(2037, 0, 1) / 1000]

/** Tells whether readings of earlier are in a message, each with its own time at its end: none of them is of now. */
const isOfEarlier = (bytes: Uint8Array, kind: number): boolean => {
  if ((kind & STORED) !== 0) return true
  const reader = readerOf(bytes.subarray(READING_BYTES - 4))
  const clock = reader.u32() ?? 0
  return (kind & SENT_AGAIN) !== 0 && clock >= FIRST_CLOCK && clock < LAST_CLOCK
}

const decodeLht65 = (bytes: Uint8Array, fPort: number): Decoded | null => {
  if (fPort !== DATA_PORT || bytes.length < 7) return null
  const [reader, into] = [readerOf(bytes), collect()]
  const kind = bytes[6] ?? 0
  if (isOfEarlier(bytes, kind)) {
    into.other('stored_readings', Math.floor(bytes.length / READING_BYTES))
    return into.result()
  }
  const external = kind & ~(STORED | SENT_AGAIN)
  const isTimed = external === EXTERNAL.probeWithTime || external === EXTERNAL.tmp117WithTime
  // With the time of the device at the end, the temperature of the probe stands where its voltage was.
  if (isTimed) into.value('t_1', probe(reader.i16(), 100))
  else into.value('bat_volt', volts(reader.u16()))
  const [temperature, humidity] = [reader.i16(), reader.u16()]
  if (!SERIAL_NUMBERS.has(external)) {
    into.value('t', probe(temperature, 100))
    into.value('h', humidity === null ? null : (humidity & HUMIDITY) / 10)
  }
  reader.skip(1)
  const hasProbe = external === EXTERNAL.probe || external === EXTERNAL.tmp117 || external === EXTERNAL.sht31
  if (hasProbe) into.value('t_1', probe(reader.i16(), 100))
  if (external === EXTERNAL.light) into.value('light', reader.u16())
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

/** Modes of an LSN50: which sensors hang at it, and so what its bytes are. */
const MODE = { i2c: 0, threeAnalogue: 2, threeProbes: 3, threeProbesAndCounters: 8 } as const
/** Humidity with which an SHT that is not there answers, as its temperature does: 0.1 °C below zero could be one. */
const NO_SHT = -1

/** Temperature of a DS18B20. One that is not there reads exactly 0, as 0 °C does: only what surely was measured counts. */
const ds18b20 = (raw: number | null): number | null => (raw === 0 ? null : probe(raw, 10))

const decodeLsn50 = (bytes: Uint8Array, fPort: number): Decoded | null => {
  if (fPort !== DATA_PORT || bytes.length < 11) return null
  const [reader, into] = [readerOf(bytes), collect()]
  const mode = ((bytes[6] ?? 0) & 0x7c) >> 2
  if (mode === MODE.threeAnalogue) {
    for (const channel of [0, 1, 4]) into.other(`adc_${channel}`, per(reader.u16(), 1000))
    into.value('bat_volt', bytes.length > 11 ? per(bytes[11] ?? null, 10) : null)
  } else {
    into.value('bat_volt', per(reader.u16(), 1000))
    into.value('t_1', ds18b20(reader.i16()))
    if (mode === MODE.threeProbesAndCounters) into.value('t_2', ds18b20(reader.i16()))
    else into.other('adc', per(reader.u16(), 1000))
  }
  reader.skip(1)
  const [second, third] = [reader.i16(), reader.i16()]
  const hasSht = mode === MODE.i2c || mode === MODE.threeAnalogue
  if (hasSht && third !== 0 && third !== NO_SHT) {
    into.value('t', probe(second, 10))
    into.value('h', per(third, 10))
  }
  if (mode === MODE.threeProbes) into.value('t_2', ds18b20(second))
  if (mode === MODE.threeProbes) into.value('t_3', ds18b20(third))
  if (mode === MODE.threeProbesAndCounters) into.value('t_3', ds18b20(second))
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
