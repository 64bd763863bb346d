import { numberInText } from './sent-value.ts'

/** A field of a decoded payload as one of our measurements; `unit` where it is not the one a measurement is kept in. */
export interface NamedValue {
  key: string
  value: number
  unit: string | null
}

interface Meaning {
  key: string
  unit?: string | ((value: number) => string | null)
}

const is = (key: string, names: string, unit?: Meaning['unit']): [string, Meaning][] =>
  names.split(' ').map(name => [name, unit === undefined ? { key } : { key, unit }])

/** Unit of a pressure that no air has in hPa, so the number says it; null for any other. */
const pressureUnit = (value: number): string | null =>
  value > 10_000 ? 'Pa' : value > 20 && value < 200 ? 'kPa' : null
const voltUnit = (value: number): string | null => (value > 100 ? 'mV' : null)

/** Names without capitals, dashes and underscores, with what they mean. An internal temperature is none of them: it is that of a chip or a case. */
const NAMES = new Map<string, Meaning>([
  ...is('t', 't temp temperature tempc tempcsht temperaturec airtemperature ambienttemperature atmp'),
  ...is('t', 'temperaturesensor sensortemperature indoortemperature airtemp'),
  ...is('t', 'ambienttemp tempnow'),
  ...is('t', 'temperatuur temperatur temperatura lufttemperatur luchttemperatuur suhu'),
  ...is('t', 'tempf temperaturef temperaturefahrenheit', '°F'),
  ...is('t_1', 'tempcds tempcprobe externaltemperature probetemperature temperatureprobe'),
  ...is('h', 'h rh hum humi humidity humsht relativehumidity airhumidity humiditysensor rhum hr'),
  ...is('h', 'rv rf luchtvochtigheid vochtigheid luftfeuchte luftfeuchtigkeit feuchte humedad humedadrelativa'),
  ...is('co2', 'co2 co2ppm co2concentration rco2 carbondioxide co2filtered'),
  ...is('nh3', 'nh3 nh3ppm ammonia nh3concentration ammoniak amoniaco amonia'),
  ...is('h2s', 'h2s h2sppm hydrogensulfide hydrogensulphide'),
  ...is('ch4', 'ch4 ch4ppm methane'),
  ...is('co', 'co coppm carbonmonoxide'),
  ...is(
    'p',
    'p druck luchtdruk luftdruck presion pressure barometricpressure airpressure barometer atmosphericpressure',
    pressureUnit,
  ),
  ...is('light', 'licht luz light lux illuminance illumination illuminancesensor lightintensity illuminancelux'),
  ...is('dust_pm1', 'pm1 pm1p0 dustpm1 pm1massconcentration'),
  ...is('dust_pm25', 'pm25 pm2p5 pm02 dustpm25 pm25massconcentration'),
  ...is('dust_pm4', 'pm4 pm4p0 dustpm4 pm4massconcentration'),
  ...is('dust_pm10', 'pm10 pm10p0 dustpm10 pm10massconcentration'),
  ...is('sound', 'sound soundavg noise noiselevel laeq soundlevel'),
  ...is('air_speed', 'airspeed airvelocity'),
  ...is('n2o', 'n2o n2oppm nitrousoxide lachgas oxidonitroso'),
  ...is('fan_speed', 'fanspeed fanpercent ventilatorspeed ventilationpercent'),
  ...is('air_flow', 'airflow ventilationrate ventilationflow luchtdebiet luftstrom caudal'),
  ...is('bat_volt', 'batv batvolt batteryvoltage batvoltage vbat vdd vbatt voltagebattery batteryvolt', voltUnit),
  ...is('battery', 'battery batterylevel batterypercent batterypercentage bat batpercent batlevel'),
])

/** A whole number is a percentage; only volts are, say, 3.6. */
const batteryOf = (value: number): NamedValue =>
  value > 1.5 && value < 5 && !Number.isInteger(value)
    ? { key: 'bat_volt', value, unit: null }
    : { key: 'battery', value, unit: null }

/** Words that say only that a value stands in them; in any other, like "soil", a temperature is not that of the air. */
const NEUTRAL = new Set(
  'air ambient data decoded environment environmental measurements measures object payload sensor sensors telemetry values'.split(
    ' ',
  ),
)

const DEEPEST = 5
const LONGEST_PATH = 400
const MAX_FIELDS = 200

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isValueWithUnit = (sent: Record<string, unknown>): sent is { value: unknown; unit: string } =>
  typeof sent.unit === 'string' && 'value' in sent && !isObject(sent.value)

/** The fields of a nested object or array, their names joined with dots; a value with its unit stays together. At most 200. */
export const flatten = (sent: unknown): Record<string, unknown> => {
  const found: [string, unknown][] = []
  const walk = (value: unknown, path: string, depth: number): void => {
    if (found.length >= MAX_FIELDS) return
    if (!isObject(value)) {
      if (path !== '' && (typeof value === 'number' || typeof value === 'string'))
        found.push([path, typeof value === 'string' ? value.slice(0, 100) : value])
    } else if (isValueWithUnit(value))
      found.push([
        path,
        {
          value: typeof value.value === 'string' ? value.value.slice(0, 100) : value.value,
          unit: value.unit.slice(0, 20),
        },
      ])
    else if (depth < DEEPEST)
      for (const [name, part] of Object.entries(value).slice(0, MAX_FIELDS))
        walk(part, path ? `${path}.${name.slice(0, 60)}` : name.slice(0, 60), depth + 1)
  }
  walk(sent, '', 0)
  return Object.fromEntries(found)
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(pm_?\d{1,2})[._]0(?=$|_mass)/, '$1')
    .replace(/(pm_?2)[._]5$/, '$15')
    .replaceAll(/[^a-z0-9]/g, '')

/** Meaning of a name, and the channel in it (`temperature_2`, `temperatureSensor.2`). Null for names nobody knows. */
const meaningOf = (path: string): { meaning: Meaning; channel: number } | null => {
  if (path.length > LONGEST_PATH) return null
  const parts = path.replace(/(pm_?\d{1,2})\.([05])$/i, '$1_$2').split('.')
  const last = parts.at(-1) ?? ''
  const isChannel = parts.length > 1 && /^\d+$/.test(last)
  const name = isChannel ? (parts.at(-2) ?? '') : last
  if (!parts.slice(0, isChannel ? -2 : -1).every(part => /^\d+$/.test(part) || NEUTRAL.has(part.toLowerCase())))
    return null
  const known = NAMES.get(plain(name))
  if (known) return { meaning: known, channel: isChannel ? Number(last) : 0 }
  const [, base, channel] = /^(.{3,}?)_?(\d{1,3})$/.exec(name) ?? []
  const numbered = base && NAMES.get(plain(base))
  return numbered ? { meaning: numbered, channel: Number(channel) } : null
}

/**
 * Meaning of a well-known name of a column: measurement and unit (null: its own), which the size of a value may tell.
 * Null for names nobody knows.
 */
export const meaningOfName = (name: string, value: number): { key: string; unit: string | null } | null => {
  const read = meaningOf(name)
  if (!read || read.channel > 1) return null
  const { key, unit } = read.meaning
  return { key, unit: typeof unit === 'function' ? unit(value) : (unit ?? null) }
}

/** A finite number, also as text; null for anything else. */
const numberOf = (sent: unknown): number | null => {
  const number = typeof sent === 'string' ? numberInText(sent) : sent
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/**
 * Reads decoded payloads by their well-known field names, from `flatten`ed fields. The lowest channel of a quantity is
 * the room's; further temperatures are the probes t_1, t_2 …. Pressures in Pa or kPa and voltages in mV are told by
 * their size. Names nobody knows, and temperatures of anything but air, are left out; what is not a number is, too.
 * Sources: formatters of The Things Stack, ChirpStack and the makers of devices.
 */
export const readNamed = (fields: Record<string, unknown>): NamedValue[] => {
  const taken = new Set<string>()
  return namedIn(fields)
    .sort((a, b) => a.channel - b.channel)
    .flatMap(({ channel: _, ...one }) => {
      const key = one.key === 't' && taken.has('t') ? nextProbe(taken) : one.key
      if (key === null || taken.has(key)) return []
      taken.add(key)
      return [{ ...one, key }]
    })
}

const PROBES = 9

/**
 * Reads a message that holds one value, where the others of its device come in messages of their own: the number in the name alone
 * tells whose it is. `temperature` and `temperature_1` are the room's, `temperature_2` is the probe t_1, `probe_temperature_2` t_2.
 * Further values of anything else are left out.
 */
export const readNamedAlone = (fields: Record<string, unknown>): NamedValue[] =>
  namedIn(fields).flatMap(({ channel, ...one }) => {
    if (channel < 2) return [one]
    const probe = one.key === 't' ? channel - 1 : one.key === 't_1' ? channel : null
    return probe !== null && probe <= PROBES ? [{ ...one, key: `t_${probe}` }] : []
  })

const namedIn = (fields: Record<string, unknown>): (NamedValue & { channel: number })[] =>
  Object.entries(fields).flatMap(([path, sent]) => {
    const read = meaningOf(path)
    const given = isObject(sent) ? sent.value : sent
    const value = numberOf(given)
    if (!read || value === null) return []
    const { key, unit } = read.meaning
    const named =
      key === 'battery' && !isObject(sent)
        ? batteryOf(value)
        : {
            key,
            value,
            unit: isObject(sent) ? String(sent.unit) : typeof unit === 'function' ? unit(value) : (unit ?? null),
          }
    return [{ ...named, channel: read.channel }]
  })

const nextProbe = (taken: Set<string>): string | null =>
  Array.from({ length: PROBES }, (_, index) => `t_${index + 1}`).find(key => !taken.has(key)) ?? null
