import { endOfQuiet } from '#shared/rules/alerts/quiet-hours.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { DEFAULTS, preferencesOf } from '../../notifications/recipients.ts'
import { deliveriesOfFiring, emailsToldByRule, toldAlerts } from '../delivery/delivery-store.ts'
import { keepFailures } from '../evaluation/failure-store.ts'
import { detailOf } from '../evaluation/round.ts'
import { unattendedAlerts } from '../history/alert-store.ts'
import { personOfEmail, type StoredAlert } from '../rules/people.ts'
import { emailsToldOf, lastToldAt, notificationsNotOver } from './notification-store.ts'
import { notifyOver, tell } from './notifications.ts'
import { consentsOf } from './people-store.ts'
import { livePlans, type PlanPerson, type StoredAlarmPlan } from './plan-store.ts'

/** Tells the next person of each plan whose alert nobody is on. Whatever it stands at is in the database. */
export const escalateAlerts = async (services: Services): Promise<void> => {
  const alerts = await unattendedAlerts(services.db)
  const places = [...new Set(alerts.map(({ location_id }) => location_id))]
  // Plans at whose place all is well cost nothing, however many there are.
  const plans = places.length === 0 ? [] : await livePlans(services.db, places)
  for (const plan of plans)
    for (const { id, location_id } of alerts)
      if (location_id === plan.location_id)
        await escalateOne(services, plan, id).catch(error => noteFailed(services, id, error))
  await tellThatOver(services)
}

const noteFailed = async (services: Services, alertId: number, error: unknown): Promise<void> => {
  services.log.error({ err: error, alert: alertId }, 'an alert did not go along its plan')
  const failure = { watch: `plan of alert ${alertId}`, alert_rule_id: null, user_id: null, reason: 'error' as const }
  await keepFailures(services.db, [{ ...failure, detail: detailOf(error) }], isoNow(services)).catch(() => undefined)
}

const escalateOne = async (services: Services, plan: StoredAlarmPlan, alertId: number): Promise<void> => {
  const told = await services.db.transaction().execute(async trx => {
    const alert = (await toldAlerts(trx, [alertId])).get(alertId)
    if (alert?.state !== 'firing' || alert.acknowledged_at !== null) return false
    const person = await nextOf(trx, plan, alert)
    if (!person || services.now() < (await dueAt(trx, plan, alert))) return false
    if (alert.urgency === 'attention' && (await sleeps(trx, person, alert, services.now()))) return false
    return tell(services, trx, { plan, person, about: { alert_id: alert.id, alert: JSON.stringify(alert) } })
  })
  if (told) sendSoon(services)
}

/** The first of the plan who may be told and whom nobody has told of this alert, neither the rule nor the plan. */
const nextOf = async (trx: Database, plan: StoredAlarmPlan, { id }: StoredAlert): Promise<PlanPerson | undefined> => {
  const byPlan = await emailsToldOf(trx, id)
  const byRule = await emailsToldByRule(trx, id)
  const told = new Set([...byPlan, ...byRule].map(email => email.toLowerCase()))
  const consents = await consentsOf(trx, plan.location_id, plan.people)
  return plan.people.find(({ email }) => !told.has(email) && consents.get(email) === 'confirmed')
}

/** Epoch ms: the plan's minutes after somebody last heard of it, after its silence, and after the plan was changed. */
const dueAt = async (trx: Database, plan: StoredAlarmPlan, alert: StoredAlert): Promise<number> => {
  const last = await lastToldAt(trx, alert.id)
  const times = [alert.fired_at, await heardAt(trx, alert), last, alert.silenced_until, plan.updated_at]
  return Math.max(...times.flatMap(time => (time ? [Date.parse(time)] : []))) + plan.minutes * MINUTE_MS
}

/** Time at which the first of the people named by the rule heard of it: some sleep until the morning. */
const heardAt = async (trx: Database, { id }: StoredAlert): Promise<string | undefined> => {
  const rows = await deliveriesOfFiring(trx, id)
  const times = rows.map(({ state, at, due_at, happened_at }) =>
    state === 'held' ? due_at : state === 'sent' && at ? at : happened_at,
  )
  return times.sort()[0]
}

/** Attention waits for the end of a person's quiet hours; who has no account sleeps as those do who never chose. */
const sleeps = async (trx: Database, person: PlanPerson, alert: StoredAlert, now: number): Promise<boolean> => {
  const account = await personOfEmail(trx, person.email)
  const hours = account ? await preferencesOf(trx, account.id) : DEFAULTS
  return endOfQuiet(now, hours, account?.time_zone ?? alert.time_zone) !== null
}

/** Tells the people who were called that the alert is over. */
const tellThatOver = async (services: Services): Promise<void> => {
  for (const notification of await notificationsNotOver(services.db)) {
    try {
      const alert = (await toldAlerts(services.db, [notification.alert_id ?? 0])).get(notification.alert_id ?? 0)
      if (!alert) continue
      const now = { ...notification, alert: JSON.stringify(alert) }
      await services.db.transaction().execute(trx => notifyOver(services, trx, now))
      sendSoon(services)
    } catch (error) {
      await noteFailed(services, notification.alert_id ?? 0, error)
    }
  }
}
