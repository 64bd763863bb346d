import { SOURCES, type TopicSource } from '#shared/contract/devices/mqtt.ts'
import { numberInText } from '#shared/rules/ingest/sent-value.ts'
import { parsed } from '../take.ts'

/** Message on a topic of common firmware: of which device, and either what it says or whether the device is there. */
export interface Foreign {
  source: TopicSource
  /** Topic that all topics of this device begin with; a device of ours is bound to it. */
  topic: string
  message: unknown
  /** Presence of the device, from its last will; undefined for a message. */
  online?: boolean
}

interface Shape {
  source: TopicSource
  /**
   * Pattern of a topic: the part that is the device's (first group), and the part of the device it speaks of (second).
   */
  pattern: RegExp
  read: (payload: Buffer, part: string) => Pick<Foreign, 'message' | 'online'> | null
}

const object = (payload: Buffer) => {
  const message = parsed(payload)
  return typeof message === 'object' && message !== null ? { message } : null
}

const ON = new Set(['online', 'true'])
const OFF = new Set(['offline', 'false'])
/** A last will, as a word or as Zigbee2MQTT's `{"state": "online"}`. */
const presence = (payload: Buffer) => {
  const text = payload.subarray(0, 100).toString()
  const word = (/"state"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? text).trim().toLowerCase()
  return ON.has(word) ? { message: null, online: true } : OFF.has(word) ? { message: null, online: false } : null
}

/** A plain number becomes a message with one field, named by the topic. */
const plainNumber = (payload: Buffer, name: string) => {
  const number = numberInText(payload.subarray(0, 100).toString())
  return Number.isNaN(number) ? null : { message: { [name]: number } }
}

const shape = (source: TopicSource, pattern: RegExp, read: Shape['read']): Shape => ({ source, pattern, read })

/**
 * Shapes, tried in this order; sources: the documentation of Tasmota, Zigbee2MQTT, Shelly (Gen 1, Gen 2+) and ESPHome.
 */
const SHAPES: readonly Shape[] = [
  shape('tasmota', /^(tele\/.+)\/SENSOR$/, object),
  shape('tasmota', /^(tele\/.+)\/LWT$/, presence),
  shape('zigbee2mqtt', /^(zigbee2mqtt\/(?!bridge\/).+)\/availability$/, presence),
  shape('zigbee2mqtt', /^(zigbee2mqtt\/(?!bridge\/|bridge$).+(?<!\/set|\/get|\/availability))$/, object),
  shape('shelly', /^(shellies\/[^/]+)\/online$/, presence),
  shape('shelly', /^(shellies\/[^/]+)\/info$/, object),
  shape('shelly', /^(shellies\/[^/]+)\/(?:sensor|ext_(?:temperature|humidity))\/([^/]+)$/, plainNumber),
  shape('shelly', /^([^/]+)\/events\/rpc$/, object),
  shape('shelly', /^([^/]+)\/status\/([a-z]+:\d+)$/, (payload, part) => {
    const status = object(payload)
    return status && { message: { [part]: status.message } }
  }),
  shape('shelly', /^([^/]+)\/online$/, presence),
  shape('esphome', /^([^/]+)\/sensor\/([^/]+)\/state$/, plainNumber),
  shape('esphome', /^([^/]+)\/status$/, presence),
]

/** Topics of all these shapes, for the subscription at a broker. */
export const FOREIGN_TOPICS = [
  'tele/+/SENSOR',
  'tele/+/LWT',
  'zigbee2mqtt/#',
  'shellies/#',
  '+/events/rpc',
  '+/status/+',
  '+/online',
  '+/sensor/+/state',
  '+/status',
]

/** Reads a message of common firmware; null for a topic or a message that none of them sends. */
export const readForeignTopic = (topic: string, payload: Buffer): Foreign | null => {
  for (const { source, pattern, read } of SHAPES) {
    const [, device, part = ''] = pattern.exec(topic) ?? []
    if (device === undefined) continue
    const said = read(payload, part)
    if (said) return { source, topic: device, ...said }
  }
  return null
}

/** Firmware that speaks for one device alone. A gateway such as Zigbee2MQTT speaks for many in one connection. */
const OF_ONE_DEVICE: ReadonlySet<TopicSource> = new Set(['tasmota', 'esphome', 'shelly'])

/** Tells whether whoever signed in as a device says this of that device itself: its key proves what a topic elsewhere would not. */
export const isOfItself = ({ source }: Pick<Foreign, 'source'>): boolean => OF_ONE_DEVICE.has(source)

/**
 * Topics at which such firmware says what is no measurement: its log, its switches, its announcements. Sources: the same.
 */
const BESIDE: readonly RegExp[] = [
  /^(tele|stat)\/.+\/[A-Z0-9_]+$/,
  /^tasmota\/discovery\//,
  /^homeassistant\//,
  /^[^/]+\/(status|debug)$/,
  /^[^/]+\/[a-z_]+\/[^/]+\/state$/,
  /^shellies\//,
  /^[^/]+\/(events\/rpc|online|status\/[^/]+|debug\/log)$/,
]

/** Tells whether a topic is one at which common firmware speaks of what is none of our business; no mistake of whoever set it up. */
export const isBeside = (topic: string): boolean => BESIDE.some(pattern => pattern.test(topic))

/** Names of ESPHome's sensors that measure the node itself; ids come from names that people choose, so parts of them count. */
const OF_THE_NODE =
  /uptime|wifi|rssi|heap|psram|loop_time|(internal|esp\w*|cpu|chip|die)_temp|temp\w*_(internal|cpu|chip|die)/

/**
 * Field that a report of sensors is about, where somebody chose its name or wired the sensor, and so has to know that nothing of it is
 * read; empty for all of the report. Null for reports of the node itself, and of firmware that alone says what its values are called.
 */
export const sensorsIn = ({ source, message }: Pick<Foreign, 'source' | 'message'>): string | null => {
  if (source === 'tasmota') return ''
  const [name = ''] = Object.keys(message ?? {})
  return source === 'esphome' && !OF_THE_NODE.test(name) ? name : null
}

/** The mapping that fits a message of such firmware; null where names tell enough. */
export const presetOf = ({ source, message }: Pick<Foreign, 'source' | 'message'>): string | null => {
  if (source !== 'shelly') return SOURCES[source].preset
  const fields = Object.keys(message ?? {})
  if (fields.some(name => name === 'params' || name.includes(':'))) return 'shelly-gen2'
  return fields.includes('tmp') ? 'shelly-gen1' : null
}
