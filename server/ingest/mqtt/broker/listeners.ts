import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'aedes'
import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import type { Services } from '../../../kit/services.ts'
import { ARRIVED } from '../../../series/latest.ts'

/** Ids of a right and of the person who gave it. */
interface Right {
  link: number
  person: number
}

/** Rights of those who listen at the built-in broker and send nothing, and what they are told by them. */
export interface Told {
  /** Right that a password gives; null where it gives none. */
  linkOf(password: string): Promise<Right | null>
  /** Filters of the topics that there are messages of, with `+` where they differ. */
  shapes: readonly string[]
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
/** ms between two tellings of one right: many devices do not make many of them. */
const PAUSE_MS = 2000
/** Times as long as a telling took to work out that the next one waits, and at most so long (ms): dear ones come seldom. */
const PAUSES = 10
const LONGEST_PAUSE_MS = 15_000
/** Characters of a filter: no topic that anybody is told is longer. */
const LONGEST_FILTER = 200
/** Filters that one of the topics could fit, without a wildcard and with one: each new topic is held against each of these. */
const MAX_FILTERS = 2000
const MAX_WILDCARDS = 20
/** Filters that no topic fits, as Home Assistant has them of other programs. */
const MAX_FOREIGN = 200
/** Listeners that are looked at beside each other. */
const AT_A_TIME = 8
/** ms that one listener may hold up the others. */
const TURN_MS = 1000
/** Connections of one right, and of all rights of one person. */
const MAX_CONNECTIONS = 3
const MAX_OF_PERSON = 10

/** Telling of one right, to all of its connections. */
interface Link {
  /** Time (ms of this process) at which the newest telling was begun to be worked out. */
  begun: number
  /** ms until the next one. */
  pause: number
  telling: Promise<Telling | null> | undefined
  isUnderWay: boolean
  deviceIds: ReadonlySet<number>
  /** Mark that one of the devices sent something since, or that rights are to be looked at. */
  isOld: boolean
}

interface Listener extends Right {
  filters: Set<string>
  /** Levels of each filter with a wildcard. */
  wildcards: Map<string, string[]>
  foreign: Set<string>
  /** Filters with a wildcard that were asked for anew. */
  renewed: Set<string>
  /** Topics that the filters ask for or not, as far as somebody looked. */
  wanted: Map<string, boolean>
  told: Map<string, string>
  /** Time (ms of this process) of the newest telling. */
  toldAt: number
  waiting: NodeJS.Timeout | undefined
  /** Mark that a telling is under way. */
  isTelling: boolean
  /** Time (ms of this process) at which the message was written that it has not taken yet. */
  since: number | null
  /** Mark that something was asked for meanwhile. */
  again: boolean
}

/** Tells whether levels of a topic, or of a shape of topics, are some that the levels of a filter of MQTT ask for. */
const mayFit = (wanted: readonly string[], levels: readonly string[]): boolean => {
  for (const [index, one] of wanted.entries()) {
    if (one === '#') return true
    const level = levels[index]
    if (level === undefined || (one !== '+' && level !== '+' && one !== level)) return false
  }
  return wanted.length === levels.length
}

/** Tells whether a topic is one that a filter of MQTT asks for. */
export const isAskedFor = (filter: string, topic: string): boolean => mayFit(filter.split('/'), topic.split('/'))

const isWildcard = (filter: string): boolean => /[+#]/.test(filter)

/**
 * Connections that are told what a person may see, each by its own right, and nobody else's messages. Nothing is kept that a restart
 * would lose: whoever comes back is told all of it anew.
 */
export const createSessionListeners = (services: Services, told: Told) => {
  const listeners = new Map<Client, Listener>()
  const links = new Map<number, Link>()
  const shapes = told.shapes.map(shape => shape.split('/'))

  const linkOf = (id: number): Link => {
    const known = links.get(id)
    if (known) return known
    const link: Link = {
      ...{ begun: Number.NEGATIVE_INFINITY, pause: PAUSE_MS, telling: undefined, isUnderWay: false },
      ...{ deviceIds: new Set<number>(), isOld: false },
    }
    links.set(id, link)
    return link
  }

  const workOut = async (id: number, link: Link): Promise<Telling | null> => {
    try {
      const telling = await told.messagesOf(id)
      if (telling) link.deviceIds = telling.deviceIds
      return telling
    } catch (error) {
      link.telling = undefined
      throw error
    } finally {
      link.isUnderWay = false
      link.pause = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, PAUSES * (performance.now() - link.begun)))
    }
  }

  /** The telling of a right: worked out once for all of its connections, and again after a pause. */
  const tellingOf = (id: number): Promise<Telling | null> => {
    const link = linkOf(id)
    if (link.telling && (link.isUnderWay || performance.now() < link.begun + link.pause)) return link.telling
    link.begun = performance.now()
    link.isOld = false
    link.isUnderWay = true
    link.telling = workOut(id, link)
    return link.telling
  }

  const send = (client: Client, listener: Listener, topic: string, payload: string): Promise<void> =>
    new Promise(resolve => {
      listener.since = performance.now()
      client.publish({ cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false }, error => {
        listener.since = null
        if (error) services.log.warn({ err: error }, 'MQTT: a listener was not told')
        resolve()
      })
    })

  const tellNow = async (client: Client, listener: Listener): Promise<void> => {
    listener.toldAt = performance.now()
    const telling = await tellingOf(listener.link)
    if (!listeners.has(client)) return
    if (telling === null) {
      for (const topic of listener.told.keys()) if (topic.endsWith('/config')) await send(client, listener, topic, '')
      client.close()
      return
    }
    const { messages } = telling
    if (linkOf(listener.link).isOld) listener.again = true
    const renewed = [...listener.renewed].map(filter => filter.split('/'))
    listener.renewed.clear()
    if (renewed.length > 0)
      for (const topic of listener.told.keys()) {
        const levels = topic.split('/')
        if (renewed.some(filter => mayFit(filter, levels))) listener.told.delete(topic)
      }
    const wildcards = [...listener.wildcards.values()]
    const isWanted = (topic: string): boolean => {
      const known = listener.filters.has(topic) || listener.wanted.get(topic)
      if (known !== undefined) return known
      const levels = topic.split('/')
      const fits = wildcards.some(filter => mayFit(filter, levels))
      listener.wanted.set(topic, fits)
      return fits
    }
    for (const [topic, payload] of messages) {
      if (listener.told.get(topic) === payload || !isWanted(topic)) continue
      listener.told.set(topic, payload)
      await send(client, listener, topic, payload)
    }
    for (const topic of listener.told.keys()) {
      if (messages.has(topic)) continue
      listener.told.delete(topic)
      listener.wanted.delete(topic)
      // An empty configuration takes the sensor away.
      if (topic.endsWith('/config')) await send(client, listener, topic, '')
    }
  }

  /** Tells one time after the other; whatever is asked for meanwhile is told soon after. */
  const tell = async (client: Client, listener: Listener): Promise<void> => {
    if (listener.isTelling) {
      listener.again = true
      return
    }
    listener.isTelling = true
    try {
      await tellNow(client, listener)
    } catch (error) {
      services.log.warn({ err: error }, 'MQTT: a listener was not told')
    }
    listener.isTelling = false
    if (listener.again && listeners.has(client)) tellSoon(client, listener)
    listener.again = false
  }

  const tellSoon = (client: Client, listener: Listener): void => {
    const { begun, pause: ofLink } = linkOf(listener.link)
    const left = Math.max(listener.toldAt + PAUSE_MS, begun + ofLink) - performance.now()
    listener.waiting ??= setTimeout(
      () => {
        listener.waiting = undefined
        void tell(client, listener)
      },
      Math.max(GATHER_MS, left),
    )
  }

  const stopNews = services.bus.subscribe<LiveMeasurement[]>(ARRIVED, messages => {
    for (const link of links.values())
      if (messages.some(({ device_id }) => link.deviceIds.has(device_id))) link.isOld = true
    for (const [client, listener] of listeners) if (links.get(listener.link)?.isOld) tellSoon(client, listener)
  })

  let isLooking = false
  /** Tells one of them, or lets it go where it takes nothing any more. */
  const lookAt = async (client: Client, listener: Listener): Promise<void> => {
    if (listener.since !== null && performance.now() - listener.since > LOOK_MS) client.close()
    else await Promise.race([tell(client, listener), pause(TURN_MS, undefined, { ref: false })])
  }
  /** Tells all of them, a few beside each other: many take little more at a time than a few, and one that takes nothing holds up few. */
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    for (const link of links.values()) link.isOld = true
    const left = [...listeners]
    const inTurn = async () => {
      for (let next = left.pop(); next; next = left.pop()) await lookAt(...next)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, inTurn))
    const inUse = new Set([...listeners.values()].map(({ link }) => link))
    for (const [id, { begun, pause: ofLink }] of links)
      if (!inUse.has(id) && performance.now() > begun + ofLink) links.delete(id)
    isLooking = false
  }
  const looking = setInterval(() => void look(), LOOK_MS)

  return {
    has: (client: Client): boolean => listeners.has(client),
    /** Id of the right that a password gives, once its connection is told by it; null where it gives none, `full` where it has too many. */
    signIn: async (client: Client, password: string): Promise<number | 'full' | null> => {
      const right = password === '' ? null : await told.linkOf(password)
      if (right === null) return null
      const { link, person } = right
      // Home Assistants of many houses have one client id, as bridges of Mosquitto do: it is one of this link's own.
      const id = `link ${link}/${client.id}`
      // Connections that come back take their own place, though the broker may not know yet that the one before is dead.
      const others = [...listeners].filter(([other, one]) => one.person === person && other.id !== id)
      const ofLink = others.filter(([, one]) => one.link === link)
      if (others.length >= MAX_OF_PERSON || ofLink.length >= MAX_CONNECTIONS) return 'full'
      client.id = id
      listeners.set(client, {
        ...{ link, person, filters: new Set(), wildcards: new Map(), foreign: new Set(), renewed: new Set() },
        ...{ wanted: new Map(), told: new Map(), toldAt: Number.NEGATIVE_INFINITY },
        ...{ waiting: undefined, isTelling: false, since: null, again: false },
      })
      return link
    },
    subscribe: (client: Client, filter: string): boolean => {
      const listener = listeners.get(client)
      if (!listener || filter.length > LONGEST_FILTER) return false
      const { filters, wildcards, foreign, wanted } = listener
      if (filters.has(filter) || wildcards.has(filter) || foreign.has(filter)) return true
      const levels = filter.split('/')
      if (!shapes.some(shape => mayFit(levels, shape))) {
        if (foreign.size >= MAX_FOREIGN) return false
        foreign.add(filter)
      } else if (isWildcard(filter)) {
        if (wildcards.size >= MAX_WILDCARDS) return false
        wildcards.set(filter, levels)
        wanted.clear()
      } else {
        if (filters.size >= MAX_FILTERS) return false
        filters.add(filter)
      }
      return true
    },
    /** Tells what is retained, once the subscription is acknowledged: again what was told before, as brokers do. */
    subscribed: (client: Client, filters: readonly string[]): void => {
      const listener = listeners.get(client)
      if (!listener) return
      for (const filter of filters) {
        listener.told.delete(filter)
        if (listener.wildcards.has(filter)) listener.renewed.add(filter)
      }
      if (performance.now() - listener.toldAt < PAUSE_MS) tellSoon(client, listener)
      else void tell(client, listener)
    },
    unsubscribe: (client: Client, filters: readonly string[]): void => {
      const listener = listeners.get(client)
      if (!listener) return
      for (const filter of filters) {
        listener.filters.delete(filter)
        listener.foreign.delete(filter)
        if (listener.wildcards.delete(filter)) listener.wanted.clear()
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
