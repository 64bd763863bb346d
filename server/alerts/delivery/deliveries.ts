import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Caller } from '../../locations/access.ts'
import { shownWays } from '../../notifications/contact-points.ts'
import { outcomesOf } from '../../notifications/outbox/outcome.ts'
import { failureText } from '../../notifications/templates/failure-text.ts'
import { namedDeliveryAbsences } from '../absence/absence-store.ts'
import { namedDeliveries } from './delivery-store.ts'

type Delivery = Alert['deliveries'][number]

/** Deliveries of each alert: who was told what, and whether it arrived, the oldest first. */
export const deliveriesOf = async (
  db: Database,
  alertIds: readonly number[],
  { language, viewer }: { language: Language; viewer: Pick<Caller, 'id' | 'admin'> },
): Promise<Map<number, Delivery[]>> => {
  const rows = await namedDeliveries(db, alertIds)
  const outcomes = await outcomesOf(
    db,
    rows.flatMap(({ message_id }) => message_id ?? []),
  )
  const shown = await shownWays(
    db,
    rows.map(({ channel }) => channel),
  )
  const absences = Map.groupBy(
    await namedDeliveryAbsences(
      db,
      rows.map(({ id }) => id),
    ),
    ({ delivery_id }) => delivery_id,
  )
  // That somebody is away, and who said no, is for those two to know.
  const isForViewer = ({ user_id, stand_in_id }: { user_id: number; stand_in_id: number | null }): boolean =>
    viewer.admin || user_id === viewer.id || stand_in_id === viewer.id
  const present = ({ id, name, channel, event, message_id, ...row }: (typeof rows)[number]): Delivery => {
    // A delivery counts as sent once the other side has taken it, not when it lies in the outbox. One that failed stays so.
    const outcome = row.state === 'failed' ? undefined : outcomes.get(message_id ?? 0)
    const { state, at, error } = outcome ?? row
    return {
      ...{ name, channel: shown(channel), event, state, at, error: error && failureText(error, language) },
      absences: (absences.get(id) ?? [])
        .filter(isForViewer)
        .map(({ reason, name: other }) => ({ reason, name: other })),
    }
  }
  return new Map([...Map.groupBy(rows, row => row.alert_id)].map(([id, ofAlert]) => [id, ofAlert.map(present)]))
}
