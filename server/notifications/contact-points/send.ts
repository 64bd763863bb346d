import { randomUUID } from 'node:crypto'
import { type ContactSettings, formOfService } from '#shared/rules/alerts/contact-services.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { fromJson } from '../../kit/database/json.ts'
import { askOutside, NoAnswer } from '../../kit/http/safe-fetch.ts'
import { countedTries, countUp } from '../../kit/limits/limits.ts'
import { createSeal } from '../../kit/security/seal.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { type ContactPointRow, noteAttempt } from './contact-point-store.ts'
import { SERVICES } from './services/all-services.ts'
import { readStatus } from './services/answers.ts'
import type { ContactCall, ContactMessage, ContactReading, ContactText } from './services/service.ts'

/** Purpose of the seal that secrets of contact points are kept under. */
const SEAL = 'contact_points'

/** Longest time (ms) that a call may take, to the last byte of its answer. */
const MAX_MS = 10_000
/** Length of an answer (bytes) that is read: all of them are short. */
const MAX_ANSWER = 65_536

/** Outcome of an attempt: that of the service, or why there was no answer. */
export type ContactOutcome =
  | { end: 'sent' }
  | { end: 'refused'; error: string }
  | { again: string; afterMs?: number | undefined }

export const sealSecrets = (services: Pick<Services, 'db'>, secrets: ContactSettings): Promise<string> =>
  createSeal(services, SEAL).close(JSON.stringify(secrets))

export const openSecrets = async (services: Pick<Services, 'db'>, sealed: string): Promise<ContactSettings> =>
  JSON.parse(await createSeal(services, SEAL).open(sealed))

/** Sends a text at once, beside the outbox; an SMS or a call only while the day has some left, for a message `countedAs` says. */
export const tellContactPoint = async (
  services: Services,
  point: ContactPointRow,
  text: ContactText,
  countedAs: Pick<ContactText, 'urgency' | 'isOver'> = text,
): Promise<ContactOutcome> =>
  !formOfService(point.service).isPaid || (await spendPaid(services, point.user_id, countedAs))
    ? sendToContactPoint(services, point, { ...text, id: `barnometer-${randomUUID()}` })
    : { end: 'refused', error: 'daily_limit' }

/** Sends a message to a contact point and notes what came of it. Nothing that the service says in words is kept or shown. */
export const sendToContactPoint = async (
  services: Services,
  point: ContactPointRow,
  message: ContactMessage,
): Promise<ContactOutcome> => {
  const outcome = await attempt(services, point, message)
  const at = isoNow(services)
  if ('end' in outcome && outcome.end === 'sent')
    await noteAttempt(services.db, point.id, { last_sent_at: at, failed_at: null, error: null })
  else
    await noteAttempt(services.db, point.id, { failed_at: at, error: 'end' in outcome ? outcome.error : outcome.again })
  return outcome
}

const attempt = async (
  services: Services,
  point: ContactPointRow,
  message: ContactMessage,
): Promise<ContactOutcome> => {
  const settings = { ...fromJson(point.settings), ...(await openSecrets(services, point.secrets)) }
  const call = SERVICES[point.service].call(settings, message)
  const isSafe = call.url.startsWith('https:') || services.environment.ALLOW_PRIVATE_ADDRESSES
  if (!isSafe || !URL.canParse(call.url)) return { end: 'refused', error: 'wrong_address' }
  try {
    return await readAnswer(services, point, call)
  } catch (error) {
    if (error instanceof NoAnswer) return { again: error.reason }
    throw error
  }
}

const readAnswer = async (
  { environment, now }: Services,
  { service }: ContactPointRow,
  { url, ...call }: ContactCall,
): Promise<ContactReading> => {
  const { status, text, retryAfter } = await askOutside(url, {
    ...call,
    inside: environment.ALLOW_PRIVATE_ADDRESSES,
    signal: AbortSignal.timeout(MAX_MS),
    most: MAX_ANSWER,
  })
  const answer = { status, json: jsonIn(text), retryAfter }
  return SERVICES[service].read?.(answer) ?? readStatus(answer, now())
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Limit under which SMS and calls to one account are counted. */
const PAID = 'paid_messages'

/** Part of a day's SMS and calls that is kept for what has to be acted on at once. */
const RESERVED = 0.2

/** SMS and calls of a day that a message may use: what need not be acted on at once leaves the reserve alone. */
const mostFor = ({ environment }: Services, { urgency, isOver }: Pick<ContactText, 'urgency' | 'isOver'>): number => {
  const most = environment.quotas[PAID]
  return urgency === 'high' && !isOver ? most : most - Math.ceil(most * RESERVED)
}

/** Tells whether an account has an SMS or a call left of its day for a message like this. Counts nothing. */
export const hasPaidLeft = async (
  services: Services,
  userId: number,
  text: Pick<ContactText, 'urgency' | 'isOver'>,
): Promise<boolean> => (await countedTries(services.db, PAID, String(userId), services.now())) < mostFor(services, text)

/**
 * Counts an SMS or a call to an account before it goes out, so that several at once, or a process that ends meanwhile, keep to the
 * limit. False, and nothing is counted, once those of a day for a message like this are used up.
 */
export const spendPaid = async (
  services: Services,
  userId: number,
  text: Pick<ContactText, 'urgency' | 'isOver'>,
): Promise<boolean> => {
  if ((await countPaid(services, userId, 1)) <= mostFor(services, text)) return true
  await takeBackPaid(services, userId)
  return false
}

/** Takes back what was counted of a message that was surely not sent. */
export const takeBackPaid = async (services: Pick<Services, 'db' | 'now'>, userId: number): Promise<void> => {
  await countPaid(services, userId, -1)
}

const countPaid = async ({ db, now }: Pick<Services, 'db' | 'now'>, userId: number, by: 1 | -1): Promise<number> =>
  (await countUp(db, { policy: PAID, key: String(userId), now: now(), withinMs: DAY_MS, by })).count

/** SMS and calls to an account within its last day of counting, and how many there may be. */
export const paidMessages = async ({ db, now, environment }: Services, userId: number) => {
  const most = environment.quotas[PAID]
  return { used: Math.min(most, await countedTries(db, PAID, String(userId), now())), most }
}
