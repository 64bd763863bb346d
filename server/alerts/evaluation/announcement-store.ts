import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

type Delivery = Tables['alert_deliveries']

/** Deliveries by which people were told that an alert fired or got worse, in the order they were told. */
export const toldBeforeOf = (trx: Database, alertId: number) =>
  trx
    .selectFrom('alert_deliveries')
    .select(['id', 'user_id', 'channel', 'event', 'own'])
    .where('alert_id', '=', alertId)
    .where('event', '!=', 'resolved')
    .orderBy('id')
    .execute()

/** Deliveries of one event of an alert to a person. */
export const deliveriesOfEvent = (
  trx: Database,
  { alert_id, user_id, event, number }: Pick<Delivery, 'alert_id' | 'user_id' | 'event' | 'number'>,
) =>
  trx
    .selectFrom('alert_deliveries')
    .select(['id', 'channel', 'state'])
    .where('alert_id', '=', alert_id)
    .where('user_id', '=', user_id)
    .where('event', '=', event)
    .where('number', '=', number)
    .execute()

/**
 * Puts a delivery into the queue; the same one twice stays one, and is the person's own where one of them was. Returns its id.
 */
export const insertDelivery = async (
  trx: Database,
  {
    own = 1,
    ...delivery
  }: Pick<Delivery, 'alert_id' | 'user_id' | 'channel' | 'event' | 'number' | 'happened_at' | 'state' | 'due_at'> & {
    own?: 0 | 1
  },
): Promise<number> => {
  const { id } = await trx
    .insertInto('alert_deliveries')
    .values({ ...delivery, own, tries: 0, at: null, error: null, message_id: null, mail_id: null, remaining: null })
    .onConflict(conflict =>
      conflict.columns(['alert_id', 'user_id', 'channel', 'event', 'number']).doUpdateSet(({ eb, ref }) => ({
        own: eb.case().when(ref('excluded.own'), '=', 1).then(1).else(ref('alert_deliveries.own')).end(),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
