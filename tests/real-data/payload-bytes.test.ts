import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decoderOfProfile } from '../../server/ingest/lorawan/decoders/decoders.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/payloads/', import.meta.url))
const isMissing = !existsSync(FOLDER)
if (isMissing) console.info(`Skipped: the real payloads are not on this machine (${FOLDER}).`)

const linesOf = (name: string) =>
  isMissing
    ? []
    : readFileSync(FOLDER + name, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))

/** Name that makers give a quantity, our abbreviation, and by what theirs is divided. */
const NAMES: Record<string, [string, number]> = {
  temperature: ['t', 1],
  Temperature: ['t', 1],
  TempC_SHT: ['t', 1],
  air_temperature: ['t', 1],
  ambient_temperature: ['t', 1],
  sensorTemperature: ['t', 1],
  TempC_DS: ['t_1', 1],
  externalTemperature: ['t_1', 1],
  Temp_White: ['t_2', 1],
  humidity: ['h', 1],
  Humidity: ['h', 1],
  Hum_SHT: ['h', 1],
  RelativeHumidity: ['h', 1],
  relative_humidity: ['h', 1],
  relativeHumidity: ['h', 1],
  air_humidity: ['h', 1],
  co2: ['co2', 1],
  CO2: ['co2', 1],
  CO2Filtered: ['co2', 1],
  co2_concentration: ['co2', 1],
  pressure: ['p', 1],
  barometric_pressure: ['p', 100],
  light: ['light', 1],
  lux: ['light', 1],
  illumination: ['light', 1],
  illuminance: ['light', 1],
  nh3: ['nh3', 1],
  h2s: ['h2s', 1],
  PM1_0: ['dust_pm1', 1],
  PM2_5: ['dust_pm25', 1],
  PM_10: ['dust_pm10', 1],
  soundAvg: ['sound', 1],
  BatV: ['bat_volt', 1],
  battery_voltage: ['bat_volt', 1],
  batteryVoltage: ['bat_volt', 1],
  vdd: ['bat_volt', 1000],
}
/** Battery, of Browan in volts, of Milesight in per cent. */
const battery = (vendor: string): [string, number] => [vendor === 'browan' ? 'bat_volt' : 'battery', 1]

/** Expected climate values, in ours. */
const climateOf = (expected: Record<string, unknown>, vendor: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(expected).flatMap(([name, given]) => {
      const raw = typeof given === 'object' && given !== null ? (given as { value?: unknown }).value : given
      const value = Number(raw)
      const known = name === 'battery' ? battery(vendor) : NAMES[name]
      return known && raw !== '' && Number.isFinite(value) ? [[known[0], value / known[1]]] : []
    }),
  )

interface Example {
  name: string
  vendor: string
  device: string
  fPort: number
  hex: string
  expected: Record<string, unknown>
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

const fromNetworks = (): Example[] =>
  linesOf('lorawan_uplinks_thingsboard.jsonl').flatMap((line): Example[] => {
    const { payload, network_server } = line
    const uplink = payload.uplink_message
    const bytes = {
      ChirpStack: payload.data && hexOf(payload.data),
      LORIOT: payload.data,
      HTTP: payload.data && hexOf(payload.data),
      ThingPark: payload.DevEUI_uplink?.payload_hex,
      ThingParkEnterprise: payload.DevEUI_uplink?.payload_hex,
    }[network_server as string]
    const hex = uplink ? hexOf(uplink.frm_payload) : bytes
    const first = Array.isArray(line.expected) ? line.expected[0] : line.expected
    if (!hex || !first?.telemetry?.[0]) return []
    const fPort = uplink?.f_port ?? payload.fPort ?? payload.port ?? Number(payload.DevEUI_uplink?.FPort)
    return [
      {
        name: `${line.source.split(':').at(-1)}`,
        vendor: line.vendor,
        device: line.device,
        fPort,
        hex,
        expected: first.telemetry[0].values,
      },
    ]
  })

const fromRepository = (): Example[] =>
  linesOf('ttn_device_repo_examples.jsonl')
    .filter(line => line.decoded.data)
    .map(line => ({
      name: `${line.vendor} ${line.device} ${line.description ?? ''}`,
      vendor: line.vendor,
      device: line.device,
      fPort: line.f_port,
      hex: line.frm_payload_hex,
      expected: line.decoded.data,
    }))

const fromProfiles = (): Example[] =>
  linesOf('chirpstack_device_profile_tests.jsonl')
    .filter(line => line.expected.data)
    .map(line => ({
      name: `${line.vendor} ${line.device} ${line.name}`,
      vendor: line.vendor,
      device: line.device === 'elsys' ? 'ERS' : line.device === 'ht-sensor' ? 'HT Sensor' : line.device,
      fPort: line.f_port ?? 1,
      hex: line.bytes_hex,
      expected: line.expected.data,
    }))

/** Differences of ours from what the example expects, and why. `expected` null: left out by us. */
const DIFFERENCES: {
  device: RegExp
  fPort?: number
  key: string
  why: string
  ours: (theirs: number) => number | undefined
}[] = [
  {
    device: /^RA0715$/,
    key: 'bat_volt',
    why: 'a battery of 0 V is a supply from the mains, no measurement',
    ours: () => undefined,
  },
  { device: /^lht65n$/, key: 't_1', why: '327.67 °C is what the maker sends for "no probe"', ours: () => undefined },
  {
    device: /^elt-(2|ultrasonic)$/,
    key: 'p',
    why: 'an example with made-up bytes, kept: out of range is refused on arrival',
    ours: theirs => theirs,
  },
  {
    device: /^HT Sensor$/,
    key: 'bat_volt',
    why: 'theirs is rounded to one decimal, ours is what the byte says',
    ours: () => 3.528,
  },
  ...['t', 'h'].map(key => ({
    device: /^oy1110$/,
    fPort: 3,
    key,
    why: 'several stored readings whose times the payload does not tell',
    ours: () => undefined,
  })),
]

/** Devices that measure no climate, or that no built-in decoder knows: their uplinks need a decoder of the network server. */
const NOT_OURS =
  /^(lgt92|laq4|lbt1|ldds|lds0|llds|llms01|lse01|lsnpk01|lt22222|lmds|lsph01|ltc2|wsc1|ldds75|lwl02|esp32|oy1100|tps110|tb(dw|hv|ms|pb|sl|wl)100|tbhv110|rwmr|rs1xx|loramodule|motorized|smart-emitter|co2-stoplicht|filling|soil|tekzipark|vicki)/

const isNear = (a: number | undefined, b: number | undefined) =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)))

const run = (examples: Example[], wanted: number) => {
  const known = examples.filter(({ device }) => !NOT_OURS.test(device))
  test(`${wanted} of ${examples.length} are of models with a decoder`, () => expect(known.length).toBe(wanted))
  test.each(known.map(one => [one.name, one] as const))('%s', (_, { vendor, device, fPort, hex, expected }) => {
    const decoder =
      decoderOfProfile(`${vendor === 'milesight-iot' ? 'Milesight' : vendor} ${device}`) ?? decoderOfProfile(device)
    expect(decoder, device).toBeDefined()
    const ours = decoder?.decode(Buffer.from(hex, 'hex'), fPort)?.values ?? {}
    const climate = Object.entries(climateOf(expected, vendor))
    // A message about the device itself: no climate is made of it.
    if (climate.length === 0) expect(ours).toEqual({})
    for (const [key, theirs] of climate) {
      const difference = DIFFERENCES.find(
        one => one.device.test(device) && one.key === key && (one.fPort ?? fPort) === fPort,
      )
      const right = difference ? difference.ours(theirs) : theirs
      expect(
        isNear(ours[key as keyof typeof ours], right),
        `${key}: ${ours[key as keyof typeof ours]} for ${right}`,
      ).toBe(true)
    }
  })
}

describe.skipIf(isMissing)('bytes of real devices, as network servers pass them on', () => run(fromNetworks(), 120))
describe.skipIf(isMissing)('bytes of the device repository', () => run(fromRepository(), 25))
describe.skipIf(isMissing)('bytes of the device profiles', () => run(fromProfiles(), 17))
