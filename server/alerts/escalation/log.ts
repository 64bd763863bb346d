import type { z } from 'zod'
import { type AlarmLogEntry, LOG_MONTHS } from '#shared/contract/alerts/alarm-plans.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Reader } from '#shared/rules/formats/formats.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Services } from '../../kit/services.ts'
import { shownWays } from '../../notifications/contact-points.ts'
import { outcomesOf } from '../../notifications/outbox/outcome.ts'
import { failureText } from '../../notifications/templates/failure-text.ts'
import { subjectOf } from '../delivery/mails.ts'
import { alertIn } from './mails.ts'
import {
  type AlarmNotification,
  deleteNotifications,
  notificationsOfLog,
  type Way,
  waysOfLog,
} from './notification-store.ts'
import { deleteTests, testsOfLog } from './test-store.ts'

type Entry = z.input<typeof AlarmLogEntry>
type NotificationOut = Entry['tellings'][number]
type WayOut = NotificationOut['ways'][number]

/** The start (ISO 8601) of what is kept: 13 months back. */
export const logSince = (now: number): string => {
  const time = new Date(now)
  time.setUTCMonth(time.getUTCMonth() - LOG_MONTHS)
  return time.toISOString()
}

/** Every test and every alert of a location's log, the newest first; only this test when it is named. */
export const logOf = async (
  db: Database,
  logQuery: { locationId: number; since: string; reader: Reader; testId?: number },
): Promise<Entry[]> => {
  const { locationId, reader } = logQuery
  const tests = await testsOfLog(db, logQuery)
  const notifications = await notificationsOfLog(db, logQuery)
  const ways = await waysOf(db, locationId, reader.language)
  const presentNotifications = (rows: readonly AlarmNotification[]): NotificationOut[] =>
    rows.map(({ name, phone, email, told_at, confirmed_at, remark, id }) => ({
      ...{ name, phone, email, told_at, confirmed_at, remark },
      ways: ways.get(id) ?? [],
    }))
  const ofTests = tests.map(({ id, at, starter, remark }) => ({
    kind: 'test' as const,
    test_id: id,
    alert_id: null,
    at,
    subject: null,
    started_by: starter,
    remark,
    tellings: presentNotifications(notifications.filter(({ test_id }) => test_id === id)),
  }))
  const alerts = Map.groupBy(
    notifications.filter(({ test_id }) => test_id === null),
    notification => alertIn(notification)?.id,
  )
  const ofAlerts = [...alerts.values()].flatMap(rows => {
    const [first] = rows
    const alert = first && alertIn(first)
    if (!first || !alert) return []
    const subject = subjectOf({ alert, event: 'fired' }, reader)
    const about = { kind: 'alert' as const, test_id: null, alert_id: first.alert_id, at: alert.fired_at, subject }
    return [{ ...about, started_by: null, remark: null, tellings: presentNotifications(rows) }]
  })
  return [...ofTests, ...ofAlerts].sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** Ways by which each person was told. One counts as sent once the other side has taken it, not when it lies in the outbox. */
const waysOf = async (db: Database, locationId: number, language: Language): Promise<Map<number, WayOut[]>> => {
  const rows = await waysOfLog(db, locationId)
  const outcomes = await outcomesOf(
    db,
    rows.flatMap(({ message_id }) => message_id ?? []),
  )
  const shown = await shownWays(
    db,
    rows.map(({ channel }) => channel),
  )
  const presentWay = (way: Way): WayOut => {
    const { channel, event } = way
    const { state, at, error } = (way.state === 'failed' ? undefined : outcomes.get(way.message_id ?? 0)) ?? way
    return { channel: shown(channel), event, state, at, error: error && failureText(error, language) }
  }
  return new Map([...Map.groupBy(rows, row => row.telling_id)].map(([id, those]) => [id, those.map(presentWay)]))
}

/** Forgets what is older than 13 months: it is nobody's business any more. */
export const forgetOldLog = async (services: Services): Promise<void> => {
  const since = logSince(services.now())
  await deleteNotifications(services.db, since)
  await deleteTests(services.db, since)
}
