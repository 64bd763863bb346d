import type { z } from 'zod'
import { type AlarmCall, TEST_EVERY_DAYS } from '#shared/contract/alerts/alarm-plans.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { Failure } from '../../kit/failure.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { toldAlerts } from '../delivery/delivery-store.ts'
import { subjectOf } from '../delivery/mails.ts'
import { publishAlertsChanged } from '../evaluation/news.ts'
import { notificationInToken } from './link.ts'
import { alertIn } from './mails.ts'
import {
  type AlarmNotification,
  acknowledgeFor,
  liveNotification,
  noteConfirmed,
  placeOfNotification,
} from './notification-store.ts'
import { readerOfNotification } from './notifications.ts'
import { alarmPlanOf } from './plan-store.ts'

type Context = Services & { language: Language }

/** Time (ms) for which the list is shown after a test, or after an alert was over. */
const LIST_SHOWN_MS = 86_400_000

/**
 * Shows the call that the link of a notification is about. Throws invalid_code for a link we never wrote, of what is
 * forgotten, and for a person who left the plan.
 */
export const showCall = async (context: Context, token: string): Promise<z.input<typeof AlarmCall>> =>
  presentCall(context, await notificationOf(context, token))

/** Confirms once; says of an alert that this person is on it, unless somebody is already. Throws conflict for what is over. */
export const confirmCall = async (
  context: Context,
  token: string,
  remark: string | null,
): Promise<z.input<typeof AlarmCall>> => {
  const notification = await notificationOf(context, token)
  if (notification.confirmed_at !== null) return presentCall(context, notification)
  if (!(await presentCall(context, notification)).open) throw new Failure('conflict')
  const at = isoNow(context)
  const acknowledged = await context.db.transaction().execute(async trx => {
    await noteConfirmed(trx, notification.id, { at, remark })
    return notification.alert_id === null ? [] : acknowledgeFor(trx, notification.alert_id, notification, at, remark)
  })
  publishAlertsChanged(context.bus, acknowledged)
  return showCall(context, token)
}

const notificationOf = async (context: Context, token: string): Promise<AlarmNotification> => {
  const id = await notificationInToken(context, token)
  const notification = await liveNotification(context.db, id)
  // A person who is no longer in the plan has no more to do with the place.
  const plan = notification && (await alarmPlanOf(context.db, notification.location_id))
  if (!notification || !plan?.people.some(({ email }) => email === notification.email))
    throw new Failure('invalid_code')
  return notification
}

const presentCall = async (
  { db, now, language }: Context,
  notification: AlarmNotification,
): Promise<z.input<typeof AlarmCall>> => {
  const { name, told_at, confirmed_at, alert_id, test_id, people } = notification
  const location = await placeOfNotification(db, notification)
  const told = alertIn(notification)
  const alert = alert_id === null ? undefined : (await toldAlerts(db, [alert_id])).get(alert_id)
  // Telephone numbers are shown while they are needed, not for as long as somebody keeps the mail.
  const shownSince = alert_id === null ? told_at : alert?.state === 'firing' ? null : (alert?.resolved_at ?? told_at)
  const isPresent = shownSince === null || now() - Date.parse(shownSince) < LIST_SHOWN_MS
  const isYoung = now() - Date.parse(told_at) < TEST_EVERY_DAYS * 86_400_000
  return {
    kind: test_id === null ? 'alert' : 'test',
    location_name: location.name,
    time_zone: location.time_zone,
    name,
    told_at,
    subject:
      told &&
      subjectOf({ alert: told, event: 'fired' }, { ...(await readerOfNotification(db, notification)), language }),
    resolved_at: alert?.resolved_at ?? null,
    acknowledged_by: alert?.acknowledged_at ? (alert.acknowledged_name ?? '') : null,
    confirmed_at,
    open: confirmed_at === null && (test_id === null ? alert?.state === 'firing' : isYoung),
    people: isPresent ? JSON.parse(people ?? '[]') : [],
  }
}
