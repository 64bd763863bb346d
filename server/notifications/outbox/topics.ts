import type { Database } from '../../kit/database/database.ts'
import type { Services } from '../../kit/services.ts'
import type { OutboxMessage } from './outbox-store.ts'
import type { MessageOutcome } from './outcome.ts'

/** Part of the product that keeps a log of who was told. Its functions run in the transaction that changes the message. */
export interface Topic {
  /** Asked before each attempt. False: the message is deleted unsent; the topic notes why, or writes another. */
  isWanted?(services: Services, trx: Database, message: OutboxMessage): Promise<boolean>
  /**
   * Tells its reader by mail what a message of another channel would have said that was refused for good; nothing where a mail tells it
   * already, nor, with `isUnlessHeard`, where it reached them in another way, or may yet. Called after `ended`.
   */
  mailInstead?(services: Services, trx: Database, message: OutboxMessage, isUnlessHeard: boolean): Promise<void>
  /** Called once a message has ended, and again with a failure where one that was sent came back; `now` is ISO 8601. */
  ended(trx: Database, messageId: number, outcome: MessageOutcome, now: string): Promise<void>
  /** Called where a mail server says that a mail it took is not delivered yet. */
  delayed?(trx: Database, messageId: number): Promise<void>
}

const topics = new Map<string, Topic>()

export const defineTopic = (name: string, topic: Topic): void => void topics.set(name, topic)

export const topicOf = ({ topic }: Pick<OutboxMessage, 'topic'>): Topic | undefined =>
  topic === null ? undefined : topics.get(topic)
