import { readDateTime } from '#shared/rules/formats/formats.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { contactPointsToTell } from '../notifications/contact-points.ts'
import { enqueueContactPoint, enqueueEmail, enqueuePush } from '../notifications/outbox/enqueue.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { defineTopic } from '../notifications/outbox/topics.ts'
import { reachableOf } from '../notifications/recipients.ts'
import { writeMail } from '../notifications/templates/mail.ts'
import { readerOf } from '../users/accounts.ts'
import {
  type DueReminder,
  dueReminders,
  isStillReminded,
  noteInspectionReminded,
  takePushesOfBefore,
} from './reminder-store.ts'
import { areasOfInspections } from './store.ts'

/** Topic of the messages that remind. */
const TOPIC = 'reminder'

defineTopic(TOPIC, {
  // While a service was away the inspection may have been deleted, put off, or lost from sight.
  isWanted: async (_, trx, { about, created_at }) => about === null || isStillReminded(trx, about, created_at),
  ended: async () => undefined,
})

const MAX_SUBJECT = 150

/**
 * Time after which a reminder is not made up any more. What came due while its writer was out of the group, or suspended, would come
 * all at once when they are back; and what nobody is told of is not looked through again and again.
 */
const MADE_UP_WITHIN = 30 * DAY_MS

/** Tells whoever wanted to be reminded: the mail and what is to be pushed are written with the note that it was told. */
export const remind = async (services: Services): Promise<void> => {
  const [from, now] = [new Date(services.now() - MADE_UP_WITHIN).toISOString(), isoNow(services)]
  for (const due of await dueReminders(services.db, { from, now }))
    await remindOne(services, due).catch(error =>
      services.log.error({ err: error, inspection: due.id }, 'not reminded'),
    )
}

const remindOne = async (services: Services, due: DueReminder): Promise<void> => {
  const now = isoNow(services)
  const written = await wordsOf(services, due)
  const browsers = await reachableOf(services.db, due.user_id)
  const points = await contactPointsToTell(services.db, due.user_id, { isActNow: false })
  const link = linkTo(services, due.id)
  await services.db.transaction().execute(async trx => {
    if (!(await noteInspectionReminded(trx, due, now))) return
    const common = { recipient: due.email, topic: TOPIC, about: due.id }
    const toAccount = { ...common, user_id: due.user_id }
    await enqueueEmail(trx, { ...common, subject: written.subject, ...written.mail }, now)
    const text = {
      ...{ title: written.subject, lines: written.lines, sentence: written.subject, link, language: due.locale },
      ...{ urgency: 'normal' as const, isOver: false },
    }
    for (const { id } of points) await enqueueContactPoint(trx, { ...toAccount, contact_point_id: id, text }, now)
    if (browsers.length === 0) return
    const tag = `reminder-${due.id}-${Date.parse(now)}`
    const pushed = { title: written.subject, body: written.lines, url: link, tag, stays: false }
    await enqueuePush(trx, { ...toAccount, pushed, urgency: 'normal' }, now)
  })
  sendSoon(services)
}

const linkTo = (services: Services, id: number): string => `${services.publicUrl()}/inspections/${id}`

const wordsOf = async (services: Services, due: DueReminder) => {
  const t = wordsIn(due.locale)
  const areas = await areasOfInspections(services.db, [due.id])
  const reminder = due.reminder.replace(/\s+/g, ' ').slice(0, MAX_SUBJECT)
  const place = [areas.map(area => area.name).join(', '), due.location_name].filter(Boolean).join(' – ')
  const at = `${readDateTime(dateTimeAt(due.date, due.time_zone), readerOf(due))} (${due.time_zone})`
  const subject = t(reminder ? 'mails.reminder_subject' : 'mails.reminder_subject_plain', { reminder, place })
  const lines = t('mails.reminder_lines', { place, at })
  const text = [t('mails.reminder_text', { name: due.name }), due.reminder, lines, due.notes].filter(Boolean)
  const mail = writeMail({
    language: due.locale,
    text: text.join('\n\n'),
    action: { label: t('mails.reminder_action'), link: linkTo(services, due.id) },
    after: t('mails.reminder_after'),
  })
  return { subject, lines, mail }
}

/** Hands over to the outbox what the release before was still trying to push. */
export const takeRemindersOfBefore = async (services: Services): Promise<void> => {
  const now = isoNow(services)
  const taken = await services.db.transaction().execute(async trx => {
    const rows = await takePushesOfBefore(trx, now)
    for (const { id, user_id, email, inspection_id, title, body, remaining } of rows) {
      const pushed = { title, body, url: linkTo(services, inspection_id), tag: `reminder-${id}`, stays: false }
      const only: number[] | null = remaining === null ? null : JSON.parse(remaining)
      await enqueuePush(
        trx,
        { ...{ user_id, recipient: email, pushed, only, urgency: 'normal' }, topic: TOPIC, about: inspection_id },
        now,
      )
    }
    return rows.length
  })
  if (taken > 0) sendSoon(services)
}
