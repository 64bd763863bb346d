import { isDiskFull } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'

/** Kinds of the engine's refusals that say nothing about what was to be stored. */
const OF_THE_STORE = new Set([
  'ACCESS_DENIED',
  'ALL_CONNECTION_TRIES_FAILED',
  'AUTHENTICATION_FAILED',
  'MEMORY_LIMIT_EXCEEDED',
  'NETWORK_ERROR',
  'NOT_ENOUGH_SPACE',
  'QUERY_WAS_CANCELLED',
  'READONLY',
  'SOCKET_TIMEOUT',
  'TABLE_IS_READ_ONLY',
  'TIMEOUT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'UNKNOWN_DATABASE',
  'UNKNOWN_TABLE',
])
const CONNECTION = /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|socket hang up|timeout error/i
/** A store that cannot merge as fast as it takes says the same kind as for an insert of too many months. */
const OVERLOADED = /merges are processing significantly slower/i

/** Parts of whatever a store threw. */
const partsOf = (error: unknown): { code?: unknown; type?: unknown; message?: unknown } =>
  typeof error === 'object' && error !== null ? error : {}

/** Tells whether a store failed for everybody alike: its disk, its connection, its load. */
export const isStoreAway = (error: unknown): boolean => {
  const { code, type, message } = partsOf(error)
  if (isDiskFull(error) || OF_THE_STORE.has(String(type))) return true
  const said = `${String(code)} ${String(message).slice(0, 1000)}`
  return CONNECTION.test(said) || OVERLOADED.test(said)
}

/** Class 22 of PostgreSQL: a value that it takes from nobody. */
const isBadData = (error: unknown): boolean => /^22\w{3}$/.test(String(partsOf(error).code))

/** Readings that were not stored: `message` when the store takes others, else `store`. */
export class NotStored extends Failure {
  readonly because: 'store' | 'message'
  constructor(because: NotStored['because'], cause: unknown) {
    super('busy', { retryAfter: isStoreAway(cause) ? 5 : 1, cause })
    this.because = because
  }
}

/** Tells whether a store refuses this very message, while it takes others. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof NotStored ? error.because === 'message' : isBadData(error)
