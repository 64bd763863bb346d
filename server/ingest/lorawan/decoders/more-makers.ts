import { collect, type Decoded, type Decoder, per, probe, readerOf } from './decoder.ts'

type Decode = Decoder['decode']

/** Temperature and humidity of a Talkpool sensor: twelve bits each in three bytes. */
const twelveBits = ([a = 0, b = 0, c = 0]: readonly number[]) => ({
  t: (a * 16 + (c >> 4) - 800) / 10,
  h: (b * 16 + (c & 0xf) - 250) / 10,
})

const talkpool =
  (size: number, rest: (bytes: Uint8Array, values: Decoded['values']) => void): Decode =>
  (bytes, fPort) => {
    if (fPort !== 2 || bytes.length < size) return null
    const values: Decoded['values'] = twelveBits([...bytes.subarray(0, 3)])
    rest(bytes, values)
    return { values, other: {} }
  }

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)

const decodeOy1200: Decode = bytes => {
  if (bytes.length < 10) return null
  const [reader, into] = [readerOf(bytes), collect()]
  reader.skip(2)
  into.other('co2_raw', reader.u16())
  into.value('co2', reader.u16())
  into.value('t', probe(reader.i16(), 100))
  into.value('h', per(reader.u16(), 100))
  return into.result()
}

/** Channel, type and value, big endian. */
const decodeTektelic: Decode = (bytes, fPort) => {
  if (fPort !== 10) return null
  const [reader, into] = [readerOf(bytes), collect()]
  while (reader.left() >= 3) {
    const field = (reader.u8() ?? 0) * 256 + (reader.u8() ?? 0)
    if (field === 0x0367) into.value('t', probe(reader.i16(), 10))
    else if (field === 0x0468) into.value('h', per(reader.u8(), 2))
    else if (field === 0x00ba) into.value('bat_volt', per(reader.u16(), 1000))
    else break
  }
  return into.result()
}

/** Raw value, null where the sensor has none and fills it with ones; a battery of 0 V is a supply from the mains. */
const present = (raw: number | null): number | null => (raw === 0xffff || raw === null ? null : raw)

const decodeNetvox: Decode = (bytes, fPort) => {
  if (fPort !== 6 || bytes.length < 8 || bytes[0] !== 1 || bytes[1] !== 5) return null
  const [reader, into] = [readerOf(bytes), collect()]
  reader.skip(2)
  const report = reader.u8()
  into.value('bat_volt', per((reader.u8() ?? 0) & 0x7f || null, 10))
  if (report === 7) into.value('co2', per(present(reader.u16()), 10))
  if (report === 12) {
    into.value('t', probe(reader.i16(), 100))
    into.value('h', per(present(reader.u16()), 100))
  }
  return into.result()
}

/** Browan packs battery (25 + n) / 10 V in four bits, and the temperature of the board plus 32 °C in seven. */
const browan =
  (port: number, size: number, room: boolean): Decode =>
  (bytes, fPort) => {
    if (fPort !== port || bytes.length < size) return null
    const [, power = 0, board = 0, fourth = 0] = bytes
    const into = collect()
    into.value('bat_volt', (25 + (power & 0xf)) / 10)
    if (room) {
      into.value('t', (board & 0x7f) - 32)
      into.value('h', fourth & 0x7f)
    } else into.other('board_temperature', (board & 0x7f) - 32)
    return into.result()
  }

const decodeBrowanLight: Decode = (bytes, fPort) => {
  const decoded = browan(104, 6, false)(bytes, fPort)
  if (!decoded) return null
  const [, , , low = 0, middle = 0, high = 0] = bytes
  return { ...decoded, values: { ...decoded.values, light: Math.round((low + middle * 256 + high * 65_536) / 100) } }
}

const decodeMclimate: Decode = bytes => {
  if (bytes[0] !== 1 || bytes.length < 5) return null
  const [, high = 0, low = 0, humidity = 0, battery = 0] = bytes
  const into = collect()
  into.value('t', (high * 256 + low - 400) / 10)
  into.value('h', Math.round(((humidity * 100) / 256) * 100) / 100)
  into.value('bat_volt', (battery * 8 + 1600) / 1000)
  return into.result()
}

const decoder = (id: string, maker: string, models: string[], decode: Decode): Decoder => ({
  id,
  maker,
  models,
  decode,
})

export const MORE_MAKERS: readonly Decoder[] = [
  decoder(
    'talkpool-oy1110',
    'Talkpool',
    ['OY1110'],
    talkpool(3, () => {}),
  ),
  decoder(
    'talkpool-oy1210',
    'Talkpool',
    ['OY1210'],
    talkpool(5, (bytes, values) => {
      values.co2 = word(bytes, 3)
    }),
  ),
  decoder(
    'talkpool-oy1700',
    'Talkpool',
    ['OY1700'],
    talkpool(9, (bytes, values) => {
      values.dust_pm1 = word(bytes, 3)
      values.dust_pm25 = word(bytes, 5)
      values.dust_pm10 = word(bytes, 7)
    }),
  ),
  decoder('talkpool-oy1200', 'Talkpool', ['OY1200'], decodeOy1200),
  decoder('tektelic-comfort', 'Tektelic', ['Comfort'], decodeTektelic),
  decoder('netvox-ra07', 'Netvox', ['RA0715'], decodeNetvox),
  decoder('browan-tbhh100', 'Browan', ['TBHH100'], browan(103, 8, true)),
  decoder('browan-tbam100', 'Browan', ['TBAM100'], decodeBrowanLight),
  decoder('mclimate-ht', 'MClimate', ['HT Sensor'], decodeMclimate),
]
