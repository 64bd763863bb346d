import type { Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { outcomeOf } from '../../kit/mail/mail.ts'
import { isoNow, type World } from '../../kit/world.ts'
import type { Tables } from '../../tables.ts'
import { push } from '../delivery/by-push.ts'
import { callWebhook } from '../delivery/by-webhook.ts'
import { MAX_TRIES, pauseOf } from '../delivery/due.ts'
import { preferencesOf } from '../delivery/preferences.ts'
import { reachableOf } from '../delivery/subscriptions.ts'
import { letterFor, type Telling } from './tellings.ts'

type Way = Selectable<Tables['alarm_ways']>
const MAX_AT_ONCE = 200

/** Pushes and calls what is due along the plans, and notes which letters went out. */
export const sendAlarmWays = async (world: World): Promise<void> => {
  await noteMails(world.db)
  const due = await world.db
    .selectFrom('alarm_ways')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('channel', '!=', 'email')
    .where('due_at', '<=', isoNow(world))
    .orderBy('id')
    .limit(MAX_AT_ONCE)
    .execute()
  await Promise.all(
    due.map(way => send(world, way).catch(error => world.log.error({ err: error, way: way.id }, 'not told'))),
  )
}

/** The outbox forgets its letters sooner than the log. */
const noteMails = async (db: Database): Promise<void> => {
  const ended = await db
    .selectFrom('alarm_ways')
    .innerJoin('mails', 'mails.id', 'alarm_ways.mail_id')
    .select(['alarm_ways.id', 'mails.state', 'mails.sent_at', 'mails.last_error'])
    .where('alarm_ways.state', '=', 'waiting')
    .where('mails.state', '!=', 'waiting')
    .execute()
  for (const { id, ...mail } of ended)
    await db.updateTable('alarm_ways').set(outcomeOf(mail)).where('id', '=', id).execute()
}

const send = async (world: World, way: Way): Promise<void> => {
  const { db } = world
  const tries = way.tries + 1
  // Taken before it goes out, so that two processes do not both send it.
  const taken = await db
    .updateTable('alarm_ways')
    .set({ tries, due_at: new Date(world.now() + pauseOf(tries)).toISOString() })
    .where('id', '=', way.id)
    .where('tries', '=', way.tries)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!taken) return
  const telling = await db
    .selectFrom('alarm_tellings')
    .selectAll()
    .where('id', '=', way.telling_id)
    .executeTakeFirstOrThrow()
  const error = await (way.channel === 'push' ? byPush : byWebhook)(world, way, telling)
  const isLast = error === 'no_webhook' || error === 'no_browser' || tries >= MAX_TRIES
  const state = error === null ? 'sent' : isLast ? 'failed' : 'waiting'
  await db
    .updateTable('alarm_ways')
    .set({ state, error, at: state === 'waiting' ? null : isoNow(world) })
    .where('id', '=', way.id)
    .execute()
}

const byPush = async (world: World, { event }: Way, telling: Telling): Promise<string | null> => {
  const targets = await reachableOf(world.db, telling.user_id ?? 0)
  const { subject, short, link } = await letterFor(world, world.db, telling, event)
  const pushed = { title: subject, body: short, url: link, tag: `alarm-${telling.id}`, stays: event === 'told' }
  const outcomes = await Promise.all(targets.map(target => push(world, target, pushed, 'high')))
  if (outcomes.includes(null)) return null
  return outcomes.find(outcome => outcome !== 'gone') ?? 'no_browser'
}

const byWebhook = async (world: World, { id, event }: Way, telling: Telling): Promise<string | null> => {
  const { webhook_url: url, webhook_secret: secret } = await preferencesOf(world.db, telling.user_id ?? 0)
  if (url === null || secret === null) return 'no_webhook'
  const { subject, link } = await letterFor(world, world.db, telling, event)
  const kind = telling.test_id === null ? (event === 'told' ? 'escalated' : 'resolved') : 'test'
  const { alert_id, told_at } = telling
  return callWebhook(
    world,
    { url, secret },
    { id: `alarm-${id}`, event: kind, at: told_at, text: subject, url: link, alert_id },
  )
}
