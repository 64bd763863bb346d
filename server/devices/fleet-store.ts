import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { SILENCE_GRACE_MIN, USUAL_BATTERY_LIMIT } from '#shared/rules/devices/device-limits.ts'
import { LAST_MESSAGE_MIN } from '#shared/rules/devices/device-status.ts'
import type { FLEET_STATES } from '#shared/rules/devices/fleet-states.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { epochMsOf } from '../kit/database/database-clock.ts'
import { anywhere } from '../kit/database/like.ts'
import type { Tables } from '../tables.ts'

export interface FleetFilters {
  search?: string | undefined
  plan?: z.output<typeof SubscriptionPlan> | undefined
  state?: (typeof FLEET_STATES)[number] | undefined
  low_battery?: '1' | undefined
  ownerless?: '1' | undefined
}

const owned = (db: Database, now: string) =>
  db
    .selectFrom('devices')
    .leftJoin('rentals', join =>
      join
        .onRef('rentals.device_id', '=', 'devices.id')
        .on('rentals.owner', '=', 1)
        .on('rentals.start', '<=', now)
        .on(eb => eb.or([eb('rentals.end', 'is', null), eb('rentals.end', '>', now)])),
    )
    .leftJoin('users', 'users.id', 'rentals.user_id')
    .leftJoin('device_limits', 'device_limits.user_id', 'rentals.user_id')

type Fleet = ExpressionBuilder<Tables, 'devices' | 'users'>

/** Charge in % below which a battery is low: as `batteryLimitOf` says. */
const batteryLimit = sql<number>`coalesce(devices.battery_limit, device_limits.battery_limit, ${sql.lit(USUAL_BATTERY_LIMIT)})`

/** Minutes of silence from which on a device is silent: as `silentAfterOf` says, which the database cannot ask. */
const silentAfter = () => {
  const late = sql<number>`(case when devices.upload_interval > ${sql.lit(LAST_MESSAGE_MIN * 30)} then devices.upload_interval / 30.0 else ${sql.lit(LAST_MESSAGE_MIN)} end)`
  const chosen = sql<number>`coalesce(devices.silent_after_min, device_limits.silent_after_min)`
  return sql<number>`(case when ${chosen} is null then ${late} + ${sql.lit(SILENCE_GRACE_MIN)}
    when ${chosen} > ${late} then ${chosen} else ${late} end)`
}

/** Time a device last spoke: as `spokeAt` says. */
const spoke = () => {
  const measured = sql<string>`(case when devices.last_message_at > devices.last_seen_at then devices.last_seen_at else devices.last_message_at end)`
  return sql<string>`(case when devices.last_value_at is null then coalesce(${measured}, devices.last_seen_at)
    when ${measured} > devices.last_value_at then ${measured} else devices.last_value_at end)`
}

const isSilent = (db: Database, now: string): RawBuilder<boolean> =>
  sql<boolean>`(${spoke()} is not null
    and ${Date.parse(now)} - ${epochMsOf(db, spoke())} > ${sql.lit(MINUTE_MS)} * ${silentAfter()})`

const fits = (db: Database, { search, plan, state, low_battery, ownerless }: FleetFilters, now: string) => {
  const pattern = anywhere(search ?? '')
  return (eb: Fleet) =>
    eb.and([
      ...(search
        ? [
            sql<boolean>`(lower(devices.name) LIKE ${pattern} ESCAPE '\\' OR lower(devices.device_name) LIKE ${pattern} ESCAPE '\\'
              OR lower(devices.eui) LIKE ${pattern} ESCAPE '\\' OR lower(users.name) LIKE ${pattern} ESCAPE '\\'
              OR users.email LIKE ${pattern} ESCAPE '\\')`,
          ]
        : []),
      ...(plan ? [eb('devices.plan', '=', plan)] : []),
      ...(state === 'never' ? [sql<boolean>`${spoke()} is null`] : []),
      ...(state === 'heard' ? [sql<boolean>`${spoke()} is not null`, eb.not(isSilent(db, now))] : []),
      ...(state === 'silent' ? [isSilent(db, now)] : []),
      ...(low_battery ? [sql<boolean>`devices.battery_percentage < ${batteryLimit}`] : []),
      ...(ownerless ? [eb('users.id', 'is', null)] : []),
    ])
}

/** Number of devices at `now` (ISO 8601). */
export const countFleet = async (db: Database, filters: FleetFilters, now: string): Promise<number> => {
  const row = await owned(db, now)
    .select(eb => eb.fn.countAll().as('count'))
    .where(fits(db, filters, now))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Devices with their owners and last reports at `now` (ISO 8601). */
export const fleetOf = (db: Database, filters: FleetFilters, now: string, page: { offset: number; most: number }) =>
  owned(db, now)
    .leftJoin('device_reports', 'device_reports.device_id', 'devices.id')
    .select([
      'devices.id',
      'devices.name',
      'devices.device_name',
      'devices.eui',
      'devices.plan',
      'devices.battery_percentage',
      'devices.last_message_at',
      'devices.last_seen_at',
      'device_reports.state',
      'users.id as owner_id',
      'users.name as owner_name',
      'users.email as owner_email',
    ])
    .select([
      sql<string | null>`${spoke()}`.as('spoke_at'),
      sql<number>`case when ${isSilent(db, now)} then 1 else 0 end`.as('is_silent'),
      sql<number>`case when devices.battery_percentage < ${batteryLimit} then 1 else 0 end`.as('is_low'),
    ])
    .where(fits(db, filters, now))
    .orderBy('devices.name')
    .orderBy('devices.id')
    .offset(page.offset)
    .limit(page.most)
    .execute()
