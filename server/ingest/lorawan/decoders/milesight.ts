import { type Collected, collect, type Decoder, per, probe, type Reader, readerOf } from './decoder.ts'

type Read = (reader: Reader, into: Collected) => void
type Channels = Record<string, Read>

/** Milesight writes channel, type and value; which channel means what differs by model. Numbers are little endian. */
const decode = (channels: Channels, bytes: Uint8Array) => {
  const [reader, into] = [readerOf(bytes), collect()]
  while (reader.left() >= 3) {
    const read = channels[`${hex(reader.u8())}${hex(reader.u8())}`]
    if (!read) break
    read(reader, into)
  }
  return into.result()
}

const hex = (byte: number | null): string => (byte ?? 0).toString(16).padStart(2, '0')

/** Raw values sent while a gas sensor warms up, or when it has failed. */
const NOT_READY = new Set([0xfffe, 0xffff])
const gas = (number: number | null, divisor: number): number | null =>
  number === null || NOT_READY.has(number) ? null : number / divisor

const battery: Read = (reader, into) => into.value('battery', reader.u8())
const temperature: Read = (reader, into) => into.value('t', probe(reader.i16le(), 10))
const humidity: Read = (reader, into) => {
  const raw = reader.u8()
  into.value('h', raw === 0xff ? null : per(raw, 2))
}
const co2: Read = (reader, into) => into.value('co2', gas(reader.u16le(), 1))
const pressure: Read = (reader, into) => into.value('p', gas(reader.u16le(), 10))
const number =
  (name: string, divisor = 1): Read =>
  (reader, into) =>
    into.other(name, gas(reader.u16le(), divisor))
const byte =
  (name: string): Read =>
  (reader, into) =>
    into.other(name, reader.u8())

const AIR: Channels = {
  '0175': battery,
  '0367': temperature,
  '0468': humidity,
  '0500': byte('pir'),
  '056a': number('activity'),
  '06cb': byte('light_level'),
  '0665': (reader, into) => {
    into.value('light', reader.u16le())
    into.other('visible_and_infrared', reader.u16le())
    into.other('infrared', reader.u16le())
  },
  '077d': co2,
  '087d': number('tvoc'),
  '08e6': number('tvoc_level', 100),
  '0973': pressure,
  '0a7d': number('formaldehyde', 100),
  '0b7d': (reader, into) => into.value('dust_pm25', gas(reader.u16le(), 1)),
  '0c7d': (reader, into) => into.value('dust_pm10', gas(reader.u16le(), 1)),
  '0d7d': number('ozone', 100),
  '0e01': byte('beep'),
}

const OUTSIDE: Channels = {
  '0175': battery,
  '0367': temperature,
  '0468': humidity,
  '0394': (reader, into) => into.value('light', reader.u32le()),
  '0500': byte('water_leak'),
  '057d': co2,
  '05c8': (reader, into) => into.other('counter', reader.u32le()),
  '0600': byte('open'),
  '0673': pressure,
}

/** Channels of a sensor on a cable: the temperature of what it is stuck into. */
const PROBE: Channels = {
  '0175': battery,
  '0367': (reader, into) => into.value('t_1', probe(reader.i16le(), 10)),
}

const A_WEIGHTED = 1

const SOUND: Channels = {
  '0175': battery,
  // Weighting, then the level of the moment, its equivalent over the interval, and the highest.
  '055b': (reader, into) => {
    const weighting = (reader.u8() ?? 0) & 0x03
    const [moment, equivalent, highest] = [reader.u16le(), reader.u16le(), reader.u16le()].map(raw => per(raw, 10))
    if (weighting === A_WEIGHTED) into.value('sound', equivalent ?? null)
    else into.other('sound_otherwise_weighted', equivalent ?? null)
    into.other('sound_moment', moment ?? null)
    into.other('sound_highest', highest ?? null)
  },
}

const ODOUR: Channels = {
  '0175': battery,
  '0267': temperature,
  '0368': humidity,
  '047d': (reader, into) => into.value('nh3', gas(reader.u16le(), 100)),
  '057d': (reader, into) => into.value('h2s', gas(reader.u16le(), 100)),
  '067d': (reader, into) => into.value('h2s', gas(reader.u16le(), 1000)),
}

/** "Report interval" of the maker's user guides, in seconds. */
const askInterval: Decoder['askInterval'] = seconds => ({
  fPort: 85,
  bytes: Uint8Array.from([0xff, 0x03, seconds & 0xff, seconds >> 8]),
})

const decoder = (id: string, models: string[], channels: Channels): Decoder => ({
  id,
  maker: 'Milesight',
  models,
  decode: bytes => decode(channels, bytes),
  askInterval,
})

export const MILESIGHT: readonly Decoder[] = [
  decoder('milesight-am', ['AM102', 'AM103', 'AM104', 'AM107', 'AM307', 'AM308', 'AM319'], AIR),
  decoder(
    'milesight-em',
    ['EM300-TH', 'EM300-MCS', 'EM300-SLD', 'EM300-ZLD', 'EM300-MLD', 'EM300-DI', 'EM320-TH', 'EM500-CO2', 'EM500-LGT'],
    OUTSIDE,
  ),
  decoder('milesight-em500-pt100', ['EM500-PT100'], PROBE),
  decoder('milesight-ws302', ['WS302'], SOUND),
  decoder('milesight-gs301', ['GS301'], ODOUR),
]
