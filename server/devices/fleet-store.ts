import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { LOW_BATTERY } from '#shared/contract/devices/fleet.ts'
import type { FLEET_STATES } from '#shared/rules/devices/fleet-states.ts'
import type { Database } from '../kit/database/database.ts'
import { anywhere } from '../kit/database/like.ts'
import type { Tables } from '../tables.ts'

export interface FleetFilters {
  search?: string | undefined
  plan?: z.output<typeof SubscriptionPlan> | undefined
  state?: (typeof FLEET_STATES)[number] | undefined
  low_battery?: '1' | undefined
  ownerless?: '1' | undefined
}

interface At {
  /** ISO 8601. */
  now: string
  /** Time since which a message counts as heard. */
  heardSince: string
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

type Fleet = ExpressionBuilder<Tables, 'devices' | 'users'>

const fits = ({ search, plan, state, low_battery, ownerless }: FleetFilters, { heardSince }: At) => {
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
      ...(state === 'never' ? [eb('devices.last_message_at', 'is', null)] : []),
      ...(state === 'heard' ? [eb('devices.last_message_at', '>', heardSince)] : []),
      ...(state === 'silent' ? [eb('devices.last_message_at', '<=', heardSince)] : []),
      ...(low_battery ? [eb('devices.battery_percentage', '<', LOW_BATTERY)] : []),
      ...(ownerless ? [eb('users.id', 'is', null)] : []),
    ])
}

export const countFleet = async (db: Database, filters: FleetFilters, at: At): Promise<number> => {
  const row = await owned(db, at.now)
    .select(eb => eb.fn.countAll().as('count'))
    .where(fits(filters, at))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Devices with their owners and last reports. */
export const fleetOf = (db: Database, filters: FleetFilters, at: At, page: { offset: number; most: number }) =>
  owned(db, at.now)
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
    .where(fits(filters, at))
    .orderBy('devices.name')
    .orderBy('devices.id')
    .offset(page.offset)
    .limit(page.most)
    .execute()
