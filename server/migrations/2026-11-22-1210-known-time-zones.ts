import type { Kysely } from 'kysely'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { isTimeZone } from '#shared/rules/time/time-zone.ts'

type Zoned = Record<'users' | 'locations' | 'alerts', { time_zone: string }>
type Settings = { settings: { name: string; value: string } }

/** The zones that Intl took these short names for: what people saw stays as it was. */
const MEANT: Record<string, string> = {
  ACT: 'Australia/Darwin',
  AET: 'Australia/Sydney',
  AGT: 'America/Argentina/Buenos_Aires',
  ART: 'Africa/Cairo',
  AST: 'America/Anchorage',
  BET: 'America/Sao_Paulo',
  BST: 'Asia/Dhaka',
  CAT: 'Africa/Harare',
  CNT: 'America/St_Johns',
  CST: 'America/Chicago',
  CTT: 'Asia/Shanghai',
  EAT: 'Africa/Addis_Ababa',
  ECT: 'Europe/Paris',
  IET: 'America/Indiana/Indianapolis',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  MIT: 'Pacific/Apia',
  NET: 'Asia/Yerevan',
  NST: 'Pacific/Auckland',
  PLT: 'Asia/Karachi',
  PNT: 'America/Phoenix',
  PRT: 'America/Puerto_Rico',
  PST: 'America/Los_Angeles',
  SST: 'Pacific/Guadalcanal',
  VST: 'Asia/Ho_Chi_Minh',
}

const goodZone = (zone: string): string => {
  const meant = MEANT[zone.toUpperCase()]
  return meant !== undefined && isTimeZone(meant) ? meant : DEFAULT_TIME_ZONE
}

/** Time zones that local times cannot be worked out in become those that they stood for. */
export const up = async (db: Kysely<Zoned & Settings>): Promise<void> => {
  for (const table of ['users', 'locations', 'alerts'] as const) {
    const zones = await db.selectFrom(table).select('time_zone').distinct().execute()
    for (const { time_zone } of zones.filter(row => !isTimeZone(row.time_zone)))
      await db
        .updateTable(table)
        .set({ time_zone: goodZone(time_zone) })
        .where('time_zone', '=', time_zone)
        .execute()
  }
  const saved = await db.selectFrom('settings').select('value').distinct().where('name', '=', 'time_zone').execute()
  for (const { value } of saved.filter(row => !isTimeZone(row.value)))
    await db
      .updateTable('settings')
      .set({ value: goodZone(value) })
      .where('name', '=', 'time_zone')
      .where('value', '=', value)
      .execute()
}
