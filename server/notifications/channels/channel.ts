import type { Services } from '../../kit/services.ts'
import type { OutboxMessage } from '../outbox/outbox-store.ts'

/** Outcome of one attempt; `error` is a code of `failureText` or what the mail server said. */
export type DeliveryAttempt =
  | { end: 'sent' | 'kept' }
  /** Refused for good: no further attempt. With `byMail` its reader is to be told by mail instead, where the topic can. */
  | { end: 'refused'; error: string; byMail?: true }
  | {
      /** Taken by nobody now: only this message, its whole lane, or anything of the channel. */
      again: 'message' | 'lane' | 'channel'
      error: string
      /** Pause (ms) that the other side asks for; the usual one where that is longer. */
      afterMs?: number | undefined
      /** State the next attempt goes on with. */
      payload?: string
      /** Some of those it is for have it: after the last attempt it counts as sent. */
      partly?: boolean
    }

export interface Channel {
  /** Messages under way at once in one process. */
  atOnce: number
  /** Messages of one lane go out one after another, each once the one before has ended. */
  ordered: boolean
  /** At most one message of a lane is under way, in whatever order. */
  isOneOfLane?: true
  /** False in a process that sends nothing on this channel. */
  isServedBy(services: Services): boolean
  send(services: Services, message: OutboxMessage): Promise<DeliveryAttempt>
}
