import type { z } from 'zod'
import type { AlarmWatch } from '#shared/contract/alerts/alarm-plans.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { lastMessageAt } from '../../devices/devices.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { type Caller, visibleLocationIds } from '../../locations/access.ts'
import { countWaitingEmails, lastSentEmail } from '../../notifications/outbox/outbox.ts'
import { countFailures } from '../evaluation/failure-store.ts'
import { stateOfWatch } from '../evaluation/state-of-watch.ts'
import { countHoldingRules } from '../rules/present.ts'
import { lastPing } from './ping-store.ts'
import { livePlans } from './plan-store.ts'
import { testTimesOf } from './test-store.ts'
import { isTestDue } from './tests.ts'

const SLOW_MS = 5 * MINUTE_MS

/** Proof that the watch is alive: when each of its parts last did something. */
export const watchState = async (services: Services, user: Caller): Promise<z.input<typeof AlarmWatch>> => {
  const { db, environment } = services
  const { evaluatedAt, heardAt, awakeSince, problem } = await stateOfWatch(services)
  // Mails are kept as files without a mail server: none of them went out.
  const mail_server = environment.SMTP_URL !== undefined
  const mailed_at = mail_server ? await lastSentEmail(db) : null
  const ping = await lastPing(db)
  return {
    now: isoNow(services),
    evaluated_at: evaluatedAt,
    heard_at: heardAt,
    awake_since: awakeSince,
    problem,
    rules: await countHoldingRules(db, user.id, isoNow(services)),
    failing_rules: await countFailures(db, user.admin ? null : user.id),
    mail_server,
    measured_at: await lastMessageAt(db),
    mailed_at,
    mails_waiting: await mailsWaiting(services),
    ping: !environment.ALARM_PING_URL ? 'off' : !ping ? 'waiting' : ping.taken === 1 ? 'ok' : 'failing',
    pinged_at: ping?.taken_at ?? null,
    ...(await testsOf(services, user)),
  }
}

/** Counts the mails nobody took for longer than five minutes. */
export const mailsWaiting = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> =>
  countWaitingEmails(db, new Date(now() - SLOW_MS).toISOString())

/** Tests of the plans of the caller's own locations. */
const testsOf = async ({ db, now }: Services, user: Caller) => {
  // An administrator's own, too: the plans of everybody else are theirs to test.
  const own = await visibleLocationIds(db, { ...user, admin: false }, 'own')
  const places = (await livePlans(db, own ?? [])).map(({ location_id }) => location_id)
  const tested = await testTimesOf(db, places)
  const times = places.map(id => tested.get(id) ?? null)
  return {
    tested_at: times.filter(time => time !== null).sort()[0] ?? null,
    test_due: times.some(time => isTestDue(time, now())),
  }
}
