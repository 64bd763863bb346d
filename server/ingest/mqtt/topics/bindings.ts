import { onDeviceRemoved } from '../../../devices/removal.ts'
import { isShortAsJson } from '../../../kit/http/json-body.ts'
import { oneAtATime } from '../../../kit/one-at-a-time.ts'
import type { Services } from '../../../kit/services.ts'
import type { Foreign } from '../foreign/foreign.ts'
import { boundTopics, noteTopics } from './topic-store.ts'

const TOPICS_CHANGED = 'mqtt-topics'
/** Time after which the store is asked again: with several processes, news of a change may get lost. */
const TRUSTED_MS = 60_000
const MAX_HEARD = 1000
const LONGEST_KEPT = 2000

export const publishTopicsChanged = (services: Pick<Services, 'bus'>): void =>
  services.bus.publish(TOPICS_CHANGED, null)

interface Heard {
  source: Foreign['source']
  message: unknown
  messages: number
}

/** Keeps at hand which device each foreign topic is bound to, and what is heard of the other topics. */
export const createBindings = (services: Pick<Services, 'db' | 'bus' | 'now'>) => {
  let known: { topics: Map<string, number>; until: number } | null = null
  const heard = new Map<string, Heard>()
  const forget = () => {
    known = null
  }
  const stops = [
    services.bus.subscribe(TOPICS_CHANGED, forget),
    onDeviceRemoved(services, forget),
    services.bus.onGap(forget),
  ]
  return {
    deviceOf: async (topic: string): Promise<number | null> => {
      if (!known || known.until < services.now())
        known = { topics: await boundTopics(services.db), until: services.now() + TRUSTED_MS }
      return known.topics.get(topic) ?? null
    },

    /** Keeps a message for whoever adds the device. What some firmware says value by value is put together. */
    hear: ({ topic, source, message }: Foreign): void => {
      const before = heard.get(topic)
      // Set anew, a topic stands behind all others: the one that was heard longest ago makes room.
      heard.delete(topic)
      const [oldest] = heard.size >= MAX_HEARD ? heard.keys() : []
      if (oldest !== undefined) heard.delete(oldest)
      const whole = isFields(before?.message) && isFields(message) ? { ...before.message, ...message } : message
      const short = isShortAsJson(whole, LONGEST_KEPT) ? whole : {}
      heard.set(topic, { source, message: short, messages: (before?.messages ?? 0) + 1 })
    },

    /** Topics at hand, the one heard longest ago first. */
    topics: (): string[] => [...heard.keys()],

    flush: oneAtATime(async () => {
      const news = [...heard].filter(([, { messages }]) => messages > 0)
      if (news.length === 0) return
      const notes = news.map(([topic, { source, message, messages }]) => ({
        topic,
        source,
        messages,
        last_message: JSON.stringify(message),
      }))
      for (const [, one] of news) one.messages = 0
      try {
        // Together: each commit of its own waits for the disk.
        await services.db.transaction().execute(db => noteTopics(db, notes, new Date(services.now()).toISOString()))
      } catch (error) {
        for (const { topic, messages } of notes) {
          const one = heard.get(topic)
          if (one) one.messages += messages
        }
        throw error
      }
    }),

    stop: (): void => {
      for (const stop of stops) stop()
    },
  }
}
export type Bindings = ReturnType<typeof createBindings>

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
