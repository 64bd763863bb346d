import type { ExpressionBuilder } from 'kysely'
import { contains } from '#shared/rules/time/rental.ts'
import { visiblePeriods } from '../devices/access.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type Caller, visibleLocationIds } from '../locations/access.ts'
import type { Tables } from '../tables.ts'
import type { RuleRow } from './rules/rule-rows.ts'

/** A rule that the caller may read: an own one; administrators may read all. Throws not_found. */
export const requireSeenRule = async (db: Database, user: Pick<Caller, 'id' | 'admin'>, id: number) => {
  const rule = db
    .selectFrom('alert_rules')
    .innerJoin('users', 'users.id', 'alert_rules.user_id')
    .selectAll('alert_rules')
    .select('users.name as owner_name')
    .where('alert_rules.id', '=', id)
  const row = await (user.admin ? rule : rule.where('user_id', '=', user.id)).executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return row
}

/** A rule is its owner's alone to change and to try; administrators only read it. Throws not_found. */
export const requireRule = async (db: Database, user: Pick<Caller, 'id'>, id: number): Promise<RuleRow> => {
  const row = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return row
}

/** Places and devices that a caller's alerts come from. */
export interface AlertsSeen {
  user: Caller
  /** Locations the caller owns; null: all there are. */
  locations: number[] | null
  /** Devices the caller may see at this moment, by whatever right. */
  devices: number[]
}

export const alertsSeenBy = async (db: Database, user: Caller, now: string): Promise<AlertsSeen> => {
  const locations = await visibleLocationIds(db, user)
  if (locations === null) return { user, locations, devices: [] }
  const periods = await visiblePeriods(db, user)
  const devices = [...periods].filter(([, spans]) => spans.some(span => contains(span, now))).map(([id]) => id)
  return { user, locations, devices }
}

/**
 * The one rule of who sees an alert (decisions §3): the owner of its rule; the owner of the location it happened at; whoever
 * had the device meanwhile, when it is built in, by the ownership in which it fired; whoever was told of it and may see its device at this moment; administrators
 * all. Nobody else.
 */
export const isSeenAlert =
  ({ user, locations, devices }: AlertsSeen, now: string) =>
  (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    locations === null
      ? eb.lit(true)
      : eb.or([
          eb('alerts.user_id', '=', user.id),
          eb('alerts.location_id', 'in', locations.length ? locations : [0]),
          eb.and([
            eb('alerts.device_id', 'in', devices.length ? devices : [0]),
            eb.exists(
              eb
                .selectFrom('alert_deliveries')
                .select('alert_deliveries.id')
                .whereRef('alert_deliveries.alert_id', '=', 'alerts.id')
                .where('alert_deliveries.user_id', '=', user.id),
            ),
          ]),
          eb.and([
            eb('alerts.kind', '!=', 'rule'),
            eb.exists(
              eb
                .selectFrom('rentals')
                .innerJoin('rentals as ownership', join =>
                  join.on(b => b('ownership.id', '=', b.fn.coalesce('rentals.given_from', 'rentals.id'))),
                )
                .select('rentals.id')
                .whereRef('rentals.device_id', '=', 'alerts.device_id')
                .where('rentals.user_id', '=', user.id)
                .whereRef('ownership.start', '<=', 'alerts.fired_at')
                .where(b => b.or([b('ownership.end', 'is', null), b('ownership.end', '>', b.ref('alerts.fired_at'))]))
                .where(b => b('rentals.start', '<=', b.fn.coalesce('alerts.resolved_at', b.val(now))))
                .where(b => b.or([b('rentals.end', 'is', null), b('rentals.end', '>', b.ref('alerts.fired_at'))])),
            ),
          ]),
        ])
