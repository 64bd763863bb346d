import { describe, expect, test } from 'vitest'
import { decodedOf, type Heard, NOTHING_HEARD } from './heard.ts'
import { heardMessageOf } from './message.ts'

const base64 = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64')
const heard = (changes: Partial<Heard>, decoded: object = {}): Heard => ({
  ...NOTHING_HEARD,
  kind: 'up',
  fPort: 6,
  ...decodedOf(decoded),
  ...changes,
})
const messageFrom = (one: Heard) => {
  const { message, refusal } = heardMessageOf(one, null)
  return { message, refusal }
}

describe('[specification §5] an uplink', () => {
  test('is read by its decoder, and what that leaves out from what the network server decoded', () => {
    // The built-in decoder reads the battery of this report alone.
    const bytes = base64('01 05 01 24 00 05 00 07 00 09 00')
    const uplink = heard({ profile: 'Netvox RA0715', bytes }, { Battery: 2.9, PM1: 5, PM2_5: 7, temperature: 21.5 })
    expect(messageFrom(uplink)).toEqual({
      message: { bat_volt: 3.6, dust_pm1: 5, dust_pm25: 7, t: 21.5 },
      refusal: null,
    })
  })

  test("has its decoder's word where both read the same", () => {
    const uplink = heard({ profile: 'am307', bytes: base64('03 67 FA 00') }, { temperature: 99, humidity: 50 })
    expect(messageFrom(uplink).message).toEqual({ t: 25, h: 50 })
  })

  test('of Decentlab names dust by its mass, with a unit in signs of its own', () => {
    const mass = (value: number) => ({ value, unit: 'µg⋅m⁻³', displayName: 'mass' })
    const decoded = {
      pm1_0_mass_concentration: mass(1),
      pm2_5_mass_concentration: mass(2.5),
      pm4_0_mass_concentration: mass(4),
      pm10_mass_concentration: mass(10),
    }
    const unit = 'µg⋅m⁻³'
    expect(messageFrom(heard({}, decoded)).message).toEqual({
      dust_pm1: { value: 1, unit },
      dust_pm25: { value: 2.5, unit },
      dust_pm4: { value: 4, unit },
      dust_pm10: { value: 10, unit },
    })
  })

  test.each([
    [
      { Temp1: 20, Temp2: 21 },
      { t: 20, t_1: 21 },
    ],
    [
      { ambientTemp: 20, batLevel: 90 },
      { t: 20, battery: 90 },
    ],
    [{ tempNOW: [20, 21] }, { t: 20, t_1: 21 }],
  ])('has the names %j', (decoded, message) => {
    expect(messageFrom(heard({}, decoded)).message).toEqual(message)
  })

  test.each(['mclimate vicki', 'Dragino LTC2', 'strega smart-valve', 'Abeeway micro-tracker'])(
    'of what is no room, %s, is a probe',
    profile => {
      const decoded = { sensorTemperature: 41, humidity: 30 }
      expect(messageFrom(heard({ profile }, decoded)).message).toEqual({ t_0: 41, h: 30 })
    },
  )

  test.each([
    ['nobody knows its words', heard({}, { wattage: 5, button: 1 }), 'no_values'],
    ['nobody can read its bytes', heard({ bytes: base64('FF FF FF') }), 'unreadable_message'],
    ['nothing is in it', heard({}), null],
  ])('is refused where %s', (_, uplink, refusal) => {
    expect(messageFrom(uplink).refusal).toBe(refusal)
  })
})
