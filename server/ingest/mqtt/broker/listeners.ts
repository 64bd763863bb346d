import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'aedes'
import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import type { Services } from '../../../kit/services.ts'
import { ARRIVED } from '../../../series/latest.ts'

/** Rights of those who listen at the built-in broker and send nothing, and what they are told by them. */
export interface Told {
  /** Id of the right that a password gives; null where it gives none. */
  linkOf(password: string): Promise<number | null>
  /** Messages by topic, each as it is to be retained, and the devices they are about; null once the right has ended. */
  messagesOf(link: number): Promise<Telling | null>
}

export interface Telling {
  messages: Map<string, string>
  deviceIds: Set<number>
}

/** ms between two looks at what somebody may be told. */
const LOOK_MS = 30_000
/** ms that news wait for others. */
const GATHER_MS = 500
/** ms between two tellings of one listener: many devices do not make many of them. */
const PAUSE_MS = 2000
const MAX_FILTERS = 2000
/** Filters with a wildcard: each topic is held against each of them. */
const MAX_WILDCARDS = 50
/** ms that one listener may hold up the others. */
const TURN_MS = 1000
/** Connections of one right. */
const MAX_CONNECTIONS = 3

interface Listener {
  link: number
  filters: Set<string>
  wildcards: Set<string>
  told: Map<string, string>
  deviceIds: ReadonlySet<number>
  /** Time (ms of this process) of the newest telling. */
  toldAt: number
  waiting: NodeJS.Timeout | undefined
  /** Time (ms of this process) at which the telling began that is under way. */
  since: number | null
  /** Mark that something was asked for meanwhile. */
  again: boolean
}

/** Tells whether a topic is one that a filter of MQTT asks for. */
export const isAskedFor = (filter: string, topic: string): boolean => {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  for (const [index, one] of wanted.entries()) {
    if (one === '#') return true
    if (index >= levels.length || (one !== '+' && one !== levels[index])) return false
  }
  return wanted.length === levels.length
}

/**
 * Connections that are told what a person may see, each by its own right, and nobody else's messages. Nothing is kept that a restart
 * would lose: whoever comes back is told all of it anew.
 */
export const createListeners = (services: Services, told: Told) => {
  const listeners = new Map<Client, Listener>()

  const send = (client: Client, topic: string, payload: string): Promise<void> =>
    new Promise(resolve => {
      client.publish({ cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false }, error => {
        if (error) services.log.warn({ err: error }, 'MQTT: a listener was not told')
        resolve()
      })
    })

  const tellNow = async (client: Client, listener: Listener): Promise<void> => {
    listener.toldAt = performance.now()
    const telling = await told.messagesOf(listener.link)
    if (!listeners.has(client)) return
    if (telling === null) {
      for (const topic of listener.told.keys()) if (topic.endsWith('/config')) await send(client, topic, '')
      client.close()
      return
    }
    const { messages } = telling
    listener.deviceIds = telling.deviceIds
    const isWanted = (topic: string) =>
      listener.filters.has(topic) || [...listener.wildcards].some(filter => isAskedFor(filter, topic))
    for (const [topic, payload] of messages) {
      if (listener.told.get(topic) === payload || !isWanted(topic)) continue
      listener.told.set(topic, payload)
      await send(client, topic, payload)
    }
    for (const topic of listener.told.keys()) {
      if (messages.has(topic)) continue
      listener.told.delete(topic)
      // An empty configuration takes the sensor away.
      if (topic.endsWith('/config')) await send(client, topic, '')
    }
  }

  /** Tells one time after the other; whatever is asked for meanwhile is told soon after. */
  const tell = async (client: Client, listener: Listener): Promise<void> => {
    if (listener.since !== null) {
      listener.again = true
      return
    }
    listener.since = performance.now()
    try {
      await tellNow(client, listener)
    } catch (error) {
      services.log.warn({ err: error }, 'MQTT: a listener was not told')
    }
    listener.since = null
    if (listener.again && listeners.has(client)) tellSoon(client, listener)
    listener.again = false
  }

  const tellSoon = (client: Client, listener: Listener): void => {
    const left = listener.toldAt + PAUSE_MS - performance.now()
    listener.waiting ??= setTimeout(
      () => {
        listener.waiting = undefined
        void tell(client, listener)
      },
      Math.max(GATHER_MS, left),
    )
  }

  const stopNews = services.bus.subscribe<LiveMeasurement[]>(ARRIVED, messages => {
    for (const [client, listener] of listeners)
      if (messages.some(({ device_id }) => listener.deviceIds.has(device_id))) tellSoon(client, listener)
  })

  let isLooking = false
  /** Tells all of them in turn, so that many take little more at a time than one. One that takes nothing any more is let go. */
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    for (const [client, listener] of [...listeners]) {
      if (listener.since !== null && performance.now() - listener.since > LOOK_MS) client.close()
      else await Promise.race([tell(client, listener), pause(TURN_MS, undefined, { ref: false })])
    }
    isLooking = false
  }
  const looking = setInterval(() => void look(), LOOK_MS)

  return {
    has: (client: Client): boolean => listeners.has(client),
    /** Signs somebody in by what their password gives; false where that is nothing. */
    signIn: async (client: Client, password: string): Promise<boolean> => {
      const link = password === '' ? null : await told.linkOf(password)
      if (link === null) return false
      const others = [...listeners.values()].filter(one => one.link === link)
      if (others.length >= MAX_CONNECTIONS) return false
      listeners.set(client, {
        ...{ link, filters: new Set(), wildcards: new Set(), told: new Map(), deviceIds: new Set() },
        ...{ toldAt: Number.NEGATIVE_INFINITY, waiting: undefined, since: null, again: false },
      })
      return true
    },
    subscribe: (client: Client, filter: string): boolean => {
      const listener = listeners.get(client)
      if (!listener) return false
      const [filters, most] = /[+#]/.test(filter)
        ? [listener.wildcards, MAX_WILDCARDS]
        : [listener.filters, MAX_FILTERS]
      if (filters.size >= most && !filters.has(filter)) return false
      filters.add(filter)
      return true
    },
    /** Tells what is retained, once the subscription is acknowledged: again what was told before, as brokers do. */
    subscribed: (client: Client, filters: readonly string[]): void => {
      const listener = listeners.get(client)
      if (!listener) return
      for (const filter of filters) listener.told.delete(filter)
      const wildcards = filters.filter(filter => /[+#]/.test(filter))
      if (wildcards.length > 0)
        for (const topic of listener.told.keys())
          if (wildcards.some(filter => isAskedFor(filter, topic))) listener.told.delete(topic)
      if (performance.now() - listener.toldAt < PAUSE_MS) tellSoon(client, listener)
      else void tell(client, listener)
    },
    unsubscribe: (client: Client, filters: readonly string[]): void => {
      const listener = listeners.get(client)
      for (const filter of filters) {
        listener?.filters.delete(filter)
        listener?.wildcards.delete(filter)
      }
    },
    left: (client: Client): void => {
      clearTimeout(listeners.get(client)?.waiting)
      listeners.delete(client)
    },
    stop: (): void => {
      for (const { waiting } of listeners.values()) clearTimeout(waiting)
      clearInterval(looking)
      stopNews()
    },
  }
}
