import type { Alert } from '../../../shared/contract/alerts.ts'
import type { Language } from '../../../shared/contract/fixed.ts'
import type { Catalogue } from '../../kit/catalogue.ts'
import { failureText } from './words.ts'

type Delivery = Alert['deliveries'][number]

/** Who was told what of each alert, and whether it arrived, the oldest first. */
export const deliveriesOf = async (
  db: Catalogue,
  alertIds: readonly number[],
  language: Language,
): Promise<Map<number, Delivery[]>> => {
  const rows = await db
    .selectFrom('alert_deliveries')
    .innerJoin('users', 'users.id', 'alert_deliveries.user_id')
    .leftJoin('mails', 'mails.id', 'alert_deliveries.mail_id')
    .select([
      'alert_deliveries.alert_id',
      'alert_deliveries.channel',
      'alert_deliveries.event',
      'alert_deliveries.state',
      'alert_deliveries.at',
      'alert_deliveries.error',
      'users.name',
      'mails.id as mail',
      'mails.sent_at',
      'mails.last_error',
    ])
    .where('alert_id', 'in', alertIds.length ? alertIds : [0])
    .orderBy('alert_deliveries.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.alert_id)].map(([id, ofAlert]) => [
      id,
      ofAlert.map(({ name, channel, event, ...row }) => ({ name, channel, event, ...stateOf(row, language) })),
    ]),
  )
}

interface Row extends Pick<Delivery, 'state' | 'at' | 'error'> {
  /** Null once the sent letter is forgotten. */
  mail: number | null
  sent_at: string | null
  last_error: string | null
}

/** A letter counts as sent once a mail server has taken it, not when it lies in the outbox. */
const stateOf = (
  { mail, sent_at, last_error, ...row }: Row,
  language: Language,
): Pick<Delivery, 'state' | 'at' | 'error'> => {
  const { state, at, error } = row
  if (mail === null) return { state, at, error: error && failureText(error, language) }
  return sent_at === null
    ? { state: 'waiting', at: null, error: last_error }
    : { state: 'sent', at: sent_at, error: null }
}
