import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { localDayOf } from '#shared/rules/alerts/alert-rule.ts'
import { isForDevice, nearerRules } from '#shared/rules/alerts/rule-scope.ts'
import type { RoundOfAge } from '#shared/rules/locations/rounds.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { type PlacementRow, placementsRunningAt } from '../../devices/placement/placements.ts'
import { mostDevicesOf, ownDevices, type WatchedDevice, watchedDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import type { SomeIds } from '../../kit/database/some-ids.ts'
import { seenByAddresses } from '../../locations/access.ts'
import { roundsIn } from '../../locations/rounds/comfort.ts'
import { emptySince, pausesAt } from '../../locations/rounds/empty.ts'
import { edgeOn } from '../rules/by-age.ts'
import { isOfDevice } from '../rules/quantity.ts'
import { type ActiveRule, activeRules, activeRulesOf, type Rules } from '../rules/rule-store.ts'
import { sharesOf } from './shares.ts'

/** A device with where it hangs. */
export interface Placed extends WatchedDevice {
  place: PlacementRow | null
  zone: string
  /** Rounds of its area and whether that is empty, as far as a rule asks for them. */
  rounds: readonly RoundOfAge[]
  isEmpty: boolean
  /** True where somebody said that the area is empty: rules on what is measured there pause. */
  isPaused: boolean
}

/** A rule with the devices it watches now, each with the periods in which they are its owner's. */
export interface WatchedRule {
  rule: ActiveRule
  devices: Map<number, Span[]>
  /** Devices that it is for and a nearer rule of its owner holds on, with the id of that one: it does not watch them. */
  nearer: ReadonlyMap<number, number>
}

export interface Watched {
  rules: WatchedRule[]
  devices: Map<number, Placed>
  /** Rules that are switched on and whose rows cannot be read. */
  unreadable: Rules['unreadable']
}

/**
 * Tells whether a device has hung where it hangs since `time` (ISO 8601): what it measured elsewhere says nothing of
 * this place.
 */
export const hungSince = ({ place }: Placed, time: string): boolean => place === null || place.start <= time

/**
 * What rules watch at `at` (ISO 8601) among some devices: a handful of queries, however many rules and devices there are, which
 * read nothing of the others. Whoever asks for several ranges of devices reads the places of owners once.
 */
export const watchedAt = async (
  db: Database,
  at: string,
  { rules, unreadable }: Rules,
  among: SomeIds,
  seenByOwners?: PlacesOfOwners,
): Promise<Watched> => {
  const devices = await placedDevices(db, at, among)
  const own = await ownDevices(db, ownersOf(rules), among)
  const seen = seenByOwners ?? (await placesOfOwners(db, rules))
  const watched = withNearest(rules.map(rule => watchedBy(rule, own, devices, { at, seen })))
  return { devices: await withRounds(db, watched, devices, Date.parse(at)), rules: watched, unreadable }
}

/**
 * Rules beyond what one account may have looked at, the newest of it: `most` rules × devices. Devices are read of those accounts alone
 * that may have more, as their rules and devices are counted first.
 */
export const rulesOver = async (
  db: Database,
  rules: readonly ActiveRule[],
  at: string,
  most: number,
): Promise<Set<ActiveRule>> => {
  const owners = ownersOf(rules)
  const devicesOf = await mostDevicesOf(db, owners)
  const rulesOf = Map.groupBy(rules, ({ user_id }) => user_id)
  const large = owners.filter(({ id }) => (rulesOf.get(id)?.length ?? 0) * (devicesOf.get(id) ?? 0) > most)
  if (large.length === 0) return new Set()
  const own = await ownDevices(db, large)
  const ids = new Set([...own.values()].flatMap(devices => [...devices.keys()]))
  const devices = await placedDevices(db, at, [...ids])
  const theirs = large.flatMap(({ id }) => rulesOf.get(id) ?? [])
  const seen = await placesOfOwners(db, theirs)
  const watched = withNearest(theirs.map(rule => watchedBy(rule, own, devices, { at, seen })))
  return new Set(sharesOf({ rules: watched }, most).over.map(({ rule }) => rule))
}

/** The devices, those that a rule by age or one that leaves empty areas out looks at with the rounds of their areas. */
const withRounds = async (
  db: Database,
  watched: readonly WatchedRule[],
  devices: Map<number, Placed>,
  now: number,
): Promise<Map<number, Placed>> => {
  const paused = await pausedOf(db, watched, devices, now)
  const asking = watched.filter(({ rule }) => rule.by_age || rule.exclude_empty)
  const places = asking.flatMap(one => [...one.devices.keys()].flatMap(id => devices.get(id)?.place ?? []))
  const areas = new Map(places.map(({ area_id, time_zone }) => [area_id, { id: area_id, time_zone }]))
  if (areas.size === 0 && paused.size === 0) return devices
  const rounds = await roundsIn(db, [...areas.keys()], now, now)
  const empty = areas.size > 0 ? await emptySince(db, [...areas.values()], now) : new Map<number, string>()
  return new Map(
    [...devices].map(([id, device]) => {
      const area = device.place?.area_id ?? 0
      return [id, { ...device, rounds: rounds.get(area) ?? [], isEmpty: empty.has(area), isPaused: paused.has(area) }]
    }),
  )
}

/** Areas of the devices that any rule looks at that somebody said are empty. */
const pausedOf = async (
  db: Database,
  watched: readonly WatchedRule[],
  devices: Map<number, Placed>,
  now: number,
): Promise<ReadonlySet<number>> => {
  const ids = new Set(watched.flatMap(one => [...one.devices.keys()]))
  const areas = new Map<number, { id: number; time_zone: string }>()
  for (const id of ids) {
    const place = devices.get(id)?.place
    if (place) areas.set(place.area_id, { id: place.area_id, time_zone: place.time_zone })
  }
  return areas.size === 0 ? new Set() : new Set((await pausesAt(db, [...areas.values()], now)).keys())
}

/** The rule as it stands for a device at a time (epoch ms): where it follows the age, with the edge of that day. */
export const edgeAt = (rule: ActiveRule, { place, zone, rounds }: Placed, time: number): ActiveRule =>
  rule.by_age && place && rounds.length > 0
    ? edgeOn(rule, { area_type_id: place.area_type_id, rounds }, localDayOf(time, zone))
    : rule

/**
 * Tells whether a rule keeps still because the area is empty: any rule but those on the device, where somebody said so; where its
 * rounds say it, one that leaves empty areas out.
 */
export const restsAt = (rule: ActiveRule, { isEmpty, isPaused }: Placed): boolean =>
  isPaused ? !isOfDevice(rule.physical_quantity_id) : rule.exclude_empty && isEmpty

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
  if (present.length === 0) return new Map()
  // A device that moved since the rules were looked up may have a nearer one where it hangs now.
  const all = await activeRulesOf(trx, [...new Set(present.map(({ user_id }) => user_id))])
  const ids = new Set(present.map(({ id }) => id))
  const own = await ownDevices(trx, ownersOf(all), deviceIds)
  const devices = await placedDevices(trx, at, deviceIds)
  const seen = await placesOfOwners(trx, all)
  const watched = withNearest(all.map(rule => watchedBy(rule, own, devices, { at, seen })))
  return new Map(watched.filter(({ rule }) => ids.has(rule.id)).map(one => [one.rule.id, one]))
}

/** Rules of one person, kept or not, with what each would watch at `at` (ISO 8601) if these were all they have. */
export const watchedBeside = async (
  db: Database,
  rules: readonly ActiveRule[],
  person: { id: number; email: string },
  at: string,
): Promise<WatchedRule[]> => {
  const own = await ownDevices(db, [person])
  const devices = await placedDevices(db, at, [...(own.get(person.id)?.keys() ?? [])])
  const seen = await placesOfOwners(db, rules)
  return withNearest(rules.map(rule => watchedBy(rule, own, devices, { at, seen })))
}

/** Ids of locations by the address of who sees them. */
type PlacesOfOwners = Map<string, Set<number>>

/** Locations that the owners of rules for a farm or an area see: nobody is told of a place that is not theirs by now. */
export const placesOfOwners = async (db: Database, rules: readonly ActiveRule[]): Promise<PlacesOfOwners> => {
  const asking = rules.filter(rule => rule.location_id !== null || rule.area_id !== null)
  return asking.length === 0 ? new Map() : seenByAddresses(db, new Set(asking.map(({ email }) => email)))
}

/** Takes from each rule the devices on which a nearer one of the same person holds. */
const withNearest = (watched: readonly WatchedRule[]): WatchedRule[] => {
  const held = new Map<number, Map<number, number>>()
  for (const some of Map.groupBy(watched, ({ rule }) => rule.user_id).values())
    for (const [id, nearer] of nearerRules(some.map(({ rule, devices }) => ({ rule, deviceIds: [...devices.keys()] }))))
      held.set(id, nearer)
  return watched.map(one => {
    const nearer = held.get(one.rule.id)
    if (!nearer) return one
    return { ...one, nearer, devices: new Map([...one.devices].filter(([id]) => !nearer.has(id))) }
  })
}

const ownersOf = (rules: readonly ActiveRule[]) =>
  [...new Map(rules.map(({ user_id, email }) => [user_id, email]))].map(([id, email]) => ({ id, email }))

const placedDevices = async (db: Database, at: string, ids: SomeIds): Promise<Map<number, Placed>> => {
  const places = new Map((await placementsRunningAt(db, at, ids)).map(place => [place.device_id, place]))
  return new Map(
    (await watchedDevices(db, ids)).map(device => {
      const place = places.get(device.id) ?? null
      return [
        device.id,
        { ...device, place, zone: place?.time_zone ?? DEFAULT_TIME_ZONE, rounds: [], isEmpty: false, isPaused: false },
      ]
    }),
  )
}

const NONE: WatchedRule['nearer'] = new Map()

const watchedBy = (
  rule: ActiveRule,
  own: Map<number, Map<number, Span[]>>,
  devices: Map<number, Placed>,
  { at, seen }: { at: string; seen: Map<string, Set<number>> },
): WatchedRule => {
  const excluded = new Set(rule.exclude_device_ids)
  const isOfPlace = rule.location_id !== null || rule.area_id !== null
  const watched = [...(own.get(rule.user_id) ?? [])].filter(([id, spans]) => {
    const device = devices.get(id)
    if (!device || excluded.has(id)) return false
    if (isOfPlace && !seen.get(rule.email)?.has(device.place?.location_id ?? 0)) return false
    return isForDevice(rule, id, device.place) && spans.some(span => contains(span, at))
  })
  return { rule, devices: new Map(watched), nearer: NONE }
}
