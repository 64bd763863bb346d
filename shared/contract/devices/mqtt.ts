import { z } from 'zod'
import { IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { Device, DeviceInput } from './devices.ts'

/** Firmware whose topics are known: its own name, and the mapping that reads its messages. */
export const SOURCES = {
  tasmota: { name: 'Tasmota', preset: 'tasmota' },
  zigbee2mqtt: { name: 'Zigbee2MQTT', preset: 'zigbee2mqtt' },
  esphome: { name: 'ESPHome', preset: null },
  shelly: { name: 'Shelly', preset: null },
  homeassistant: { name: 'Home Assistant', preset: null },
} as const
export type TopicSource = keyof typeof SOURCES

/** The part that all topics of a device begin with: `tele/barn1`, `zigbee2mqtt/barn 1`, `barn-node`. */
const Topic = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^+#\0]+$/)

export const BoundTopic = z.object({ topic: Topic.nullable() })

const HeardTopic = z.object({
  topic: z.string(),
  source: z.enum(Object.keys(SOURCES) as [TopicSource, ...TopicSource[]]),
  messages: z.int(),
  /** JSON, as far as it is kept. */
  last_message: z.string(),
  first_heard_at: TimeOut,
  last_heard_at: TimeOut,
})
export type HeardTopic = z.infer<typeof HeardTopic>

export const HeardTopicInput = z.object({
  topic: Topic,
  name: Name,
  device_name: Name,
  plan: DeviceInput.shape.plan,
  ownerless: z.boolean().optional(),
})

export const mqttEndpoints = endpoints({
  listHeardTopics: {
    method: 'GET',
    path: '/mqtt/heard',
    access: 'admin',
    summary: 'Devices of known firmware that spoke at the MQTT broker in the last 30 days and that nobody has added',
    response: z.array(HeardTopic),
  },
  addHeardTopic: {
    method: 'POST',
    path: '/mqtt/heard',
    access: 'admin',
    summary: 'Add a device that was heard, bound to its topic; its last message is read, too',
    body: HeardTopicInput,
    status: 201,
    response: z.object({ device: Device, accepted: z.int() }),
    failures: ['not_found', 'conflict'],
  },
  getTopic: {
    method: 'GET',
    path: '/sensors/:id/topic',
    access: 'admin',
    summary: 'The MQTT topic a device is bound to; null: none but its own',
    params: IdParams,
    response: BoundTopic,
  },
  bindTopic: {
    method: 'PUT',
    path: '/sensors/:id/topic',
    access: 'admin',
    summary: 'Bind a device to the topic its firmware speaks at',
    params: IdParams,
    body: BoundTopic,
    response: BoundTopic,
    failures: ['not_found', 'conflict'],
  },
})
