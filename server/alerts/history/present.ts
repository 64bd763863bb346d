import type { z } from 'zod'
import type { User } from '#shared/contract/accounts/users.ts'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import type { Caller } from '../../locations/access.ts'
import { deliveriesOf } from '../delivery/deliveries.ts'
import { quantityUnitOf } from '../rules/quantity.ts'
import type { ListedAlert } from './alert-store.ts'
import { withoutUnseenPlaces } from './place-sight.ts'

/** Alerts as their caller sees them. */
export const presentAlerts = async (
  db: Database,
  user: Caller & Pick<User, 'locale'>,
  rows: readonly ListedAlert[],
): Promise<z.input<typeof Alert>[]> => {
  const deliveries = await deliveriesOf(
    db,
    rows.filter(row => seesDeliveries(user, row)).map(({ id }) => id),
    { language: user.locale, viewer: user },
  )
  return (await withoutUnseenPlaces(db, user, rows)).map(row => ({
    ...row,
    alert_rule_id: isOwn(user, row) ? row.alert_rule_id : null,
    unit: row.kind === 'battery_low' ? '%' : quantityUnitOf(row.physical_quantity_id),
    cannot_tell: row.cannot_tell === 1,
    read: row.read === 1,
    show: row.show !== 0,
    acknowledged:
      row.acknowledged_at === null
        ? null
        : {
            by_me: row.acknowledged_by === user.id,
            name: row.helper_name ?? row.acknowledged_name ?? '',
            at: row.acknowledged_at,
            note: row.acknowledged_note,
          },
    checks: fromJson(row.checks),
    deliveries: deliveries.get(row.id) ?? [],
    may: mayOf(user, row),
  }))
}

const isOwn = (user: Caller, { user_id }: ListedAlert): boolean => user_id === user.id

/** Tells whether a caller sees who was told: whom somebody else's rule tells is that person's business. */
const seesDeliveries = (user: Caller, row: ListedAlert): boolean =>
  row.kind !== 'rule' || user.admin || isOwn(user, row)

/**
 * Rights of a caller on an alert: everybody who sees it says "I'm on it" and silences it; its rule, and whether it
 * stays, is its owner's.
 */
const mayOf = (user: Caller, row: ListedAlert): Alert['may'] => [
  'edit',
  ...(mayDelete(user, row) ? (['delete'] as const) : []),
  ...(isOwn(user, row) && row.alert_rule_id !== null ? (['own'] as const) : []),
]

export const mayDelete = (user: Caller, row: ListedAlert): boolean =>
  user.admin || row.kind !== 'rule' || isOwn(user, row)
