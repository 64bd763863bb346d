import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { scopeOf } from '#shared/rules/alerts/rule-scope.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { deviceNames } from '../../devices/devices.ts'
import { ownDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import { seenByAddresses } from '../../locations/access.ts'
import { areaNames, locationNames } from '../../locations/places.ts'
import { failuresOfRules } from '../evaluation/failure-store.ts'
import { ruleOf } from './rule-rows.ts'
import { type OwnedRule, rulesOfUser } from './rule-store.ts'

type PlaceNames = Pick<AlertRule, 'location_name' | 'area_name' | 'device_name' | 'lost'>
type Row = Pick<OwnedRule, 'id' | 'user_id' | 'owner_email' | 'location_id' | 'area_id' | 'device_id'>

const EVERYWHERE: PlaceNames = { location_name: null, area_name: null, device_name: null, lost: false }
const LOST: PlaceNames = { ...EVERYWHERE, lost: true }

const idsIn = (rows: readonly Row[], column: 'location_id' | 'area_id' | 'device_id'): number[] => [
  ...new Set(rows.flatMap(row => row[column] ?? [])),
]

/**
 * Names of what rules are for, by the id of the rule, as their owners see it at `at` (ISO 8601): what is theirs no more has none. A
 * handful of queries, however many rules there are.
 */
const placesOfRules = async (db: Database, rows: readonly Row[], at: string): Promise<Map<number, PlaceNames>> => {
  const placed = rows.filter(row => scopeOf(row) !== 'everywhere')
  if (placed.length === 0) return new Map()
  const owners = [...new Map(placed.map(row => [row.user_id, { id: row.user_id, email: row.owner_email }])).values()]
  const deviceIds = idsIn(placed, 'device_id')
  const locations = await locationNames(db, idsIn(placed, 'location_id'))
  const areas = new Map((await areaNames(db, idsIn(placed, 'area_id'))).map(area => [area.id, area]))
  const seen = await seenByAddresses(
    db,
    owners.map(({ email }) => email),
  )
  const devices = deviceIds.length === 0 ? [] : await deviceNames(db, deviceIds)
  const own = deviceIds.length === 0 ? new Map() : await ownDevices(db, owners, deviceIds)
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  const placeOf = (row: Row): PlaceNames => {
    const sees = (locationId: number) => seen.get(row.owner_email)?.has(locationId) === true
    if (row.device_id !== null) {
      const isOwn = (own.get(row.user_id)?.get(row.device_id) ?? []).some((span: Parameters<typeof contains>[0]) =>
        contains(span, at),
      )
      const name = names.get(row.device_id)
      return isOwn && name !== undefined ? { ...EVERYWHERE, device_name: name } : LOST
    }
    if (row.area_id !== null) {
      const area = areas.get(row.area_id)
      if (!area || !sees(area.location_id)) return LOST
      return { ...EVERYWHERE, location_name: area.location_name, area_name: area.name }
    }
    const name = row.location_id === null ? undefined : locations.get(row.location_id)
    return row.location_id !== null && name !== undefined && sees(row.location_id)
      ? { ...EVERYWHERE, location_name: name }
      : LOST
  }
  return new Map(placed.map(row => [row.id, placeOf(row)]))
}

/** Counts the rules of one account that are switched on and whose farm, area or device is still theirs at `at` (ISO 8601). */
export const countHoldingRules = async (db: Database, userId: number, at: string): Promise<number> => {
  const active = (await rulesOfUser(db, userId)).filter(rule => rule.active === 1)
  const places = await placesOfRules(db, active, at)
  return active.filter(({ id }) => places.get(id)?.lost !== true).length
}

/** Rules as their caller sees them at `at` (ISO 8601): those of others can only be read. */
export const presentRules = async (
  db: Database,
  user: { id: number },
  rows: readonly OwnedRule[],
  at: string,
): Promise<AlertRule[]> => {
  const failures = await failuresOfRules(
    db,
    rows.map(({ id }) => id),
  )
  const places = await placesOfRules(db, rows, at)
  return rows.map(({ owner_name, owner_email: _, ...row }) => {
    const rule = { ...ruleOf(row), ...places.get(row.id), failure: failures.get(row.id) ?? null }
    return row.user_id === user.id ? rule : { ...rule, owner_name, may: [] }
  })
}
