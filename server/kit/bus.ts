import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** News between the parts of one process, and between processes that share a PostgreSQL. Lost news cost freshness, never data. */
export interface Bus {
  publish(topic: string, news: unknown): void
  /** Returns the way to stop listening. */
  subscribe<News>(topic: string, listener: (news: News) => void): () => void
  close(): Promise<void>
}

export const openBus = async (url?: string): Promise<Bus> => (url ? openPostgresBus(url) : openLocalBus())

const openLocalBus = (): Bus => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (topic, news) => void emitter.emit(topic, news),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    close: async () => void emitter.removeAllListeners(),
  }
}

const CHANNEL = 'barnometer'
/** PostgreSQL refuses longer notifications. */
const LONGEST = 7_900
/** ms until the next try to connect, and for how long one may take. */
const [AGAIN_MS, CONNECT_MS] = [1000, 5000]

/** Ends what is left of a connection, without waiting: one that broke may never say that it ended. */
const leave = (client: pg.Client): void => void client.end().catch(() => {})

const openPostgresBus = async (url: string): Promise<Bus> => {
  const local = openLocalBus()
  const origin = Math.random().toString(36).slice(2)
  const sender = new pg.Pool({ connectionString: url, max: 1 })
  sender.on('error', () => {})
  sender.on('connect', client => void client.on('error', () => {}))
  let closed = false

  /** Hears the others by one connection. `gone` resolves when that is over, whoever ended it. */
  const listen = async (): Promise<{ client: pg.Client; gone: Promise<void> }> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
    const gone = new Promise<void>(resolve => {
      // The end may be told several times, with an error or without.
      client.on('error', () => resolve())
      client.on('end', resolve)
    })
    client.on('notification', ({ payload }) => {
      const heard = newsIn(payload)
      if (heard && heard.from !== origin) local.publish(heard.topic, heard.news)
    })
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
    leave(listening.client)
    while (!closed)
      try {
        listening = await listen()
        if (closed) leave(listening.client)
        else return goOnListening()
      } catch {
        await setTimeout(AGAIN_MS, undefined, { ref: false })
      }
  }
  goOnListening()

  return {
    publish: (topic, news) => {
      local.publish(topic, news)
      const payload = JSON.stringify({ from: origin, topic, news })
      if (Buffer.byteLength(payload) <= LONGEST)
        sender.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {})
    },
    subscribe: local.subscribe,
    close: async () => {
      closed = true
      await local.close()
      await listening.client.end().catch(() => {})
      await sender.end()
    },
  }
}

/** News in a payload; null for what another program says on the channel. */
const newsIn = (payload: string | undefined): { from: unknown; topic: string; news: unknown } | null => {
  try {
    const { from, topic, news } = JSON.parse(payload ?? '') ?? {}
    // An emitter throws for "error" when nobody listens.
    return typeof topic === 'string' && topic !== 'error' ? { from, topic, news } : null
  } catch {
    return null
  }
}
