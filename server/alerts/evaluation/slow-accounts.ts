import { MINUTE_MS } from '#shared/rules/time/units.ts'

/** Time (ms) after which an account that is looked at alone takes long: with others it would make these wait. */
const LONG_MS = 2500
/** Time (ms) for which it is looked at alone from then on. */
const ALONE_FOR_MS = 10 * MINUTE_MS
/** Accounts that are looked at alone at most: of more, each has company. */
const MOST = 20

/** Accounts that took long, so that those of the next minutes do not wait for them. */
export interface SlowAccounts {
  /** Ids of those that are looked at alone at a time (epoch ms). */
  at(now: number): ReadonlySet<number>
  /** Notes how long (ms) an account took alone, or would have taken at least. */
  note(userId: number, tookMs: number, now: number): void
}

/** Remembers slow accounts for one process: another one finds its own, at the price of a minute in which some wait. */
export const createSlowAccounts = (): SlowAccounts => {
  const known = new Map<number, { until: number; tookMs: number }>()
  return {
    at: now => {
      for (const [id, { until }] of known) if (until <= now) known.delete(id)
      return new Set(known.keys())
    },
    note: (userId, tookMs, now) => {
      if (tookMs < LONG_MS) return
      known.set(userId, { until: now + ALONE_FOR_MS, tookMs })
      const [quickest] = [...known].sort(([, one], [, other]) => one.tookMs - other.tookMs)
      if (known.size > MOST && quickest) known.delete(quickest[0])
    },
  }
}

const all = new WeakMap<object, SlowAccounts>()

/** The slow accounts of whoever evaluates over a database. */
export const slowAccountsOf = (db: object): SlowAccounts => {
  const of = all.get(db) ?? createSlowAccounts()
  all.set(db, of)
  return of
}
