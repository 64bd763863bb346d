import { z } from 'zod'

/**
 * Rules by which Home Assistant takes or refuses the configuration of a sensor: written down from its source as of 2026.9
 * (homeassistant/components/mqtt/sensor.py and schemas.py, components/sensor/const.py; Apache-2.0). A sensor that breaks one of them
 * does not appear at all.
 */

const Topic = z.string().regex(/^[^#+\0]+$/)

/** Fields of PLATFORM_SCHEMA_MODERN that are told; any other one would be a typing error. */
const Sensor = z.strictObject({
  name: z.string().min(1),
  unique_id: z.string().min(1),
  state_topic: Topic,
  value_template: z.string().regex(/^\{\{ value_json\.\w+ \}\}$/),
  availability_topic: Topic,
  expire_after: z.number().int().positive(),
  device_class: z.string().optional(),
  unit_of_measurement: z.string().optional(),
  state_class: z.enum(['measurement', 'total', 'total_increasing']).optional(),
  entity_category: z.enum(['diagnostic']).optional(),
  suggested_display_precision: z.number().int().min(0),
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    name: z.string(),
    manufacturer: z.string(),
    configuration_url: z.url({ protocol: /^https?$/ }),
    suggested_area: z.string().optional(),
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string(), support_url: z.url() }),
})
type Sensor = z.infer<typeof Sensor>

const MASS = 'kg g mg µg oz lb st'
const SPEED = 'Beaufort ft/s in/s m/min m/s km/h kn mph mm/s'
const PRESSURE = 'mPa Pa hPa kPa bar cbar mbar mmHg inHg inH₂O psi'

/** DEVICE_CLASS_UNITS, as far as a barn has them. */
const UNITS: Record<string, string> = {
  temperature: '°C °F K',
  humidity: '%',
  carbon_dioxide: 'ppm',
  carbon_monoxide: 'ppm mg/m³',
  pm1: 'µg/m³',
  pm25: 'µg/m³',
  pm10: 'µg/m³',
  illuminance: 'lx',
  wind_speed: SPEED,
  sound_pressure: 'dB dBA',
  atmospheric_pressure: PRESSURE,
  weight: MASS,
  battery: '%',
  voltage: 'V mV µV kV MV',
  signal_strength: 'dB dBm',
  irradiance: 'W/m² BTU/(h⋅ft²)',
  volume_flow_rate: 'm³/h m³/min m³/s ft³/min L/h L/min L/s gal/h gal/min gal/d mL/s',
}
/** DEVICE_CLASS_STATE_CLASSES: all of these are measured, and weight may be a total as well. */
const STATE_CLASSES: Record<string, readonly string[]> = { weight: ['measurement', 'total', 'total_increasing'] }

/** TOPIC_MATCHER of components/mqtt/discovery.py, with its prefix. */
const TOPIC = /^homeassistant\/\w+\/(?:[a-zA-Z0-9_-]+\/)?[a-zA-Z0-9_-]+\/config$/

/** Sensor of a configuration as Home Assistant takes it. Throws what it would refuse it for. */
export const takenByHomeAssistant = (topic: string, payload: string): Sensor => {
  if (!TOPIC.test(topic)) throw new Error(`${topic} is no topic of a discovery`)
  const sensor = Sensor.parse(JSON.parse(payload))
  const { device_class, unit_of_measurement, state_class } = sensor
  if (device_class === undefined) return sensor
  const units = UNITS[device_class]?.split(' ')
  if (!units) throw new Error(`no class ${device_class}`)
  // The sign of micro is taken as it is by older versions, and as the Greek letter by newer ones, which know both.
  if (!units.includes(unit_of_measurement ?? ''))
    throw new Error(`${device_class} has no unit ${unit_of_measurement}: one of ${units.join(', ')}`)
  if (state_class && !(STATE_CLASSES[device_class] ?? ['measurement']).includes(state_class))
    throw new Error(`${device_class} is no ${state_class}`)
  return sensor
}
