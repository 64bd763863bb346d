import type { Language } from '#shared/contract/fixed.ts'
import { type Reader, USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import type { Database } from '../../kit/database/database.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { contactPointIn } from '../../notifications/contact-points.ts'
import { enqueueContactPoint, enqueueEmail, enqueuePush, enqueueWebhook } from '../../notifications/outbox/enqueue.ts'
import { type OutboxMessage, sendSoon } from '../../notifications/outbox/outbox.ts'
import { outcomesOf } from '../../notifications/outbox/outcome.ts'
import { defineTopic } from '../../notifications/outbox/topics.ts'
import { accountOfId, activeAccount, formatsOf } from '../../users/accounts.ts'
import { toldAlerts } from '../delivery/delivery-store.ts'
import { isSilenced } from '../evaluation/announce.ts'
import { channelsOf } from '../evaluation/channels.ts'
import { ALL_WAYS, type Person, personOfEmail } from '../rules/people.ts'
import { alarmLink } from './link.ts'
import { type AlarmMail, alarmMail } from './mails.ts'
import {
  type AlarmNotification,
  changeWay,
  changeWayOfMessage,
  channelsTold,
  holdWaysOf,
  insertNotification,
  insertWay,
  noteOver,
  notificationOfId,
  planOfNotification,
  takeWayOfBefore,
  type Way,
  wayOf,
  wayOfMessage,
  waysOfBefore,
} from './notification-store.ts'
import { consentsOf } from './people-store.ts'
import { alarmPlanOf, type PlanPerson, type StoredAlarmPlan } from './plan-store.ts'

/** Topic of the messages that go along a plan. */
const TOPIC = 'alarm'

type About = { test_id: number } | { alert_id: number; alert: string }

/**
 * Writes down, in the transaction of `trx`, that a person of a plan is told, and puts the messages into the outbox with it. False when that
 * person has been told of this already.
 */
export const tell = async (
  services: Services,
  trx: Database,
  { plan, person, about }: { plan: StoredAlarmPlan; person: PlanPerson; about: About },
): Promise<boolean> => {
  const at = isoNow(services)
  const account = await personOfEmail(trx, person.email)
  const notification = await insertNotification(trx, {
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
  if (!notification) return false
  const mail = await mailFor(services, trx, notification, 'told')
  for (const channel of await waysOf(trx, account))
    await addWay(services, trx, { notification, channel, event: 'told', mail, at })
  return true
}

/** Channels a person is told by: mail where there is nothing else, whatever was chosen, since this is the alarm. */
const waysOf = async (trx: Database, account: Person | undefined): Promise<Way['channel'][]> => {
  const ways = account ? await channelsOf(trx, account, ALL_WAYS, { isActNow: true }) : []
  return ways.length > 0 ? ways : ['email']
}

/** Says to whoever was told, in the same ways, that it is over. */
export const notifyOver = async (services: Services, trx: Database, notification: AlarmNotification): Promise<void> => {
  const at = isoNow(services)
  if (!(await noteOver(trx, notification.id, at))) return
  const mail = await mailFor(services, trx, notification, 'over')
  for (const channel of await channelsTold(trx, notification.id))
    await addWay(services, trx, { notification, channel, event: 'over', mail, at })
}

interface NewWay {
  notification: AlarmNotification
  channel: Way['channel']
  event: 'told' | 'over'
  mail: AlarmMail
  at: string
}

const addWay = async (
  { environment }: Services,
  trx: Database,
  { notification, channel, event, mail, at }: NewWay,
): Promise<void> => {
  // Mails are kept as files without a mail server: nobody has been told by one.
  const isKept = channel === 'email' && !environment.SMTP_URL
  const way = await insertWay(trx, {
    telling_id: notification.id,
    channel,
    event,
    state: isKept ? 'failed' : 'sent',
    tries: 0,
    due_at: at,
    at,
    error: isKept ? 'no_mail_server' : null,
    message_id: null,
    mail_id: null,
  })
  await changeWay(trx, way.id, { message_id: await enqueueWay(trx, way, { notification, mail }, at) })
}

/** Puts what one way says into the outbox. Returns the id of the message. */
const enqueueWay = (
  trx: Database,
  { id, channel, event }: Way,
  { notification, mail }: Pick<NewWay, 'notification' | 'mail'>,
  at: string,
): Promise<number> => {
  const { subject, text, html, short, link } = mail
  const { alert_id, test_id, told_at, email: recipient } = notification
  const common = { priority: 'alarm' as const, topic: TOPIC }
  if (channel === 'email') return enqueueEmail(trx, { ...common, recipient, subject, text, html }, at)
  const user_id = notification.user_id ?? 0
  if (channel === 'push') {
    const pushed = { title: subject, body: short, url: link, tag: `alarm-${notification.id}`, stays: event === 'told' }
    return enqueuePush(trx, { ...common, user_id, recipient, pushed, urgency: 'high' }, at)
  }
  const contact_point_id = contactPointIn(channel)
  if (contact_point_id !== undefined) {
    const language = notification.locale
    const isOver = event === 'over'
    const text = { title: subject, lines: short, sentence: subject, link, urgency: 'high' as const, isOver, language }
    return enqueueContactPoint(trx, { ...common, user_id, recipient, contact_point_id, text }, at)
  }
  const kind = test_id === null ? (event === 'told' ? 'escalated' : 'resolved') : 'test'
  const body = { id: `alarm-${id}`, event: kind, at: told_at, text: subject, url: link, alert_id }
  return enqueueWebhook(trx, { ...common, user_id, recipient, subject, body }, at)
}

/** Reasons in the log of a message that waited until nobody needed it: never sent, or maybe by an earlier try. */
const NOT_NEEDED = 'not_needed'
const NOT_NEEDED_AGAIN = 'not_needed_again'

/** Failures after which a try has surely reached nobody. */
const NOT_REACHED = ['unreachable', 'busy']

/** Tells whether one of the tries before may have arrived, though the other side did not say so. */
const mayHaveArrived = ({ last_error }: Pick<OutboxMessage, 'last_error'>): boolean =>
  last_error !== null && !NOT_REACHED.includes(last_error)

/**
 * Tells whether what waited still goes out. Nobody is called to an alert that is over, deleted, silenced or looked after, nor who has
 * since said no, was taken off the plan or is suspended; and the end is told to whom the beginning may have reached.
 */
const isWanted = async (services: Services, trx: Database, message: OutboxMessage): Promise<boolean> => {
  const way = await wayOfMessage(trx, message.id)
  if (!way) return true
  const notification = await notificationOfId(trx, way.telling_id)
  const isNeeded =
    way.event === 'told'
      ? await isStillCalled(trx, notification, isoNow(services))
      : await hasHeardOf(trx, way, notification)
  if (!isNeeded)
    await changeWay(trx, way.id, { state: 'failed', error: mayHaveArrived(message) ? NOT_NEEDED_AGAIN : NOT_NEEDED })
  return isNeeded
}

const isStillCalled = async (trx: Database, notification: AlarmNotification, now: string): Promise<boolean> => {
  const { alert_id, location_id, email, user_id } = notification
  if (user_id !== null && !(await activeAccount(trx, user_id))) return false
  const plan = await alarmPlanOf(trx, location_id)
  if (!plan?.people.some(person => person.email.toLowerCase() === email.toLowerCase())) return false
  const consents = await consentsOf(trx, location_id, [{ email }])
  if (consents.get(email) === 'declined') return false
  if (alert_id === null) return true
  const alert = (await toldAlerts(trx, [alert_id])).get(alert_id)
  return alert?.state === 'firing' && alert.acknowledged_at === null && !isSilenced(alert, now)
}

const hasHeardOf = async (trx: Database, { channel }: Way, { id }: AlarmNotification): Promise<boolean> => {
  const told = await wayOf(trx, { telling_id: id, channel, event: 'told' })
  if (told?.error === NOT_NEEDED) return false
  const waits = told?.message_id ? (await outcomesOf(trx, [told.message_id])).get(told.message_id) : undefined
  return waits?.state !== 'waiting' || mayHaveArrived({ last_error: waits.error })
}

/** Says the same by mail, unless a mail says it, or with `isUnlessHeard` another way that has not failed; the log shows both. */
const mailInstead = async (
  services: Services,
  trx: Database,
  { id }: OutboxMessage,
  isUnlessHeard: boolean,
): Promise<void> => {
  const way = await wayOfMessage(trx, id)
  if (!way) return
  // The second of two ways that fail at the same time finds that the first has failed.
  const ways = await holdWaysOf(trx, way)
  if (ways.some(({ channel, state }) => channel === 'email' || (isUnlessHeard && state !== 'failed'))) return
  const notification = await notificationOfId(trx, way.telling_id)
  const mail = await mailFor(services, trx, notification, way.event)
  await addWay(services, trx, { notification, channel: 'email', event: way.event, mail, at: isoNow(services) })
}

defineTopic(TOPIC, {
  isWanted,
  mailInstead,
  ended: async (trx, messageId, { state, at, error }) => {
    if (state !== 'waiting') await changeWayOfMessage(trx, messageId, { state, at, error })
  },
})

/** Ways handed over at once; the rest comes with the next look. */
const BATCH_SIZE = 200

/** Hands over to the outbox what the release before was still trying to push or to call. */
export const takeWaysOfBefore = async (services: Services): Promise<void> => {
  const at = isoNow(services)
  for (const way of await waysOfBefore(services.db, at, BATCH_SIZE))
    await services.db.transaction().execute(async trx => {
      if (!(await takeWayOfBefore(trx, way))) return
      const notification = await notificationOfId(trx, way.telling_id)
      const mail = await mailFor(services, trx, notification, way.event)
      const message_id = notification.user_id === null ? null : await enqueueWay(trx, way, { notification, mail }, at)
      const state = message_id === null ? ('failed' as const) : ('sent' as const)
      await changeWay(trx, way.id, { state, message_id, at })
    })
  sendSoon(services)
}

/** Reader of a notification: in the formats of their account where they have one. */
export const readerOfNotification = async (
  db: Database,
  { locale, user_id }: Pick<AlarmNotification, 'locale' | 'user_id'>,
): Promise<Reader> => {
  const account = user_id === null ? undefined : await accountOfId(db, user_id)
  return { language: locale as Language, formats: account ? formatsOf(account) : USUAL_FORMATS }
}

/** Mail that says what a notification says, in the language of its reader. */
const mailFor = async (
  services: Services,
  db: Database,
  notification: AlarmNotification,
  event: 'told' | 'over',
): Promise<AlarmMail> => {
  const location = await planOfNotification(db, notification)
  return alarmMail({
    notification,
    event,
    reader: await readerOfNotification(db, notification),
    link: await alarmLink({ ...services, db: db as Services['db'] }, notification.id),
    location: location.name,
    minutes: location.minutes ?? 0,
    people: JSON.parse(notification.people ?? '[]'),
  })
}
