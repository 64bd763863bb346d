import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measurementTypeOf } from '../../../taxonomy/types.ts'
import { BUILT_IN_DECODERS, decoderOfId, decoderOfProfile } from './decoders.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const decode = (id: string, hex: string, fPort = 85) => decoderOfId(id)?.decode(bytes(hex), fPort)

describe('built-in decoders', () => {
  test.each([
    ['milesight-am', '01 75 64 03 67 FA 00 04 68 64 07 7D 20 03', 85, { battery: 100, t: 25, h: 50, co2: 800 }],
    ['milesight-am', '03 67 CE FF', 85, { t: -5 }],
    ['milesight-em', '05 7D 90 01 06 73 94 27', 85, { co2: 400, p: 1013.2 }],
    ['milesight-em', '01 75 64 03 94 50 00 00 00', 85, { battery: 100, light: 80 }],
    ['milesight-em', '01 75 64 03 67 10 01 04 68 71 05 00 01', 85, { battery: 100, t: 27.2, h: 56.5 }],
    ['milesight-em500-pt100', '01 75 64 03 67 19 01', 85, { battery: 100, t_1: 28.1 }],
    ['milesight-ws302', '01 75 64 05 5B 05 3F 02 DA 01 6A 02', 85, { battery: 100, sound: 47.4 }],
    ['milesight-gs301', '02 67 FA 00 04 7D F4 01 05 7D 05 00', 85, { t: 25, nh3: 5, h2s: 0.05 }],
    ['elsys', '01 FF CE 02 32 06 01 F4 07 0E 10', 5, { t: -5, h: 50, co2: 500, bat_volt: 3.6 }],
    ['elsys', '01 00 FA 0C 00 32 19 00 64 19 7F FF 19 00 C8', 5, { t: 25, t_1: 5, t_2: 10, t_4: 20 }],
    ['dragino-lht65', 'CB F6 0B 0D 03 76 01 0A DD', 2, { bat_volt: 3.062, t: 28.29, h: 88.6, t_1: 27.81 }],
    ['dragino-lht65', '0A DD 0B 0D C3 76 09 6A 2B 10 00', 2, { t_1: 27.81, t: 28.29, h: 88.6 }],
    ['dragino-lht65', 'CB F6 0B 0D 03 76 02 0A DD FF FF', 2, { bat_volt: 3.062, t: 28.29, h: 88.6, t_1: 27.81 }],
    ['dragino-lht65', 'CB F6 28 FF 64 1E 0F 01 02 03 04', 2, { bat_volt: 3.062 }],
    ['dragino-lht65', 'CB F6 0B 0D 03 76 81 7F FF FF FF', 2, { bat_volt: 3.062, t: 28.29, h: 88.6 }],
    ['dragino-lsn50', '0B 54 00 D2 04 D2 00 00 FC 02 05', 2, { bat_volt: 2.9, t_1: 21, t: 25.2, h: 51.7 }],
    ['dragino-lsn50', '04 D2 01 F4 02 BC 08 00 FC 02 05 1D', 2, { bat_volt: 2.9, t: 25.2, h: 51.7 }],
    [
      'dragino-lsn50',
      '0B 54 00 D2 00 DC 20 00 E6 00 00 00 05 00 00 00 07',
      2,
      { bat_volt: 2.9, t_1: 21, t_2: 22, t_3: 23 },
    ],
    ['dragino-lht52', '09 C4 02 26 7F FF 01', 2, { t: 25, h: 55 }],
    ['cayenne', '01 67 00 FA 02 67 FF CE 03 68 64 04 73 27 94', 1, { t: 25, t_1: -5, h: 50, p: 1013.2 }],
    ['netvox-ra07', '01 05 07 24 21 34 FF FF FF FF 00', 6, { bat_volt: 3.6, co2: 850 }],
    ['talkpool-oy1210', '3E 44 1D 02 1B', 2, { t: 19.3, h: 85.1, co2: 539 }],
  ])('%s reads %s', (id, hex, fPort, values) => {
    expect(decode(id, hex, fPort)?.values).toEqual(values)
  })

  test.each([
    ['no probe', 'dragino-lht65', 'CB C6 00 82 00 F2 01 7F FF', 2, { bat_volt: 3.014, t: 1.3, h: 24.2 }],
    ['an SHT that is unplugged', 'dragino-lsn50', '0B 54 00 D2 00 00 00 FF FF FF FF', 2, { bat_volt: 2.9, t_1: 21 }],
    ['a gas sensor that warms up, or failed', 'milesight-gs301', '04 7D FE FF 05 7D FF FF 02 67 FA 00', 85, { t: 25 }],
    ['what a sensor has not', 'netvox-ra07', '01 05 0C 24 09 C4 FF FF 00', 6, { bat_volt: 3.6, t: 25 }],
    ['bytes cut off', 'milesight-am', '03 67 FA 00 07 7D 20', 85, { t: 25 }],
  ])('%s is missing, never 0', (_, id, hex, fPort, values) => {
    expect(decode(id, hex, fPort)?.values).toEqual(values)
  })

  test('readings of earlier that a device sends once more are no readings of now', () => {
    const earlier = '0A DD 0B 0D C3 76 41 6A 2B 10 00'
    expect(decode('dragino-lht65', `${earlier} ${earlier}`, 2)).toEqual({ values: {}, other: { stored_readings: 2 } })
    expect(decode('dragino-lht65', earlier.replace(' 41 ', ' 81 '), 2)?.values).toEqual({})
  })

  test('another port than that of measurements, and nothing at all, read as nothing', () => {
    expect(decode('dragino-lht65', 'CB F6 0B 0D 03 76 01 0A DD', 5)).toBeNull()
    for (const { decode: read } of BUILT_IN_DECODERS) expect(read(bytes(''), 2)).toBeNull()
  })

  test.each(BUILT_IN_DECODERS.map(one => [one.id, one] as const))(
    '%s never throws on rubbish, and gives finite numbers only',
    (_, one) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 255 }), (rubbish, fPort) => {
          const decoded = one.decode(rubbish, fPort)
          for (const [key, value] of Object.entries({ ...decoded?.values, ...decoded?.other }))
            expect([key, Number.isFinite(value)]).toEqual([key, true])
          for (const key of Object.keys(decoded?.values ?? {})) expect(measurementTypeOf(key)).toBeDefined()
        }),
        { numRuns: 500 },
      )
    },
  )

  test('ids are unique, and every model is found by its own name', () => {
    expect(new Set(BUILT_IN_DECODERS.map(({ id }) => id)).size).toBe(BUILT_IN_DECODERS.length)
    for (const { id, maker, models } of BUILT_IN_DECODERS)
      for (const model of models) expect(decoderOfProfile(`${maker} ${model}`)?.id, model).toBe(id)
  })

  test.each([
    ['Milesight AM307 EU868 1.0.3', 'milesight-am'],
    ['lht65n', 'dragino-lht65'],
    ['DL-IAM', 'decentlab-iam'],
    ['Elsys ERS CO2', 'elsys'],
    ['Chirpstack default device profile', undefined],
    ['Persons counter', undefined],
    ['', undefined],
  ])('the profile %s names %s', (profile, id) => {
    expect(decoderOfProfile(profile)?.id).toBe(id)
  })
})
