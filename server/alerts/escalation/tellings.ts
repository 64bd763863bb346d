import type { Selectable } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { insertMail } from '../../kit/mail/mail.ts'
import { isoNow, type World } from '../../kit/world.ts'
import type { Tables } from '../../tables.ts'
import { channelsOf } from '../evaluation/announce.ts'
import { type Person, personOfEmail } from '../rules/people.ts'
import { type AlarmLetter, alarmLetter } from './letters.ts'
import { alarmLink } from './link.ts'
import type { Plan, PlanPerson } from './plan-store.ts'

export type Telling = Selectable<Tables['alarm_tellings']>
type Channel = Tables['alarm_ways']['channel']
type About = { test_id: number } | { alert_id: number; alert: string }

const ALL_WAYS = { email: true, push: true, webhook: true }

/**
 * Writes down, in the transaction of `trx`, that a person of a plan is told, and puts the letter into the outbox with it; what is
 * pushed or called goes out afterwards. False when that person has been told of this already.
 */
export const tell = async (
  world: World,
  trx: Database,
  { plan, person, about }: { plan: Plan; person: PlanPerson; about: About },
): Promise<boolean> => {
  const at = isoNow(world)
  const account = await personOfEmail(trx, person.email)
  const telling = await trx
    .insertInto('alarm_tellings')
    .values({
      location_id: plan.location_id,
      test_id: null,
      alert_id: null,
      alert: null,
      ...about,
      user_id: account?.id ?? null,
      ...person,
      locale: account?.locale ?? plan.locale,
      people: JSON.stringify(plan.people.map(({ name, phone }) => ({ name, phone }))),
      told_at: at,
      over_at: null,
      confirmed_at: null,
      remark: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!telling) return false
  const letter = await letterFor(world, trx, telling, 'told')
  for (const channel of await waysOf(trx, account))
    await addWay(world, trx, { telling, channel, event: 'told', letter, at })
  return true
}

/** Channels a person is told by: mail where there is nothing else, whatever was chosen, since this is the alarm. */
const waysOf = async (trx: Database, account: Person | undefined): Promise<Channel[]> => {
  const ways = account ? await channelsOf(trx, account, ALL_WAYS) : []
  return ways.length > 0 ? ways : ['email']
}

/** Says to whoever was told, in the same ways, that it is over. */
export const tellOver = async (world: World, trx: Database, telling: Telling): Promise<void> => {
  const at = isoNow(world)
  const [taken] = await trx
    .updateTable('alarm_tellings')
    .set({ over_at: at })
    .where('id', '=', telling.id)
    .where('over_at', 'is', null)
    .returning('id')
    .execute()
  if (!taken) return
  const letter = await letterFor(world, trx, telling, 'over')
  const ways = await trx
    .selectFrom('alarm_ways')
    .select('channel')
    .where('telling_id', '=', telling.id)
    .where('event', '=', 'told')
    .orderBy('id')
    .execute()
  for (const { channel } of ways) await addWay(world, trx, { telling, channel, event: 'over', letter, at })
}

interface NewWay {
  telling: Telling
  channel: Channel
  event: 'told' | 'over'
  letter: AlarmLetter
  at: string
}

const addWay = async (
  { environment }: World,
  trx: Database,
  { telling, channel, event, letter, at }: NewWay,
): Promise<void> => {
  const { subject, text, html } = letter
  // Letters are kept as files without a mail server: nobody has been told by one.
  const isKept = channel === 'email' && !environment.SMTP_URL
  const mail_id =
    channel === 'email'
      ? await insertMail(trx, { recipient: telling.email, subject, text, html, priority: 'alarm' }, at)
      : null
  await trx
    .insertInto('alarm_ways')
    .values({
      telling_id: telling.id,
      channel,
      event,
      state: isKept ? 'failed' : 'waiting',
      tries: 0,
      due_at: at,
      at: isKept ? at : null,
      error: isKept ? 'no_mail_server' : null,
      mail_id,
    })
    .execute()
}

/** Letter that says what a telling says, in the language of its reader. */
export const letterFor = async (
  world: World,
  db: Database,
  telling: Telling,
  event: 'told' | 'over',
): Promise<AlarmLetter> => {
  const location = await db
    .selectFrom('locations')
    .leftJoin('alarm_plans', 'alarm_plans.location_id', 'locations.id')
    .select(['name', 'minutes'])
    .where('locations.id', '=', telling.location_id)
    .executeTakeFirstOrThrow()
  return alarmLetter({
    telling,
    event,
    language: telling.locale as Language,
    link: await alarmLink({ ...world, db: db as World['db'] }, telling.id),
    location: location.name,
    minutes: location.minutes ?? 0,
    people: JSON.parse(telling.people ?? '[]'),
  })
}
