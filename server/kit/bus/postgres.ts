import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Bus } from './bus.ts'
import { openLocalBus } from './local.ts'
import { newsIn, payloadOf, withDevice } from './payload.ts'

const CHANNEL = 'barnometer'
/** PostgreSQL refuses longer notifications. */
const LONGEST = 7_900
/** News of one statement. */
const MOST_AT_ONCE = 1000
/** ms until the next try to connect, for how long one may take, and for how long a statement may. */
const [AGAIN_MS, CONNECT_MS, ANSWER_MS] = [1000, 5000, 5000]
/** Topic by which a process says that it lost news. */
const GAP = 'gap'

/** Ends what is left of a connection, without waiting: one that broke may never say that it ended. */
const leave = (client: pg.Client): void => void client.end().catch(() => {})

/** News by LISTEN and NOTIFY of the PostgreSQL that the processes share: every process hears everything. */
export const openPostgresBus = async (url: string): Promise<Bus> => {
  const local = openLocalBus()
  const origin = Math.random().toString(36).slice(2)
  const sender = new pg.Pool({
    connectionString: url,
    max: 1,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  })
  sender.on('error', () => {})
  sender.on('connect', client => void client.on('error', () => {}))
  const counts = { sent: 0, received: 0, ignored: 0, gaps: 0, lost: 0 }
  let closed = false
  let isConnected = true
  let waiting: string[] = []
  let telling: Promise<void> | null = null
  let tellOfGap: Promise<void> | null = null
  const ending = new AbortController()

  const send = (news: readonly string[]) =>
    sender.query('SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news', [CHANNEL, news])

  /**
   * Tells what waits, with one statement for all that comes while another is under way: each commit of news takes a lock of all. News
   * that could not be told are lost with all that wait, and the others hear of it as soon as they can: their own connections may have held.
   */
  const tell = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      try {
        await send(taken)
        counts.sent += taken.length
      } catch {
        counts.lost += taken.length + waiting.length
        waiting = []
        tellOfGap ??= keepTellingOfGap().finally(() => {
          tellOfGap = null
        })
      }
    }
  }

  const keepTellingOfGap = async (): Promise<void> => {
    while (!ending.signal.aborted)
      try {
        await send([payloadOf({ from: origin, topic: GAP, device: undefined, news: null })])
        return
      } catch {
        await setTimeout(AGAIN_MS, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      }
  }

  const tellGap = (): void => {
    counts.gaps++
    local.tellGap()
  }

  const hear = (payload: string | undefined): void => {
    const heard = newsIn(payload)
    if (heard === null) counts.ignored++
    else if (heard.from !== origin) {
      if (heard.topic === GAP) {
        tellGap()
        return
      }
      counts.received++
      const { topic, news, device } = withDevice(heard)
      local.publish(topic, news, device)
    }
  }

  /** Hears the others by one connection. `gone` resolves when that is over, whoever ended it. */
  const listen = async (): Promise<{ client: pg.Client; gone: Promise<void> }> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
    const gone = new Promise<void>(resolve => {
      // The end may be told several times, with an error or without.
      client.on('error', () => resolve())
      client.on('end', resolve)
    })
    client.on('notification', ({ payload }) => hear(payload))
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      leave(client)
      throw error
    }
    return { client, gone }
  }

  let listening = await listen()
  /** The store may be away for long: it is tried until it is back, by one connection at a time. */
  const goOnListening = async (): Promise<void> => {
    await listening.gone
    isConnected = false
    leave(listening.client)
    while (!closed)
      try {
        listening = await listen()
        if (closed) leave(listening.client)
        else {
          isConnected = true
          // PostgreSQL keeps nothing for who is away.
          tellGap()
          return goOnListening()
        }
      } catch {
        await setTimeout(AGAIN_MS, undefined, { ref: false })
      }
  }
  goOnListening()

  return {
    publish: (topic, news, device) => {
      local.publish(topic, news, device)
      const payload = payloadOf({ from: origin, topic, device, news })
      if (Buffer.byteLength(payload) > LONGEST) {
        counts.lost++
        return
      }
      waiting.push(payload)
      telling ??= tell().finally(() => {
        telling = null
      })
    },
    subscribe: local.subscribe,
    onGap: local.onGap,
    state: () => ({ link: isConnected ? 'connected' : 'waiting', ...counts }),
    close: async () => {
      closed = true
      await local.close()
      await telling
      ending.abort()
      await tellOfGap
      await listening.client.end().catch(() => {})
      await sender.end()
    },
  }
}
