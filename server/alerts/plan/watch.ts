import type { z } from 'zod'
import type { AlarmWatch } from '../../../shared/contract/alarm-plans.ts'
import { isoNow, type World } from '../../kit/world.ts'
import { type Caller, visibleLocationIds } from '../../locations/access.ts'
import { livePlans, testedAt } from './plan-store.ts'
import { isTestDue } from './tests.ts'

const MINUTE = 60_000
const SLOW_MS = 5 * MINUTE

/** Proof that the watch is alive: when each of its parts last did something. */
export const watchState = async (world: World, user: Caller): Promise<z.input<typeof AlarmWatch>> => {
  const { db, environment, now } = world
  const clock = await db.selectFrom('alert_clock').selectAll().executeTakeFirst()
  const heard = await db
    .selectFrom('devices')
    .select(eb => eb.fn.max('last_message_at').as('at'))
    .executeTakeFirst()
  const mailed = await db
    .selectFrom('mails')
    .select(eb => eb.fn.max('sent_at').as('at'))
    .executeTakeFirst()
  const waiting = await db
    .selectFrom('mails')
    .select(eb => eb.fn.countAll().as('count'))
    .where('sent_at', 'is', null)
    .where('created_at', '<', new Date(now() - SLOW_MS).toISOString())
    .executeTakeFirst()
  const ping = await db.selectFrom('alarm_pings').selectAll().executeTakeFirst()
  return {
    now: isoNow(world),
    evaluated_at: clock?.minute ?? null,
    awake_since: clock?.awake_since ?? null,
    measured_at: heard?.at ?? null,
    mailed_at: mailed?.at ?? null,
    mails_waiting: Number(waiting?.count ?? 0),
    ping: !environment.ALARM_PING_URL ? 'off' : !ping ? 'waiting' : ping.taken === 1 ? 'ok' : 'failing',
    pinged_at: ping?.taken_at ?? null,
    ...(await testsOf(world, user)),
  }
}

/** Of the plans of the caller's own locations. */
const testsOf = async ({ db, now }: World, user: Caller) => {
  // An administrator's own, too: the plans of everybody else are theirs to test.
  const own = await visibleLocationIds(db, { ...user, admin: false })
  const plans = (await livePlans(db)).filter(({ location_id }) => own?.includes(location_id))
  const times = await Promise.all(plans.map(({ location_id }) => testedAt(db, location_id)))
  return {
    tested_at: times.filter(time => time !== null).sort()[0] ?? null,
    test_due: times.some(time => isTestDue(time, now())),
  }
}
