import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import type { QuantityKey } from '../../taxonomy/quantities.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'

/** Device as Home Assistant is told of it. */
export interface HomeAssistantDevice {
  id: number
  name: string
  /** Area it hangs in; null where it hangs nowhere, or where the reader may not know. */
  area: string | null
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
  last: LastValues
}

interface DiscoveryContext {
  /** Epoch ms. */
  now: number
  /** Address of this installation. */
  origin: string
  /** Name of a measurement in the language of the reader. */
  nameOf: (key: string) => string
}

/** Classes of Home Assistant whose units are ours (https://www.home-assistant.io/integrations/sensor/#device-class). */
const CLASSES: Partial<Record<QuantityKey, string>> = {
  temp_deg_c: 'temperature',
  rv_perc: 'humidity',
  co2_ppm: 'carbon_dioxide',
  co_ppm: 'carbon_monoxide',
  dust_pm10: 'pm10',
  dust_pm25: 'pm25',
  dust_pm1: 'pm1',
  light_lux: 'illuminance',
  air_speed: 'wind_speed',
  wind_speed: 'wind_speed',
  sound: 'sound_pressure',
  pressure: 'atmospheric_pressure',
  weight: 'weight',
  battery: 'battery',
  voltage: 'voltage',
  signal: 'signal_strength',
  radiation: 'irradiance',
  air_flow: 'volume_flow_rate',
}

/** Quantities of the device itself, which Home Assistant shows apart. */
const DIAGNOSTIC: readonly QuantityKey[] = ['battery', 'voltage', 'signal', 'signal_noise']

const SILENT_MS = 3 * HOUR_MS
const MISSED = 3

/** Time after which a device that said nothing is not there any more, in ms. */
const silentAfter = ({ uploadInterval }: HomeAssistantDevice): number =>
  Math.max(SILENT_MS, uploadInterval * 1000 * MISSED)

/** Time by which a measurement is behind the newest of its device until its sensor is taken away: a probe that is gone for good. */
const GONE_MS = 30 * DAY_MS

/** Filters of all topics that anybody is told. */
export const SHAPES = [
  'homeassistant/sensor/+/+/config',
  'barnometer/homeassistant/+/state',
  'barnometer/homeassistant/+/availability',
] as const

const baseOf = (id: number): string => `barnometer/homeassistant/${id}`

/**
 * Messages about a device, by topic: a configuration of each of its measurements (MQTT discovery of Home Assistant), its last values,
 * and whether it is there. All are retained: whoever begins to listen is told them at once.
 */
export const discoveryOf = (
  device: HomeAssistantDevice,
  { now, origin, nameOf }: DiscoveryContext,
): [topic: string, payload: string][] => {
  const known = Object.entries(device.last)
    .filter(([key]) => measurementTypeOf(key))
    .map(([key, { value, time }]) => ({ key, value, time: Date.parse(time) }))
  if (known.length === 0) return []
  const newest = Math.max(...known.map(({ time }) => time))
  const values = known.filter(({ time }) => newest - time < GONE_MS)
  const base = baseOf(device.id)
  const node = `barnometer_${device.id}`
  const shared = {
    state_topic: `${base}/state`,
    availability_topic: `${base}/availability`,
    // A Home Assistant that was away when its rights ended shows nothing for good.
    expire_after: Math.round(silentAfter(device) / 1000),
    device: {
      identifiers: [node],
      name: device.name,
      manufacturer: 'Barnometer',
      configuration_url: `${origin}/data/${device.id}`,
      ...(device.area === null ? {} : { suggested_area: device.area }),
    },
    origin: { name: 'Barnometer', sw_version: PRODUCT_VERSION, support_url: origin },
  }
  const configurations = values.map(({ key }): [string, string] => [
    `homeassistant/sensor/${node}/${key}/config`,
    JSON.stringify({ ...sensorOf(device.id, key, nameOf(key)), ...shared }),
  ])
  // A probe that is silent has no value, though others of its device have: Home Assistant makes "unknown" of null.
  const state = Object.fromEntries(
    values.map(({ key, value, time }) => [key, now - time < silentAfter(device) ? value : null]),
  )
  return [
    ...configurations,
    // The time makes each message another one, so that Home Assistant hears of values that stay as they are.
    [`${base}/state`, JSON.stringify({ ...state, time: new Date(newest).toISOString() })],
    [`${base}/availability`, now - newest < silentAfter(device) ? 'online' : 'offline'],
  ]
}

const sensorOf = (deviceId: number, key: string, name: string) => {
  const type = measurementTypeOf(key)
  const device_class = type && CLASSES[type.pq]
  return {
    name,
    unique_id: `barnometer_${deviceId}_${key}`,
    value_template: `{{ value_json.${key} }}`,
    ...(device_class ? { device_class } : {}),
    ...(type?.unit ? { unit_of_measurement: type.unit } : {}),
    // Directions have no mean that Home Assistant could keep.
    ...(type?.pq === 'wind_direction' ? {} : { state_class: 'measurement' }),
    ...(type && DIAGNOSTIC.includes(type.pq) ? { entity_category: 'diagnostic' } : {}),
    suggested_display_precision: type?.decimals ?? 0,
  }
}
