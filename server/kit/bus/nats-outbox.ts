import type { JetStreamClient } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'

interface Waiting {
  /** Number by which a message that is sent again is known. */
  id: number
  subject: string
  payload: string
  /** Times that the server did not take it. */
  tries: number
}

/** Client by which messages are sent, until its connection is closed. */
export interface Sender {
  publish: JetStreamClient['publish']
  isClosed(): boolean
}

/** Messages that are on their way at a time, and that wait for a server that is away, with their length. */
const [ON_THE_WAY, MAX_WAITING, MAX_LENGTH] = [1000, 20_000, 32_000_000]
/** ms until a message that was not taken is tried again, and for its acknowledgement. */
const [AGAIN_MS, ANSWER_MS] = [1000, 5000]
/** Tries until a message is given up that a server which is there does not take. */
const MAX_TRIES = 30

/** Tells whether a message will never be taken: it is too long, or this user may not say it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof errors.InvalidArgumentError ||
  error instanceof errors.PermissionViolationError ||
  (error instanceof Error && isRefusal(error.cause))

interface Told {
  sent(): void
  /** A message at a subject was given up, with the reason. */
  lost(subject: string, error: unknown): void
  /** More wait than are kept, and all of them were thrown away. */
  overflowed(count: number): void
}

/**
 * Keeps messages until the server has stored them, through its absence: each is sent again under its number, so it is stored
 * once. After an absence they are sent in the order in which they were told; others do not wait for one that is not taken.
 */
export const createOutbox = (origin: string, told: Told, againMs = AGAIN_MS) => {
  let waiting: Waiting[] = []
  let length = 0
  /** Messages that were not taken, and wait for their next try. */
  let later: Waiting[] = []
  let onTheWay = 0
  let last = 0
  let sender: Sender | null = null
  let again: NodeJS.Timeout | undefined

  const putBack = (): void => {
    clearTimeout(again)
    again = undefined
    for (const one of later) waiting.push(one)
    later = []
    waiting.sort((a, b) => a.id - b.id)
  }
  const send = async (one: Waiting, by: Sender): Promise<void> => {
    onTheWay++
    try {
      await by.publish(one.subject, one.payload, { msgID: `${origin}:${one.id}`, timeout: ANSWER_MS })
      length -= one.payload.length
      told.sent()
    } catch (error) {
      keep(one, by, error)
    } finally {
      onTheWay--
    }
    work()
  }
  /** Keeps a message that was not taken for another try, or gives it up. */
  const keep = (one: Waiting, by: Sender, error: unknown): void => {
    if (by.isClosed()) {
      if (sender === by) sender = null
      later.push(one)
      // The next connection is there already.
      if (sender !== null) putBack()
      return
    }
    if (isRefusal(error) || ++one.tries >= MAX_TRIES) {
      length -= one.payload.length
      told.lost(one.subject, error)
      return
    }
    later.push(one)
    again ??= setTimeout(() => {
      putBack()
      work()
    }, againMs).unref()
  }
  const work = (): void => {
    if (sender === null) return
    const now = waiting.splice(0, ON_THE_WAY - onTheWay)
    for (const one of now) void send(one, sender)
  }
  /** Throws away what is not on its way. */
  const overflow = (): void => {
    const gone = [...waiting, ...later]
    length -= gone.reduce((sum, { payload }) => sum + payload.length, 0)
    waiting = []
    later = []
    told.overflowed(gone.length)
  }
  return {
    add: (subject: string, payload: string): void => {
      const count = waiting.length + later.length
      if (count > 0 && (count >= MAX_WAITING || length + payload.length > MAX_LENGTH)) overflow()
      length += payload.length
      waiting.push({ id: ++last, subject, payload, tries: 0 })
      work()
    },
    /** Sends by this client from now on; null while the server is away. */
    sendBy: (by: Sender | null): void => {
      sender = by
      putBack()
      work()
    },
    isEmpty: (): boolean => waiting.length + later.length === 0 && onTheWay === 0,
    close: (): void => {
      sender = null
      clearTimeout(again)
    },
  }
}
