import { type Collected, collect, type Decoder, per, type Reader, readerOf } from './decoder.ts'

/** The words of one sensor, as read; null when the payload ends before. */
type Group = { words: number; read: (x: number[], into: Collected) => void }

const PROTOCOL = 2

/** Version, device, a flag for each sensor that is in the payload, then the words of each of these, big endian. */
const decode = (groups: readonly Group[], bytes: Uint8Array) => {
  const [reader, into] = [readerOf(bytes), collect()]
  if (reader.u8() !== PROTOCOL) return null
  reader.skip(2)
  const flags = reader.u16()
  if (flags === null) return null
  for (const [bit, { words, read }] of groups.entries()) {
    if (((flags >> bit) & 1) === 0) continue
    const x = wordsOf(reader, words)
    if (!x) break
    read(x, into)
  }
  return into.result()
}

const wordsOf = (reader: Reader, count: number): number[] | null => {
  const words = Array.from({ length: count }, () => reader.u16())
  return words.every(word => word !== null) ? words : null
}

const battery: Group = { words: 1, read: ([x = 0], into) => into.value('bat_volt', per(x, 1000)) }
const sht: Group = {
  words: 2,
  read: ([x = 0, y = 0], into) => {
    into.value('t', (175 * x) / 65_535 - 45)
    into.value('h', (100 * y) / 65_535)
  },
}

const IAM: Group[] = [
  battery,
  sht,
  { words: 1, read: ([x = 0], into) => into.value('p', (x * 2) / 100) },
  {
    words: 2,
    read: ([x = 0, y = 0], into) => {
      into.other('visible_and_infrared', x)
      into.other('infrared', y)
      into.value('light', Math.max(Math.max(x - 1.64 * y, 0.59 * x - 0.86 * y), 0) * 1.5504)
    },
  },
  {
    words: 3,
    read: ([x = 0, status = 0, raw = 0], into) => {
      into.value('co2', x - 32_768)
      into.other('co2_status', status)
      into.other('raw_infrared', raw)
    },
  },
  { words: 1, read: ([x = 0], into) => into.other('activity', x) },
  { words: 1, read: ([x = 0], into) => into.other('tvoc', x) },
]

const LP8P: Group[] = [
  {
    words: 2,
    read: ([x = 0, y = 0], into) => {
      into.value('t', (175.72 * x) / 65_536 - 46.85)
      into.value('h', (125 * y) / 65_536 - 6)
    },
  },
  {
    words: 2,
    read: ([x = 0, y = 0], into) => {
      into.other('barometer_temperature', (x - 5000) / 100)
      into.value('p', (y * 2) / 100)
    },
  },
  {
    words: 8,
    read: ([x = 0, filtered = 0, inner = 0, one = 0, two = 0, status = 0], into) => {
      into.value('co2', x - 32_768)
      into.other('co2_filtered', filtered - 32_768)
      into.other('co2_sensor_temperature', (inner - 32_768) / 100)
      into.other('capacitor_voltage_1', one / 1000)
      into.other('capacitor_voltage_2', two / 1000)
      into.other('co2_status', status)
    },
  },
  battery,
]

const RHC: Group[] = [
  {
    words: 4,
    read: ([, , x = 0, y = 0], into) => {
      into.value('h', x / 100)
      into.value('t', (y - 32_768) / 100)
    },
  },
  battery,
]

const decoder = (id: string, models: string[], groups: readonly Group[]): Decoder => ({
  id,
  maker: 'Decentlab',
  models,
  decode: bytes => decode(groups, bytes),
})

export const DECENTLAB: readonly Decoder[] = [
  decoder('decentlab-iam', ['DL-IAM'], IAM),
  decoder('decentlab-lp8p', ['DL-LP8P'], LP8P),
  decoder('decentlab-sht35', ['DL-SHT35'], [sht, battery]),
  decoder('decentlab-rhc', ['DL-RHC'], RHC),
]
