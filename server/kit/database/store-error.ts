import { setTimeout } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Code and message of whatever a store threw, and the call of the system that failed. */
const partsOf = (error: unknown): { code?: unknown; message?: unknown; syscall?: unknown } =>
  typeof error === 'object' && error !== null ? error : {}

/** Tells whether PostgreSQL or SQLite refused a row whose unique value is taken, or whose parent is gone. */
export const isConflict = (error: unknown): boolean => {
  const { code, message } = partsOf(error)
  return code === '23505' || code === '23503' || /UNIQUE constraint|FOREIGN KEY constraint/.test(String(message))
}

/** Tells whether an error is that of a store whose disk is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message } = partsOf(error)
  return /SQLITE_FULL|database or disk is full|disk I\/O error|ENOSPC|No space left|53100/i.test(`${code} ${message}`)
}

/**
 * Tells whether an error is that of a store that is away: it shuts down, starts, has no connection left, or cannot be
 * reached, itself or a part of it.
 */
export const isAway = (error: unknown): boolean => {
  const { code, message, syscall } = partsOf(error)
  return (
    // A server that is down has no socket in its folder.
    (code === 'ENOENT' && syscall === 'connect') ||
    // Numbers are those of ClickHouse: a shard that does not answer the others.
    /^(57P0[123]|08...|53300|209|210|279|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      String(code),
    ) ||
    /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$/.test(String(message))
  )
}

/** ms until the next try at a store that is away. */
const AGAIN_MS = 500

/**
 * Does what must not be left undone, again for as long as its store is away: a try may have been done though its answer was lost,
 * so doing it twice must be the same as once.
 */
export const untilBack = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      await setTimeout(AGAIN_MS, undefined, { ref: false })
    }
  }
}

/** Serialization failure and deadlock: PostgreSQL asks to try again. */
const isCollision = (error: unknown): boolean => ['40001', '40P01'].includes(String(partsOf(error).code))

const MAX_COLLISIONS = 10

/** Does a transaction again where it collided with another one: nothing of it was done. */
export const againAfterCollision = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= MAX_COLLISIONS || !isCollision(error)) throw error
    }
  }
}

/**
 * Upper bound of attempts at a decision: collisions end by trying again, and a conflict is the decision's own to tell
 * at its next look.
 */
const mostTries = (error: unknown): number => (isCollision(error) ? MAX_COLLISIONS : isConflict(error) ? 3 : 1)

/** The retry of this process that everybody else's retry waits for. */
let lastRetry: Promise<unknown> = Promise.resolve()
/** Retries go one after another: all at once they would collide again, and the unluckiest would run out of tries. */
const inTurn = <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  const retry = lastRetry.then(attempt)
  lastRetry = retry.catch(() => undefined)
  return retry
}

/**
 * Runs a decision that depends on what is not there yet ("no such name", "no account at all") as if nobody else wrote
 * meanwhile, again when somebody did.
 */
export const serializable = async <Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => {
  const attempt = () => db.transaction().setIsolationLevel('serializable').execute(work)
  for (let tries = 1; ; tries++) {
    try {
      return await (tries === 1 ? attempt() : inTurn(attempt))
    } catch (error) {
      if (tries >= mostTries(error)) throw error
    }
  }
}
