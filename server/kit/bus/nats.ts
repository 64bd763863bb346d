import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type JetStreamManager, jetstream, type StreamInfo } from '@nats-io/jetstream'
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Log } from '../services.ts'
import type { Bus, BusState } from './bus.ts'
import { openLocalBus } from './local.ts'
import { createOutbox } from './nats-outbox.ts'
import { readStream } from './nats-reading.ts'
import { connectTo, isAway, isUnknown, keptStream, ownStream, streamsOf, subjectsOf } from './nats-stream.ts'
import type { NatsSettings } from './nats-url.ts'
import { newsIn, payloadOf } from './payload.ts'

/** ms until the first try to connect again, and at most until the next. */
const [AGAIN_MS, AGAIN_MAX_MS] = [250, 10_000]
/** ms between two looks at how far the stream is. */
const LOOK_MS = 10_000
/** ms for which the end waits for news that are on their way. */
const END_MS = 1000
/**
 * ms of absence after which everything is read anew, whatever the stream has: a process that ended meanwhile took with it what it
 * could not tell.
 */
const ABSENCE_MS = 10_000
/** ms within which all that is lost is one gap to the others. */
const LOSING_MS = 1000
/** Topic by which a process says that it lost news. */
const GAP = 'gap'

/** Place in the stream up to which a process heard everything that it listens to. */
interface Place {
  /** Time at which the stream was made: another one counts from 1 again. */
  made: string
  /**
   * Messages heard beyond `complete`, with their numbers: those of several processes may come a little out of order, and a server
   * that was killed may give a number again.
   */
  heard: Map<string, number>
  /** Number up to which nothing can be missing, and the one that will be so at the next look. */
  complete: number
  next: number
}

interface Message {
  seq: number
  /** Mark of the process that told it, by which it is known again. */
  id: string
  text: string
}

interface Link {
  connection: NatsConnection
  manager: JetStreamManager
  /** Messages that come while older ones are read; null once those are. */
  held: Message[] | null
}

const messageOf = (seq: number, message: Pick<Msg, 'headers' | 'string'>): Message => ({
  seq,
  id: message.headers?.get('Nats-Msg-Id') || `${seq}`,
  text: message.string(),
})

/**
 * News by a stream of a NATS server. Each process hears the topics and devices that somebody there listens to. `installation` is
 * the mark that the processes of one installation share: the stream of another one is refused.
 */
export const openNatsBus = async (
  settings: NatsSettings,
  log: Log,
  installation: string,
  clock = () => performance.now(),
): Promise<Bus> => {
  const local = openLocalBus()
  const origin = randomBytes(8).toString('hex')
  const subjects = subjectsOf(settings.stream)
  const counts = { sent: 0, received: 0, ignored: 0, gaps: 0, lost: 0 }
  const wanted = new Map<string, { listeners: number; subscription: Subscription | undefined }>()
  const ending = new AbortController()
  let link: Link | null = null
  /** Newest connection, which may not be through its beginning yet. */
  let connecting: NatsConnection | null = null
  /** Time at which the connection broke; null while there is one. */
  let awaySince: number | null = null
  let place: Place | null = null
  let isConnected = false

  const tellGap = (): void => {
    counts.gaps++
    local.tellGap()
  }
  let losing: NodeJS.Timeout | undefined
  /** Tells others that they missed something: once for all that is lost within a moment. */
  const lose = (count: number): void => {
    counts.lost += count
    losing ??= setTimeout(() => {
      losing = undefined
      add(GAP, null)
    }, LOSING_MS).unref()
  }
  let isRefusalTold = false
  const outbox = createOutbox(origin, {
    sent: () => void counts.sent++,
    lost: (subject, error) => {
      if (!isRefusalTold) log.error({ err: error, subject }, 'NATS: the server does not take news; they are given up')
      isRefusalTold = true
      // A gap that is not even taken itself is not told again.
      if (subject !== subjects.sent(GAP)) lose(1)
    },
    overflowed: lose,
  })
  const add = (topic: string, news: unknown, device?: number): void =>
    outbox.add(subjects.sent(topic, device), payloadOf({ from: origin, topic, device, news }))

  /** Takes one message, once. */
  const take = ({ seq, id, text }: Message): void => {
    const told = newsIn(text)
    if (told === null) {
      counts.ignored++
      return
    }
    if (place === null || seq <= place.complete || place.heard.has(id)) return
    place.heard.set(id, seq)
    if (told.from === origin) return
    counts.received++
    if (told.topic === GAP) tellGap()
    else local.publish(told.topic, told.news, told.device)
  }
  const hear = (of: Link, message: Msg): void => {
    const seq = Number(message.headers?.get('Nats-Sequence'))
    // Published past the stream, by another program.
    if (!(seq > 0)) counts.ignored++
    else if (of.held) of.held.push(messageOf(seq, message))
    else take(messageOf(seq, message))
  }
  const subscribeAt = (at: Link, subject: string): Subscription =>
    at.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) log.warn({ err: error }, 'NATS: a subject is not heard')
        else hear(at, message)
      },
    })

  /** Listens to a subject until the last one who wanted it stops. */
  const want = (subject: string): (() => void) => {
    const one = wanted.get(subject) ?? { listeners: 0, subscription: undefined }
    wanted.set(subject, one)
    one.listeners++
    if (link) one.subscription ??= subscribeAt(link, subject)
    return () => {
      if (--one.listeners > 0) return
      wanted.delete(subject)
      if (link) one.subscription?.unsubscribe()
    }
  }

  /** Tells whether somebody here listens to what went in at a subject. */
  const isWanted = (sent: string): boolean => {
    const heard = sent.replace('.sent.', '.heard.')
    return wanted.has(heard) || wanted.has(`${heard.slice(0, heard.lastIndexOf('.'))}.>`)
  }

  const goOnTo = (at: Place, complete: number): void => {
    at.complete = complete
    for (const [id, seq] of at.heard) if (seq <= complete) at.heard.delete(id)
  }

  /** Reads what was said while this process was away. False when the stream does not have all of it any more. */
  const catchUp = async (at: Link, { state, created }: StreamInfo): Promise<boolean> => {
    const known = place
    if (known === null || known.made !== created || state.last_seq < known.complete) {
      place = { made: created, heard: new Map(), complete: state.last_seq, next: state.last_seq }
      return false
    }
    const until = state.last_seq
    const isKept = known.complete === until || state.first_seq <= known.complete + 1
    const isWhole =
      isKept &&
      (await readStream(
        at.connection,
        settings.stream,
        { after: known.complete, until },
        {
          message: message => {
            if (isWanted(message.subject)) take(messageOf(message.seq, message))
          },
          // A connection that breaks meanwhile does not read these again.
          batch: read => goOnTo(known, read),
        },
      ))
    goOnTo(known, until)
    known.next = until
    return isWhole
  }

  /** Connects, listens to all that is wanted here, and goes on where it was. */
  const begin = async (): Promise<Link> => {
    const connection = await connectTo(settings)
    connecting = connection
    try {
      ending.signal.throwIfAborted()
      const manager = await streamsOf(connection)
      await ownStream(manager, settings, installation)
      const at: Link = { connection, manager, held: [] }
      link = at
      for (const [subject, one] of wanted) one.subscription = subscribeAt(at, subject)
      await connection.flush()
      const isWhole = await catchUp(at, await manager.streams.info(settings.stream))
      ending.signal.throwIfAborted()
      for (const message of at.held ?? []) take(message)
      at.held = null
      isConnected = true
      const client = jetstream(connection)
      outbox.sendBy({
        publish: (subject, payload, options) => client.publish(subject, payload, options),
        isClosed: () => connection.isClosed(),
      })
      const wasLong = awaySince !== null && clock() - awaySince > ABSENCE_MS
      awaySince = null
      if (!isWhole || wasLong) tellGap()
      return at
    } catch (error) {
      link = null
      await connection.close().catch(() => {})
      throw error
    }
  }

  /** Looks how far the stream is, and whether it still is the same. */
  const look = async (): Promise<void> => {
    if (!link || !isConnected) return
    const { manager } = link
    const { state, created } = await keptStream(manager, settings, installation)
    if (place?.made === created) {
      goOnTo(place, place.next)
      place.next = state.last_seq
    } else {
      place = { made: created, heard: new Map(), complete: 0, next: state.last_seq }
      tellGap()
    }
  }
  const looking = setInterval(
    () => void look().catch(error => log.warn({ err: error }, 'NATS: the stream did not answer')),
    LOOK_MS,
  ).unref()

  /** Resolves at the end, for what would wait for a server longer than that. */
  const ended = new Promise<null>(resolve => ending.signal.addEventListener('abort', () => resolve(null)))
  /** Goes on until the end, however often the server is away. */
  const goOn = async (first: Link | null): Promise<void> => {
    let now = first
    let wait = AGAIN_MS
    while (!ending.signal.aborted) {
      if (now) {
        await now.connection.closed()
        isConnected = false
        awaySince = clock()
        link = null
        outbox.sendBy(null)
        wait = AGAIN_MS
        if (!ending.signal.aborted) log.warn('NATS: the connection broke')
      }
      await pause(wait, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      wait = Math.min(wait * 2, AGAIN_MAX_MS)
      if (ending.signal.aborted) return
      now = await Promise.race([begin(), ended]).catch(error => {
        if (!ending.signal.aborted) log.warn({ err: error }, 'NATS: not connected')
        return null
      })
      if (now) log.info('NATS: connected')
    }
  }

  const endGap = want(subjects.heard(GAP))
  const first = await begin().catch((error: unknown) => {
    const server = `NATS at ${settings.host}:${settings.port} (NATS_URL)`
    if (!isAway(error)) {
      clearInterval(looking)
      throw new Error(`${server}: ${error instanceof Error ? error.message : error}`)
    }
    if (isUnknown(error)) log.error({ err: error }, `${server}: nobody knows this name; it is tried until it is there`)
    else log.warn({ err: error }, `${server}: away; it is tried until it is there`)
    return null
  })
  // A first start is no gap: there is no listener yet.
  counts.gaps = 0
  const going = goOn(first)

  return {
    publish: (topic, news, deviceId) => {
      local.publish(topic, news, deviceId)
      add(topic, news, deviceId)
    },
    subscribe: (topic, listener, deviceIds) => {
      const stop = local.subscribe(topic, listener, deviceIds)
      const stops = deviceIds ? deviceIds.map(id => want(subjects.heard(topic, id))) : [want(subjects.heard(topic))]
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        for (const one of [stop, ...stops]) one()
      }
    },
    onGap: local.onGap,
    state: (): BusState => ({ link: isConnected ? 'connected' : 'waiting', ...counts }),
    close: async () => {
      const until = performance.now() + END_MS
      while (isConnected && !outbox.isEmpty() && performance.now() < until) await pause(10)
      ending.abort()
      clearInterval(looking)
      endGap()
      clearTimeout(losing)
      outbox.close()
      await local.close()
      await Promise.race([connecting?.close(), pause(END_MS, undefined, { ref: false })])
      await going
    },
  }
}
