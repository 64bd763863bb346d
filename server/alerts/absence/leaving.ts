import type { Database } from '../../kit/database/database.ts'
import { isoNow } from '../../kit/services.ts'
import type { UserRemoval } from '../../users/removal.ts'
import { deliveriesOfOpenAlerts, idsOf, openDeliveriesFor, toldAlerts } from '../delivery/delivery-store.ts'
import { absencesOfDeliveries, endStandInsOf } from './absence-store.ts'
import { passOn, standingFor, tellAway } from './pass-on.ts'

/**
 * Alerts of which an account was told for somebody who is away go back to that person before it is deleted: its deliveries go
 * with it, and nobody else would know of what is open.
 */
export const passOnAlertsOf: UserRemoval = async (trx, userId, services) => {
  await endStandInsOf(trx, userId)
  const now = isoNow(services)
  await tellOfOpen(trx, userId, now)
  const open = await openDeliveriesFor(trx, userId)
  const absences = Map.groupBy(await absencesOfDeliveries(trx, idsOf(open)), ({ delivery_id }) => delivery_id)
  const alerts = await toldAlerts(trx, [...new Set(open.map(row => row.alert_id))])
  for (const alert of alerts.values()) {
    const rows = open.filter(row => row.alert_id === alert.id)
    const lost = [...standingFor(rows.flatMap(({ id }) => absences.get(id) ?? []))]
    if (lost.length > 0) await passOn(trx, { alert, userId, lost }, now)
  }
  return () => undefined
}

/** Tells who is away of each open alert that the account was told of in their place, also where it was sent long ago. */
const tellOfOpen = async (trx: Database, userId: number, now: string): Promise<void> => {
  const rows = (await deliveriesOfOpenAlerts(trx, userId)).filter(({ state }) => state === 'sent' || state === 'failed')
  const absences = Map.groupBy(await absencesOfDeliveries(trx, idsOf(rows)), ({ delivery_id }) => delivery_id)
  const alerts = await toldAlerts(trx, [...new Set(rows.map(row => row.alert_id))])
  // News that went several ways are told once.
  const told = new Set<string>()
  for (const row of rows) {
    const alert = alerts.get(row.alert_id)
    const away = new Set(
      [...standingFor(absences.get(row.id) ?? [])].filter(id => !told.has(`${row.alert_id} ${row.event} ${id}`)),
    )
    if (!alert || away.size === 0) continue
    for (const id of away) told.add(`${row.alert_id} ${row.event} ${id}`)
    await tellAway(trx, { alert, row, away, reason: 'not_reached' }, now)
  }
}
