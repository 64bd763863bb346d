import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { unheard } from '../browser/connection.ts'
import { listen, type ServerEvent } from './event-stream.ts'
import { readSession } from './session.ts'

// A browser gives a server six connections over all of its tabs (HTTP/1.1). So one tab listens to the server, for all tabs
// that can be seen, and hands on what it hears. Neither Web Locks nor shared workers are everywhere where the product runs
// (plain HTTP in a farm's own network, phones), so the tabs agree by messages.

/** ms between two signs of life of a tab. */
const BEAT = 2000
/** ms without a sign of life, after which a tab is taken for gone. */
const SILENT = 7000
/** ms a tab waits to be told that another one listens already. */
const ASKING = 300
/** ms, at random on top of it, so that several tabs do not begin at once. */
const SPREAD = 200
/** ms in which requests of several parts of a page are gathered. */
const GATHER = 100

type Message =
  /** Devices a tab wants to hear of. */
  | { kind: 'wants'; from: string; devices: number[] }
  /** The tab that listens is there, and whether the server has agreed. */
  | { kind: 'listens'; from: string; isOpen: boolean }
  | { kind: 'gone'; from: string }
  | { kind: 'event'; from: string; event: ServerEvent }
  | { kind: 'catchUp'; from: string }
  | { kind: 'lost'; from: string }

interface Listener {
  /** The device whose messages it wants besides the news of alerts. */
  device_id?: number
  take: (event: ServerEvent) => void
  /** Events may have been missed. */
  catchUp: () => void
  /** Runs when the stream is open for the first time: until then something may have been missed, too. */
  begin?: () => void
}

/** Channel to all tabs but the one that sends. */
export interface TabChannel {
  post: (message: unknown) => void
  close: () => void
}

/** Surroundings of the stream: the tab itself and the world around it; tests bring theirs. */
export interface Surroundings {
  openChannel: (hear: (message: unknown) => void) => TabChannel
  listen: typeof listen
  isVisible: () => boolean
  /** Id by which tabs that began at once agree which of them goes on: the lowest. */
  id: string
}

const urlFor = (devices: readonly number[]): string =>
  devices.length === 0 ? urlOf(api.streamAlerts) : urlOf(api.streamEvents, { query: { device_ids: devices.join() } })

/** The part of a tab in the one stream of a browser. */
export const createTabEvents = ({ openChannel, listen, isVisible, id }: Surroundings) => {
  const listeners = new Set<Listener>()
  /** Listeners that want to be told that the stream is open, and have not been told yet. */
  const unbegun = new Set<Listener>()
  /** Wishes of the other tabs, and when they were last heard. */
  const others = new Map<string, { devices: readonly number[]; at: number }>()
  let channel: TabChannel | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let election: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  /** The other tab that listens. */
  let leader: { id: string; at: number } | undefined
  /** The streams of this tab, while it listens: the open one, and the one that takes its place with more devices. */
  let streams: { devices: readonly number[]; stop: AbortController; isOpen: boolean }[] | undefined

  const post = (message: Message) => channel?.post(message)
  const own = () => [...new Set([...listeners].flatMap(({ device_id }) => device_id ?? []))]
  const tellWants = () => post({ kind: 'wants', from: id, devices: own() })
  const isOpen = () => streams?.some(one => one.isOpen) ?? false
  const tellListens = () => post({ kind: 'listens', from: id, isOpen: isOpen() })

  const begin = () => {
    for (const one of unbegun) one.begin?.()
    unbegun.clear()
  }
  const catchUp = () => {
    unbegun.clear()
    for (const one of listeners) one.catchUp()
  }
  const take = (event: ServerEvent) => {
    for (const one of listeners) one.take(event)
  }

  const openStream = (devices: readonly number[]) => {
    if (!streams) return
    const [current, next] = streams
    next?.stop.abort()
    if (current && !current.isOpen) current.stop.abort()
    const stream = { devices, stop: new AbortController(), isOpen: false }
    streams = current?.isOpen ? [current, stream] : [stream]
    const isNow = () => streams?.includes(stream) ?? false
    const onAnswer = ({ isOpen, first }: { isOpen: boolean; first: boolean }) => {
      if (!isNow()) return
      stream.isOpen = isOpen
      if (isOpen && streams?.[0] !== stream) {
        streams?.[0]?.stop.abort()
        streams = [stream]
      }
      tellListens()
      // A token that was taken back shows with the next reading.
      if (!first || !isOpen) {
        post({ kind: 'catchUp', from: id })
        catchUp()
      } else begin()
    }
    const hear = (event: ServerEvent) => {
      post({ kind: 'event', from: id, event })
      take(event)
    }
    void listen(
      () => urlFor(stream.devices),
      { take: hear, onAnswer, onLost: () => post({ kind: 'lost', from: id }) },
      stream.stop.signal,
    )
  }

  /** Asks the server for what the tabs want by now; what nobody wants any more is left out with the next change. */
  const follow = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      const wanted = [...new Set([...own(), ...[...others.values()].flatMap(({ devices }) => devices)])]
      const newest = streams?.at(-1)
      if (!streams || (newest && wanted.every(device => newest.devices.includes(device)))) return
      openStream(wanted.sort((a, b) => a - b))
    }, GATHER)
  }

  const lead = () => {
    leader = undefined
    streams = []
    tellListens()
    follow()
  }
  const stopLeading = () => {
    for (const { stop } of streams ?? []) stop.abort()
    streams = undefined
    clearTimeout(gathering)
    gathering = undefined
  }
  const elect = (after: number) => {
    clearTimeout(election)
    election = setTimeout(() => channel && !leader && !streams && lead(), after + Math.random() * SPREAD)
  }

  /** Another tab listens for this one. */
  const follows = (other: string, isOpen: boolean) => {
    if (streams) stopLeading()
    const isNew = leader?.id !== other
    leader = { id: other, at: Date.now() }
    if (isNew) tellWants()
    if (isOpen) begin()
  }

  const hear = (message: Message): void => {
    const { kind, from } = message
    if (kind === 'wants') {
      others.set(from, { devices: message.devices, at: Date.now() })
      if (!streams) return
      tellListens()
      follow()
    } else if (kind === 'gone') {
      others.delete(from)
      if (leader?.id !== from) return
      leader = undefined
      elect(0)
    } else if (kind === 'listens') {
      if (streams && id < from) tellListens()
      else follows(from, message.isOpen)
    } else if (from !== leader?.id) return
    else if (kind === 'event') take(message.event)
    else if (kind === 'catchUp') catchUp()
    else unheard()
  }

  const live = () => {
    const now = Date.now()
    for (const [tab, { at }] of others) if (now - at > SILENT) others.delete(tab)
    if (streams) return tellListens()
    tellWants()
    if (leader && now - leader.at <= SILENT) return
    leader = undefined
    elect(0)
  }

  const join = () => {
    if (channel || listeners.size === 0 || !isVisible()) return
    channel = openChannel(message => hear(message as Message))
    beat = setInterval(live, BEAT)
    tellWants()
    elect(ASKING)
  }
  const leave = () => {
    if (!channel) return
    clearInterval(beat)
    clearTimeout(election)
    stopLeading()
    leader = undefined
    post({ kind: 'gone', from: id })
    channel.close()
    channel = undefined
  }

  return {
    /** The tab can be seen from now on, or no longer. What is not seen needs no news: it catches up when it is. */
    onVisibility: () => {
      if (!isVisible()) return leave()
      if (channel) return
      join()
      catchUp()
    },
    leave,
    /** Listens until `signal` ends it. */
    subscribe: (listener: Listener, signal: AbortSignal): void => {
      if (signal.aborted) return
      listeners.add(listener)
      if (listener.begin) unbegun.add(listener)
      signal.addEventListener('abort', () => {
        listeners.delete(listener)
        unbegun.delete(listener)
        if (listeners.size === 0) leave()
        else if (!streams) tellWants()
      })
      if (!channel) join()
      else if (streams) {
        if (isOpen()) begin()
        follow()
      } else tellWants()
    },
  }
}

const openBrowserChannel: Surroundings['openChannel'] = hear => {
  // A browser without them has each tab listen for itself.
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  // Another person who signs in here has other news.
  const channel = new BroadcastChannel(`barnometer.events.${readSession().user?.id}`)
  channel.onmessage = ({ data }) => hear(data)
  return { post: message => channel.postMessage(message), close: () => channel.close() }
}

let events: ReturnType<typeof createTabEvents> | undefined

const tabEvents = () => {
  if (events) return events
  const made = createTabEvents({
    openChannel: openBrowserChannel,
    listen,
    isVisible: () => document.visibilityState === 'visible',
    id: Math.random().toString(36).slice(2),
  })
  document.addEventListener('visibilitychange', made.onVisibility)
  window.addEventListener('pagehide', made.leave)
  window.addEventListener('pageshow', ({ persisted }) => persisted && made.onVisibility())
  events = made
  return made
}

/** Hears what the server tells, with all other tabs by one connection, until `signal` ends it. */
export const listenToServer = (listener: Listener, signal: AbortSignal): void => tabEvents().subscribe(listener, signal)
