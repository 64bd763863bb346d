import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { type PlacementRow, placementsRunningAt } from '../../devices/placement/placements.ts'
import { ownDevices, type WatchedDevice, watchedDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import { type ActiveRule, activeRules, readRules } from '../rules/rule-store.ts'

/** A device with where it hangs. */
export interface Placed extends WatchedDevice {
  place: PlacementRow | null
  zone: string
}

/** A rule with the devices it watches now, each with the periods in which they are its owner's. */
export interface WatchedRule {
  rule: ActiveRule
  devices: Map<number, Span[]>
}

export interface Watched {
  rules: WatchedRule[]
  devices: Map<number, Placed>
  /** Rules that are switched on and whose rows cannot be read. */
  unreadable: { id: number; user_id: number; error: unknown }[]
}

/**
 * Tells whether a device has hung where it hangs since `time` (ISO 8601): what it measured elsewhere says nothing of
 * this place.
 */
export const hungSince = ({ place }: Placed, time: string): boolean => place === null || place.start <= time

/** Everything that is watched at `at` (ISO 8601): a handful of queries, however many rules and devices there are. */
export const watchedAt = async (db: Database, at: string): Promise<Watched> => {
  const devices = await placedDevices(db, at)
  const { rules, unreadable } = await readRules(db)
  const own = await ownDevices(db, ownersOf(rules))
  return { devices, rules: rules.map(rule => watchedBy(rule, own, devices, at)), unreadable }
}

/**
 * Rules and devices, out of these few, that are still watched: asked again in the transaction that is to open an alert.
 */
export const stillWatched = async (
  trx: Database,
  rules: readonly ActiveRule[],
  deviceIds: readonly number[],
  at: string,
): Promise<Map<number, WatchedRule>> => {
  const wanted = new Map(rules.map(rule => [rule.id, rule.updated_at]))
  const present = (await activeRules(trx, [...wanted.keys()])).filter(rule => wanted.get(rule.id) === rule.updated_at)
  const own = await ownDevices(trx, ownersOf(present), deviceIds)
  const devices = await placedDevices(trx, at, [...deviceIds])
  return new Map(present.map(rule => [rule.id, watchedBy(rule, own, devices, at)]))
}

const ownersOf = (rules: readonly ActiveRule[]) =>
  [...new Map(rules.map(({ user_id, email }) => [user_id, email]))].map(([id, email]) => ({ id, email }))

const placedDevices = async (db: Database, at: string, ids?: number[]): Promise<Map<number, Placed>> => {
  const places = new Map((await placementsRunningAt(db, at, ids)).map(place => [place.device_id, place]))
  return new Map(
    (await watchedDevices(db, ids)).map(device => {
      const place = places.get(device.id) ?? null
      return [device.id, { ...device, place, zone: place?.time_zone ?? DEFAULT_TIME_ZONE }]
    }),
  )
}

const watchedBy = (
  rule: ActiveRule,
  own: Map<number, Map<number, Span[]>>,
  devices: Map<number, Placed>,
  at: string,
): WatchedRule => {
  const excluded = new Set(rule.exclude_device_ids)
  const watched = [...(own.get(rule.user_id) ?? [])].filter(([id, spans]) => {
    const device = devices.get(id)
    if (!device || excluded.has(id)) return false
    const isWanted = rule.area_type_id === null || device.place?.area_type_id === rule.area_type_id
    return isWanted && spans.some(span => contains(span, at))
  })
  return { rule, devices: new Map(watched) }
}
