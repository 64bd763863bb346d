import type { Foreign } from '../foreign/foreign.ts'
import { parsed } from '../take.ts'

export const DISCOVERY_TOPICS = ['homeassistant/sensor/+/config', 'homeassistant/sensor/+/+/config']

const MAX_TOPICS = 1000
const MAX_ENTITIES = 50
const LONGEST_TOPIC = 200
const LONGEST_NAME = 60
/** Longest template or topic; a longer one counts as not said. */
const LONGEST_TEXT = 500

/** Value of a state topic: where it stands in the message, and what it is. */
interface Entity {
  name: string
  /** Path of the value in the message; empty where the message is the value itself. */
  path: string[]
  unit: string | null
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field by its long or its short name, as text. */
const textOf = (fields: Fields, ...names: string[]): string | null => {
  const found = names.map(name => fields[name]).find(value => typeof value === 'string')
  return typeof found === 'string' && found !== '' && found.length <= LONGEST_TEXT ? found : null
}

const STEP = /\.(\w+)|\[['"]([^'"\]]+)['"]\]/g
/** `{{ value_json.a['b'] | round(1) }}` and its like; null for a template that does more than pick a value. */
const pathIn = (template: string | null): string[] | null => {
  if (template === null) return []
  const [whole, steps = ''] =
    /^\s*\{\{\s*value(?:_json((?:\.\w+|\[['"][^'"\]]+['"]\])+))?\s*(?:\|\s*(?:float|int|round)[^|}]*)*\}\}\s*$/.exec(
      template,
    ) ?? []
  if (whole === undefined) return null
  return [...steps.matchAll(STEP)].map(([, plain, quoted]) => plain ?? quoted ?? '')
}

/** The state topic and the value that a configuration tells of; null where it tells none that can be read. */
const entityIn = (config: unknown): { topic: string; entity: Entity } | null => {
  // A bridge may bring our own announcements to the broker that we listen at.
  if (!isFields(config) || (isFields(config.origin) && config.origin.name === 'Barnometer')) return null
  const base = textOf(config, '~') ?? ''
  const topic = textOf(config, 'state_topic', 'stat_t')?.replace(/^~|~$/, base) ?? ''
  const path = pathIn(textOf(config, 'value_template', 'val_tpl'))
  const name = textOf(config, 'device_class', 'dev_cla') ?? path?.at(-1) ?? null
  if (!/^[^+#$\0][^+#\0]*$/.test(topic) || topic.length > LONGEST_TOPIC || path === null || name === null) return null
  const unit = textOf(config, 'unit_of_measurement', 'unit_of_meas')
  return { topic, entity: { name: name.slice(0, LONGEST_NAME), path, unit } }
}

/** Devices that announce themselves as Home Assistant expects it; what they announced is kept by the broker. */
export const createDiscovery = () => {
  const topics = new Map<string, Map<string, Entity>>()
  return {
    /** Reads an announcement. Returns the topic to listen to from now on, where there is a new one. */
    learn: (announcedAt: string, payload: Buffer): string | null => {
      const found = entityIn(parsed(payload))
      if (!found) return null
      const known = topics.get(found.topic)
      if (!known && topics.size >= MAX_TOPICS) return null
      const entities = known ?? new Map<string, Entity>()
      if (entities.has(announcedAt) || entities.size < MAX_ENTITIES) entities.set(announcedAt, found.entity)
      topics.set(found.topic, entities)
      return known ? null : found.topic
    },

    /** A message of an announced device, each value by what it is; null for any other. */
    read: (topic: string, payload: Buffer): Foreign | null => {
      const entities = topics.get(topic)
      if (!entities) return null
      const sent = parsed(payload)
      const values = [...entities.values()].flatMap(({ name, path, unit }) => {
        const value = path.reduce<unknown>((part, step) => (isFields(part) ? part[step] : undefined), sent)
        const isValue = typeof value === 'number' || typeof value === 'string'
        return isValue ? [[name, unit === null ? value : { value, unit }] as const] : []
      })
      return values.length === 0 ? null : { source: 'homeassistant', topic, message: Object.fromEntries(values) }
    },
  }
}
