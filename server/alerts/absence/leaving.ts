import { isoNow } from '../../kit/services.ts'
import type { UserRemoval } from '../../users/removal.ts'
import { idsOf, openDeliveriesFor, toldAlerts } from '../delivery/delivery-store.ts'
import { absencesOfDeliveries, endStandInsOf } from './absence-store.ts'
import { passOn, standingFor } from './pass-on.ts'

/** Alerts that wait for an account that is about to be deleted go back to those it stands in for: its deliveries go with it. */
export const passOnAlertsOf: UserRemoval = async (trx, userId, services) => {
  await endStandInsOf(trx, userId)
  const open = await openDeliveriesFor(trx, userId)
  const absences = Map.groupBy(await absencesOfDeliveries(trx, idsOf(open)), ({ delivery_id }) => delivery_id)
  const alerts = await toldAlerts(trx, [...new Set(open.map(row => row.alert_id))])
  for (const alert of alerts.values()) {
    const rows = open.filter(row => row.alert_id === alert.id)
    const lost = [...standingFor(rows.flatMap(({ id }) => absences.get(id) ?? []))]
    if (lost.length > 0) await passOn(trx, { alert, userId, lost }, isoNow(services))
  }
  return () => undefined
}
