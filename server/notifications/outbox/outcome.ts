import type { Database } from '../../kit/database/database.ts'
import { type OutboxMessage, statesOf } from './outbox-store.ts'

/** Outcome of a message, as a list of who was told says it. `error` is a code of `failureText` or what the mail server said. */
export interface MessageOutcome {
  state: 'waiting' | 'sent' | 'failed'
  at: string | null
  error: string | null
}

/**
 * Reads the state of a message: sent is what the other side took, and nothing else. Without a mail server a mail is kept as a file and
 * has failed with `no_mail_server`; refused for good, or until its last try, it has failed with what the other side said.
 */
export const messageOutcomeOf = ({
  state,
  sent_at,
  last_error,
}: Pick<OutboxMessage, 'state' | 'sent_at' | 'last_error'>): MessageOutcome => {
  if (state === 'sent') return { state: 'sent', at: sent_at, error: null }
  if (state === 'kept') return { state: 'failed', at: null, error: 'no_mail_server' }
  return { state: state === 'refused' ? 'failed' : 'waiting', at: null, error: last_error }
}

/** Outcomes of these messages, by id; those that are forgotten are left out. */
export const outcomesOf = async (db: Database, ids: Iterable<number>): Promise<Map<number, MessageOutcome>> =>
  new Map((await statesOf(db, ids)).map(row => [row.id, messageOutcomeOf(row)]))
