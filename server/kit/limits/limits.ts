import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import { type AttemptCount, countedTries, countUp } from './limit-store.ts'

export { countedTries, countUp, forgetCounts } from './limit-store.ts'

/** Tries that an installation allows; tests bring their own. */
export interface Limits {
  /** A minute, of one endpoint that the public may call, from one address. */
  perAddress: number
  /** A minute, for one account from one address or browser, and where a password is asked for again. */
  perAccount: number
  /** An hour, of mails to one address, asked for by whoever. */
  mailsPerHour: number
  /** ms after which endpoints answer that take the same time for everybody: more than their work takes. */
  constantTime: number
}

/** Database, or transaction, in which tries are counted. */
type Counting = Pick<Services, 'now'> & { db: Database }

interface Policy {
  most: number
  withinMs: number
}

/**
 * Policies that say how often what may be done. Every limit on tries stands here; those of an installation are the
 * middle ones of `Limits`.
 */
const POLICIES = {
  /** Claim codes typed by a person: wrong and right ones. */
  claim: { most: 10, withinMs: HOUR_MS },
  /** Access tokens that a person makes: each is a mail. */
  token: { most: 50, withinMs: DAY_MS },
  /** Other addresses that a person asks for: each is a mail to one that may be anybody's. */
  email_change: { most: 10, withinMs: DAY_MS },
  /** Links for calendars and spreadsheets that a person makes: each is a mail. */
  feed: { most: 50, withinMs: DAY_MS },
  /** Readings of one link for a calendar or spreadsheet, from wherever: each is work. */
  feed_read: { most: 10, withinMs: MINUTE_MS },
  /** Queries of one link for Grafana: a dashboard asks once for each of its panels. */
  metrics_read: { most: 600, withinMs: MINUTE_MS },
  /** Ten thousands of rows that all queries of one person for Grafana read: a call may be cheap or dear. */
  metrics_rows: { most: 5000, withinMs: MINUTE_MS },
  /** Links that open nothing, tried from one address. */
  feed_guess: { most: 60, withinMs: MINUTE_MS },
  /** Links of boards that open nothing, tried by one person. */
  board_guess: { most: 30, withinMs: MINUTE_MS },
  /** Copies of what is kept about a person: each is work and a mail. */
  data_copy: { most: 20, withinMs: DAY_MS },
  /** Previews of report schedules: each is a report to make. */
  report_preview: { most: 60, withinMs: HOUR_MS },
  report_mails_again: { most: 20, withinMs: HOUR_MS },
  /** Mails that tell of a sign-in from a new browser: a program that signs in anew each time would fill a mailbox. */
  new_browser: { most: 5, withinMs: DAY_MS },
  /** Questions by mail whether an account elsewhere is somebody's. */
  oidc_link: { most: 5, withinMs: DAY_MS },
  /** Test messages that a person has sent. */
  alert_test: { most: 10, withinMs: 10 * MINUTE_MS },
  /** Questions by mail of one person to whoever is to stand in. */
  stand_in_mail: { most: 20, withinMs: DAY_MS },
  /** Mails to one address with invitations to one group, by whoever of it. */
  invitation_mail: { most: 3, withinMs: DAY_MS },
  /** Invitations answered by token, by one account. */
  invitation_answer: { most: 60, withinMs: HOUR_MS },
  /** Six digits of a mailed code, guessed for one account by whoever. The link in the same mail is not counted. */
  code_guess: { most: 30, withinMs: DAY_MS },
  /** Wrong six digits of an authenticator app, by who knows the password. Backup codes are not counted. */
  one_time_guess: { most: 50, withinMs: DAY_MS },
} as const satisfies Record<string, Policy>
type PolicyName = keyof typeof POLICIES

const requireWithin = ({ count, ends_at }: AttemptCount, most: number, now: number): void => {
  if (count > most)
    throw new Failure('limit_exceeded', { retryAfter: Math.max(1, Math.ceil((Date.parse(ends_at) - now) / 1000)) })
}

/** Counts a try of `key`, or `by` of them. Throws limit_exceeded beyond what the policy allows. */
export const countAttempt = async (
  { db, now }: Counting,
  name: PolicyName,
  key: string | number,
  by = 1,
): Promise<void> => {
  const { most, withinMs } = POLICIES[name]
  requireWithin(await countUp(db, { policy: name, key: String(key), now: now(), withinMs, by }), most, now())
}

const isOver = async (db: Database, policy: string, key: string, { most, now }: { most: number; now: number }) =>
  (await countedTries(db, policy, key, now)) >= most

/** Tells whether `key` has used up what the policy allows; counts nothing. */
export const isUsedUp = ({ db, now }: Counting, name: PolicyName, key: string | number): Promise<boolean> =>
  isOver(db, name, String(key), { most: POLICIES[name].most, now: now() })

/** Counts what failed under one policy; who has used it up is asked for before. */
export const createTryCount = ({ db, now }: Counting, policy: string, { most, withinMs }: Policy) => ({
  isUsedUp: (key: string): Promise<boolean> => isOver(db, policy, key, { most, now: now() }),
  count: async (key: string): Promise<void> => {
    await countUp(db, { policy, key, now: now(), withinMs })
  },
})

const REMEMBERED = 5000

/**
 * Limits calls under names such as an endpoint and an address. Who is over the limit is remembered until the window ends, so that a flood
 * costs no writing.
 */
export const createCallLimit = ({ db, now }: Counting) => {
  const over = new Map<string, number>()
  return async (policy: string, key: string, { most, withinMs }: Policy): Promise<void> => {
    const name = `${policy} ${key}`
    const until = over.get(name) ?? 0
    if (until > now()) throw new Failure('limit_exceeded', { retryAfter: Math.ceil((until - now()) / 1000) })
    const counted = await countUp(db, { policy, key, now: now(), withinMs })
    if (counted.count <= most) return
    if (over.size >= REMEMBERED) over.clear()
    over.set(name, Date.parse(counted.ends_at))
    requireWithin(counted, most, now())
  }
}

export const callPolicies = (limits: Limits) => ({
  address: { most: limits.perAddress, withinMs: MINUTE_MS },
  account: { most: limits.perAccount, withinMs: MINUTE_MS },
  mails: { most: limits.mailsPerHour, withinMs: HOUR_MS },
})
