import { EventEmitter } from 'node:events'
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

const openPostgresBus = async (url: string): Promise<Bus> => {
  const local = openLocalBus()
  const origin = Math.random().toString(36).slice(2)
  const sender = new pg.Pool({ connectionString: url, max: 1 })
  sender.on('error', () => {})
  let closed = false
  let listening: pg.Client | undefined

  const listen = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    client.on('notification', ({ payload }) => {
      const heard = newsIn(payload)
      if (heard && heard.from !== origin) local.publish(heard.topic, heard.news)
    })
    client.on('error', () => {
      if (!closed) setTimeout(() => listen().catch(() => {}), 1000)
    })
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
    listening = client
  }
  await listen()

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
      await listening?.end().catch(() => {})
      await sender.end()
    },
  }
}

/** Null for what another program says on the channel. */
const newsIn = (payload: string | undefined): { from: unknown; topic: string; news: unknown } | null => {
  try {
    const { from, topic, news } = JSON.parse(payload ?? '') ?? {}
    // An emitter throws for "error" when nobody listens.
    return typeof topic === 'string' && topic !== 'error' ? { from, topic, news } : null
  } catch {
    return null
  }
}
