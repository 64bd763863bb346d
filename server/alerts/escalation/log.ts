import type { z } from 'zod'
import { type AlarmLogEntry, LOG_MONTHS } from '#shared/contract/alerts/alarm-plans.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { outcomeOf } from '../../kit/mail/mail.ts'
import type { World } from '../../kit/world.ts'
import { subjectOf } from '../delivery/letters.ts'
import { failureText } from '../delivery/words.ts'
import { alertIn } from './letters.ts'
import type { Telling } from './tellings.ts'

type Entry = z.input<typeof AlarmLogEntry>
type TellingOut = Entry['tellings'][number]
type WayOut = TellingOut['ways'][number]

/** The start (ISO 8601) of what is kept: 13 months back. */
export const logSince = (now: number): string => {
  const time = new Date(now)
  time.setUTCMonth(time.getUTCMonth() - LOG_MONTHS)
  return time.toISOString()
}

/** Every test and every alert of a location's log, the newest first; only this test when it is named. */
export const logOf = async (
  db: Database,
  asked: { locationId: number; since: string; language: Language; testId?: number },
): Promise<Entry[]> => {
  const { locationId, since, language, testId } = asked
  let tests = db
    .selectFrom('alarm_tests')
    .leftJoin('users', 'users.id', 'alarm_tests.started_by')
    .selectAll('alarm_tests')
    .select('users.name as starter')
    .where('location_id', '=', locationId)
    .where('at', '>=', since)
  let told = db
    .selectFrom('alarm_tellings')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('told_at', '>=', since)
    .orderBy('id')
  if (testId !== undefined) {
    tests = tests.where('alarm_tests.id', '=', testId)
    told = told.where('test_id', '=', testId)
  }
  const tellings = await told.execute()
  const ways = await waysOf(db, locationId, language)
  const shown = (rows: readonly Telling[]): TellingOut[] =>
    rows.map(({ name, phone, email, told_at, confirmed_at, remark, id }) => ({
      ...{ name, phone, email, told_at, confirmed_at, remark },
      ways: ways.get(id) ?? [],
    }))
  const ofTests = (await tests.execute()).map(({ id, at, starter, remark }) => ({
    kind: 'test' as const,
    test_id: id,
    alert_id: null,
    at,
    subject: null,
    started_by: starter,
    remark,
    tellings: shown(tellings.filter(({ test_id }) => test_id === id)),
  }))
  const alerts = Map.groupBy(
    tellings.filter(({ test_id }) => test_id === null),
    telling => alertIn(telling)?.id,
  )
  const ofAlerts = [...alerts.values()].flatMap(rows => {
    const [first] = rows
    const alert = first && alertIn(first)
    if (!first || !alert) return []
    const subject = subjectOf({ alert, event: 'fired' }, language)
    const about = { kind: 'alert' as const, test_id: null, alert_id: first.alert_id, at: alert.fired_at, subject }
    return [{ ...about, started_by: null, remark: null, tellings: shown(rows) }]
  })
  return [...ofTests, ...ofAlerts].sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** Ways by which each person was told. A letter counts as sent once a mail server has taken it. */
const waysOf = async (db: Database, locationId: number, language: Language): Promise<Map<number, WayOut[]>> => {
  const rows = await db
    .selectFrom('alarm_ways')
    .innerJoin('alarm_tellings', 'alarm_tellings.id', 'alarm_ways.telling_id')
    .leftJoin('mails', 'mails.id', 'alarm_ways.mail_id')
    .selectAll('alarm_ways')
    .select(['mails.state as letter', 'mails.sent_at', 'mails.last_error'])
    .where('location_id', '=', locationId)
    .orderBy('alarm_ways.id')
    .execute()
  const shown = ({ channel, event, state, at, error, letter, ...mail }: (typeof rows)[number]): WayOut => {
    const told = state === 'waiting' && letter !== null ? outcomeOf({ ...mail, state: letter }) : { state, at, error }
    return { channel, event, ...told, error: told.error && failureText(told.error, language) }
  }
  return new Map([...Map.groupBy(rows, row => row.telling_id)].map(([id, those]) => [id, those.map(shown)]))
}

/** Forgets what is older than 13 months: it is nobody's business any more. */
export const forgetOldLog = async (world: World): Promise<void> => {
  const since = logSince(world.now())
  await world.db.deleteFrom('alarm_tellings').where('told_at', '<', since).execute()
  await world.db.deleteFrom('alarm_tests').where('at', '<', since).execute()
}
