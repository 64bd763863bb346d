import { type Selectable, sql } from 'kysely'
import { push } from '../alerts/delivery/by-push.ts'
import { MAX_TRIES, pauseOf } from '../alerts/delivery/due.ts'
import { reachableOf } from '../alerts/delivery/subscriptions.ts'
import type { Database } from '../kit/database/database.ts'
import { wordsIn } from '../kit/language.ts'
import { insertMail, sendSoon } from '../kit/mail/mail.ts'
import { writeLetter } from '../kit/mail/mail-letter.ts'
import { isoNow, type World } from '../kit/world.ts'
import type { Tables } from '../tables.ts'
import { timeAt } from './inspections/check.ts'
import { areasOfInspections, inspectionsThere } from './store.ts'

/** The rest comes with the next look. */
const MAX_AT_ONCE = 100
const MAX_SUBJECT = 150

/** Reminders whose time has come, of whoever wrote them and still sees the inspection. */
const dueReminders = (db: Database, now: string) =>
  inspectionsThere(db, null)
    .innerJoin('users', 'users.id', 'inspections.created_by')
    .where('reminder_date', '<=', now)
    .where('reminded_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .where(eb =>
      eb.or([
        eb('users.admin', '=', 1),
        eb.exists(
          eb
            .selectFrom('location_owners')
            .select(sql`1`.as('one'))
            .whereRef('location_owners.location_id', '=', 'inspections.location_id')
            .whereRef('location_owners.email', '=', 'users.email'),
        ),
      ]),
    )
    .select([
      'inspections.id',
      'inspections.date',
      'inspections.notes',
      'inspections.reminder',
      'inspections.reminder_date',
      'locations.name as location_name',
      'locations.time_zone',
      'users.id as user_id',
      'users.email',
      'users.name',
      'users.locale',
    ])
    .orderBy('reminder_date')
    .limit(MAX_AT_ONCE)
    .execute()
type Due = Awaited<ReturnType<typeof dueReminders>>[number]

/** Tells whoever wanted to be reminded: the letter and what is to be pushed are written with the note that it was told. */
export const remind = async (world: World): Promise<void> => {
  for (const due of await dueReminders(world.db, isoNow(world)))
    await remindOne(world, due).catch(error => world.log.error({ err: error, inspection: due.id }, 'not reminded'))
}

const remindOne = async (world: World, due: Due): Promise<void> => {
  const now = isoNow(world)
  const written = await wordsOf(world, due)
  const browsers = await reachableOf(world.db, due.user_id)
  await world.db.transaction().execute(async trx => {
    const taken = await trx
      .updateTable('inspections')
      .set({ reminded_at: now })
      .where('id', '=', due.id)
      .where('reminder_date', '=', due.reminder_date)
      .where('reminded_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    // Another process told it, or it was changed meanwhile.
    if (!taken) return
    await insertMail(trx, { recipient: due.email, subject: written.subject, ...written.letter }, now)
    if (browsers.length > 0)
      await trx
        .insertInto('reminder_pushes')
        .values({
          inspection_id: due.id,
          user_id: due.user_id,
          title: written.subject,
          body: written.lines,
          tries: 0,
          due_at: now,
          remaining: null,
        })
        .execute()
  })
  sendSoon(world)
}

const linkTo = (world: World, id: number): string => `${world.publicUrl()}/inspections/${id}`

const wordsOf = async (world: World, due: Due) => {
  const t = wordsIn(due.locale)
  const areas = await areasOfInspections(world.db, [due.id])
  const reminder = due.reminder.replace(/\s+/g, ' ').slice(0, MAX_SUBJECT)
  const place = [areas.map(area => area.name).join(', '), due.location_name].filter(Boolean).join(' – ')
  const at = `${timeAt(due.date, due.time_zone)} (${due.time_zone})`
  const subject = t(reminder ? 'mails.reminder_subject' : 'mails.reminder_subject_plain', { reminder, place })
  const lines = t('mails.reminder_lines', { place, at })
  const text = [t('mails.reminder_text', { name: due.name }), due.reminder, lines, due.notes].filter(Boolean)
  const letter = writeLetter({
    text: text.join('\n\n'),
    action: { label: t('mails.reminder_action'), link: linkTo(world, due.id) },
    after: t('mails.reminder_after'),
  })
  return { subject, lines, letter }
}

/** Pushes what is due to the browsers of each person; those that could not take it are tried again. */
export const pushReminders = async (world: World): Promise<void> => {
  const due = await world.db
    .selectFrom('reminder_pushes')
    .selectAll()
    .where('due_at', '<=', isoNow(world))
    .orderBy('id')
    .limit(MAX_AT_ONCE)
    .execute()
  await Promise.all(
    due.map(row => pushOne(world, row).catch(error => world.log.error({ err: error }, 'reminder not pushed'))),
  )
}

const pushOne = async (world: World, row: Selectable<Tables['reminder_pushes']>): Promise<void> => {
  const { db } = world
  const tries = row.tries + 1
  // Taken before it is sent, so that two processes do not both send it.
  const taken = await db
    .updateTable('reminder_pushes')
    .set({ tries, due_at: new Date(world.now() + pauseOf(tries)).toISOString() })
    .where('id', '=', row.id)
    .where('tries', '=', row.tries)
    .returning('id')
    .executeTakeFirst()
  if (!taken) return
  const { title, body } = row
  const pushed = { title, body, url: linkTo(world, row.inspection_id), tag: `reminder-${row.id}`, stays: false }
  const remaining = row.remaining === null ? null : (JSON.parse(row.remaining) as number[])
  const targets = (await reachableOf(db, row.user_id)).filter(({ id }) => remaining?.includes(id) ?? true)
  const outcomes = await Promise.all(targets.map(target => push(world, target, pushed, 'normal')))
  const again = targets.filter((_, index) => outcomes[index] !== null && outcomes[index] !== 'gone').map(({ id }) => id)
  const isOver = again.length === 0 || tries >= MAX_TRIES
  await (isOver
    ? db.deleteFrom('reminder_pushes').where('id', '=', row.id)
    : db
        .updateTable('reminder_pushes')
        .set({ remaining: JSON.stringify(again) })
        .where('id', '=', row.id)
  ).execute()
}
