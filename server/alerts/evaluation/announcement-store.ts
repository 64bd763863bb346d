import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

type Delivery = Tables['alert_deliveries']

/** People told that an alert fired, and in which ways, in the order they were told. */
export const toldOfFiring = (trx: Database, alertId: number) =>
  trx
    .selectFrom('alert_deliveries')
    .select(['user_id', 'channel'])
    .where('alert_id', '=', alertId)
    .where('event', '=', 'fired')
    .orderBy('id')
    .execute()

/** Puts a delivery into the queue; the same one twice stays one. */
export const insertDelivery = (
  trx: Database,
  delivery: Pick<
    Delivery,
    'alert_id' | 'user_id' | 'channel' | 'event' | 'number' | 'happened_at' | 'state' | 'due_at'
  >,
) =>
  trx
    .insertInto('alert_deliveries')
    .values({ ...delivery, tries: 0, at: null, error: null, message_id: null, mail_id: null, remaining: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
