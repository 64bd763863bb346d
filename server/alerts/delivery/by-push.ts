import type { Database } from '../../kit/database/database.ts'
import { NoAnswer, postOutside } from '../../kit/security/outside.ts'
import { encryptPush, newPushKeys, type PushKeys, pushAuthorization } from '../../kit/security/web-push.ts'
import { isoNow, type World } from '../../kit/world.ts'
import type { Person } from '../rules/people.ts'
import {
  dueOn,
  MAX_TRIES,
  type Message,
  messagesOf,
  pauseOf,
  retryLater,
  rowsOf,
  sentLately,
  settle,
  take,
} from './due.ts'
import { gatheredSubject, linesOf, linkTo, subjectOf } from './letters.ts'
import { reachableOf, type SubscriptionRow } from './subscriptions.ts'

type Urgency = 'high' | 'normal' | 'low'

/**
 * Notification that the service worker shows: text, and the address that a tap opens. A newer one with the same tag
 * takes its place.
 */
export interface Pushed {
  title: string
  body: string
  url: string
  tag: string
  /** Stays on screen until somebody looks. */
  stays: boolean
}

/** Seconds a push service keeps it for a telephone that is off. */
const KEPT_S = 86_400

/** Pushes what is due to the browsers of each person. */
export const notifyByPush = async (world: World): Promise<void> => {
  const due = await dueOn(world, 'push')
  await Promise.all(
    due.map(async ({ person, pieces }) => {
      const messages = messagesOf(pieces, await sentLately(world, person.id, 'push'))
      await Promise.all(
        messages.map(message =>
          pushOne(world, person, message).catch(error => retryLater(world, rowsOf(message), error)),
        ),
      )
    }),
  )
}

const pushOne = async (world: World, person: Person, message: Message): Promise<void> => {
  const rows = rowsOf(message)
  const tries = Math.max(...rows.map(row => row.tries)) + 1
  const due_at = new Date(world.now() + pauseOf(tries)).toISOString()
  if (!(await take(world, rows, async () => ({ tries, due_at })))) return
  const targets = await targetsOf(
    world.db,
    person.id,
    rows.map(row => row.remaining),
  )
  const outcomes = await Promise.all(
    targets.map(one => push(world, one, pushedOf(world, person, message), urgencyOf(message))),
  )
  const again = targets.filter((_, index) => outcomes[index] !== null && outcomes[index] !== 'gone').map(one => one.id)
  const reached = outcomes.includes(null) || rows.some(row => row.remaining !== null)
  const error = outcomes.find(outcome => outcome !== null && outcome !== 'gone') ?? null
  const at = isoNow(world)
  if (again.length > 0 && tries < MAX_TRIES) {
    const remaining = reached ? JSON.stringify(again) : null
    await settle(world.db, rows, { state: 'waiting', error, remaining })
  } else if (reached) await settle(world.db, rows, { state: 'sent', at, error: null, remaining: null })
  else await settle(world.db, rows, { state: 'failed', at, error: error ?? 'no_browser' })
}

/** The browsers of a person that are still to be reached; all of them unless some were. */
const targetsOf = async (db: Database, userId: number, remaining: (string | null)[]): Promise<SubscriptionRow[]> => {
  const all = await reachableOf(db, userId)
  const wanted = remaining.map(one => (one === null ? null : (JSON.parse(one) as number[])))
  return all.filter(({ id }) => wanted.some(ids => ids === null || ids.includes(id)))
}

/**
 * Pushes to one browser. Null when the push service took it, `gone` when it says that the browser is no more, otherwise
 * a code that says why not.
 */
export const push = async (
  world: World,
  target: SubscriptionRow,
  pushed: Pushed,
  urgency: Urgency,
): Promise<string | null> => {
  const outcome = await post(world, target, pushed, urgency)
  const at = isoNow(world)
  if (outcome === null || outcome === 'gone')
    await world.db
      .updateTable('push_subscriptions')
      .set(outcome === null ? { last_at: at } : { ended_at: at })
      .where('id', '=', target.id)
      .execute()
  return outcome
}

const post = async (
  world: World,
  target: SubscriptionRow,
  pushed: Pushed,
  urgency: Urgency,
): Promise<string | null> => {
  const keys = await pushKeysOf(world.db)
  const headers = {
    authorization: pushAuthorization(target, keys, { now: world.now(), contact: contactOf(world) }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_S),
    topic: pushed.tag,
    urgency,
  }
  try {
    const inside = world.environment.ALLOW_PRIVATE_ADDRESSES
    const status = await postOutside(target.endpoint, {
      headers,
      body: encryptPush(JSON.stringify(pushed), target),
      inside,
    })
    if (status >= 200 && status < 300) return null
    return status === 404 || status === 410 ? 'gone' : `answer_${status}`
  } catch (error) {
    if (error instanceof NoAnswer) return error.reason
    throw error
  }
}

/** Push services want to know whom to write to when something is wrong. */
const contactOf = (world: World): string => {
  const url = world.publicUrl()
  return url.startsWith('https:') ? url : `mailto:no-reply@${new URL(url).hostname}`
}

/** Made when first needed, and kept: browsers trust no other key afterwards. */
export const pushKeysOf = async (db: Database): Promise<PushKeys> => {
  const read = () => db.selectFrom('push_keys').selectAll().where('id', '=', 1).executeTakeFirst()
  const known = await read()
  if (known) return known
  await db
    .insertInto('push_keys')
    .values({ id: 1, ...newPushKeys() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await read()) as PushKeys
}

const urgencyOf = ({ pieces }: Message): Urgency => {
  const urgencies = pieces.map(({ alert }) => alert.urgency)
  if (urgencies.includes('act_now')) return 'high'
  return urgencies.includes('attention') ? 'normal' : 'low'
}

const pushedOf = (world: World, { locale }: Person, { why, pieces }: Message): Pushed => {
  const [piece] = pieces
  const origin = world.publicUrl()
  const stays = pieces.some(({ alert, event }) => alert.urgency === 'act_now' && event !== 'resolved')
  if (why === null && piece)
    return {
      title: subjectOf(piece, locale),
      body: linesOf(piece, locale).join('\n'),
      url: linkTo(origin, piece.alert.id),
      tag: `alert-${piece.alert.id}`,
      stays,
    }
  return {
    title: gatheredSubject(pieces, why ?? 'several', locale),
    body: pieces
      .slice(0, 8)
      .map(one => subjectOf(one, locale))
      .join('\n'),
    url: linkTo(origin),
    tag: `alerts-${piece?.rows[0]?.id}`,
    stays,
  }
}
