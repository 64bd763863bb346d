import type { Services } from '../../kit/services.ts'
import { enqueueWebhook } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { readerOf } from '../../users/accounts.ts'
import type { Person } from '../rules/people.ts'
import { type DeliveryRow, type ToldAlert, take } from './delivery-store.ts'
import { type DueTo, dueOn, postponeDeliveries, TOPIC } from './due.ts'
import { alertLinkTo, subjectOf } from './mails.ts'

/** Writes the calls of webhooks that are due into the outbox, in the order of what happened. */
export const notifyByWebhook = async (services: Services): Promise<void> => {
  for (const due of await dueOn(services, 'webhook')) await writeInOrder(services, due)
}

const writeInOrder = async (services: Services, { person, pieces }: DueTo): Promise<void> => {
  const calls = pieces
    .flatMap(({ alert, rows }) => rows.map(row => ({ alert, row })))
    .sort((a, b) => a.row.id - b.row.id)
  for (const { alert, row } of calls)
    await writeOne(services, person, alert, row).catch(error => postponeDeliveries(services, [row], error))
  sendSoon(services)
}

const writeOne = (services: Services, person: Person, alert: ToldAlert, row: DeliveryRow): Promise<boolean> => {
  const body = bodyOf(services, person, alert, row)
  const call = {
    user_id: person.id,
    recipient: person.email,
    subject: body.text,
    body,
    priority: 'alarm' as const,
    topic: TOPIC,
  }
  return take(services, [row], async (trx, at) => ({
    state: 'sent',
    error: null,
    at,
    message_id: await enqueueWebhook(trx, call, at),
  }))
}

/** `id` is the same at each try. `text` is a sentence in the person's language, to be sent on as it is. */
const bodyOf = (services: Services, person: Person, alert: ToldAlert, row: DeliveryRow) => ({
  id: row.id,
  event: row.event,
  at: row.happened_at,
  text: subjectOf({ alert, event: row.event }, readerOf(person)),
  url: alertLinkTo(services.publicUrl(), alert.id),
  alert: {
    id: alert.id,
    kind: alert.kind,
    urgency: alert.urgency,
    rule_name: alert.rule_name,
    device_id: alert.device_id,
    device_name: alert.device_name,
    location_id: alert.location_id,
    location_name: alert.location_name,
    area_id: alert.area_id,
    area_name: alert.area_name,
    time_zone: alert.time_zone,
    measurement: alert.measurement,
    unit: measurementTypeOf(alert.measurement ?? '')?.unit ?? null,
    calculation: alert.calculation,
    comparison: alert.comparison,
    comparator: alert.comparator,
    calculation_minutes: alert.calculation_minutes,
    threshold_value: alert.threshold_value,
    clear_value: alert.clear_value,
    state: alert.state,
    started_at: alert.started_at,
    fired_at: alert.fired_at,
    resolved_at: alert.resolved_at,
    ended_by: alert.ended_by,
    last_value: alert.last_value,
    last_at: alert.last_at,
    worst_value: alert.worst_value,
    worst_at: alert.worst_at,
    checks: JSON.parse(alert.checks) as string[],
  },
})
