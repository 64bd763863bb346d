import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { outcomeOf } from '../../kit/mail/mail.ts'
import { failureText } from './words.ts'

type Delivery = Alert['deliveries'][number]

/** Deliveries of each alert: who was told what, and whether it arrived, the oldest first. */
export const deliveriesOf = async (
  db: Database,
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
      'mails.state as letter',
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
  /** State of the letter; null where there was none, and once it is forgotten. */
  letter: 'waiting' | 'sent' | 'kept' | 'refused' | null
  sent_at: string | null
  last_error: string | null
}

/** A letter counts as sent once a mail server has taken it, not when it lies in the outbox. */
const stateOf = (
  { letter, sent_at, last_error, state, at, error }: Row,
  language: Language,
): Pick<Delivery, 'state' | 'at' | 'error'> => {
  // A delivery that failed before there was a letter, or reached nobody, stays so when the letter is forgotten.
  const shown =
    letter === null || state === 'failed' ? { state, at, error } : outcomeOf({ state: letter, sent_at, last_error })
  return { ...shown, error: shown.error && failureText(shown.error, language) }
}
