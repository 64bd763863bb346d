import type { JetStreamClient } from '@nats-io/jetstream'

interface Waiting {
  /** Number by which a message that is sent again is known. */
  id: number
  subject: string
  payload: string
}

/** Messages that are on their way at a time, and that wait for a server that is away. */
const [ON_THE_WAY, MOST_WAITING] = [1000, 20_000]
/** ms until a message that was refused is tried again, and for its acknowledgement. */
const [AGAIN_MS, ANSWER_MS] = [1000, 5000]

/**
 * Keeps messages until the server has stored them, through its absence: each is sent again under its number, so it is stored
 * once. `overflowed` is called when more wait than are kept, and they are thrown away.
 */
export const createOutbox = (origin: string, told: { sent(): void; overflowed(): void }) => {
  let waiting: Waiting[] = []
  let onTheWay = 0
  let last = 0
  let client: JetStreamClient | null = null
  let again: NodeJS.Timeout | undefined

  const send = async (one: Waiting, by: JetStreamClient): Promise<void> => {
    onTheWay++
    try {
      await by.publish(one.subject, one.payload, { msgID: `${origin}:${one.id}`, timeout: ANSWER_MS })
      told.sent()
    } catch {
      waiting.push(one)
      again ??= setTimeout(() => {
        again = undefined
        waiting.sort((a, b) => a.id - b.id)
        work()
      }, AGAIN_MS).unref()
    } finally {
      onTheWay--
    }
    if (again === undefined) work()
  }
  const work = (): void => {
    if (client === null) return
    const now = waiting.splice(0, ON_THE_WAY - onTheWay)
    for (const one of now) void send(one, client)
  }
  return {
    add: (subject: string, payload: string): void => {
      if (waiting.length >= MOST_WAITING) {
        waiting = []
        told.overflowed()
      }
      waiting.push({ id: ++last, subject, payload })
      if (again === undefined) work()
    },
    /** Sends by this client from now on; null while the server is away. */
    sendBy: (by: JetStreamClient | null): void => {
      client = by
      work()
    },
    isEmpty: (): boolean => waiting.length === 0 && onTheWay === 0,
    close: (): void => {
      client = null
      clearTimeout(again)
    },
  }
}
