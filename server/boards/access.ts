import { placesSeenBy, seesProjectAt } from '../devices/access.ts'
import { deviceNames } from '../devices/devices.ts'
import { placementsOfAreas } from '../devices/placement/placements.ts'
import { readablePeriods, underPseudonym } from '../devices/readable.ts'
import type { Database } from '../kit/database/database.ts'
import type { Words } from '../kit/language.ts'
import { type Caller, visibleLocationIds } from '../locations/access.ts'
import { emissionPlaces, locationIdsOfAreas } from '../locations/places.ts'
import type { StoredLine } from './content.ts'

/** Names by which a caller knows an area or device. */
export interface Known {
  name: string
  location_name: string | null
  area_type_id: number | null
  /** True where only the past of it is the caller's to read, who then keeps the name it had. */
  is_past: boolean
}

interface Sight {
  areas: ReadonlyMap<number, Known>
  devices: ReadonlyMap<number, Known>
}

type Subject = Pick<StoredLine, 'area_id' | 'device_id'>

const isNumber = (id: number | null): id is number => id !== null

/**
 * Areas and devices of some lines that a caller sees something of, with the names they have for this caller: whoever reads by a
 * consent alone has numbers. What of their time the caller reads, the call behind the chart says.
 */
export const sightOf = async (
  db: Database,
  user: Caller,
  lines: readonly Subject[],
  { t, now }: { t: Words; now: string },
): Promise<Sight> => {
  const areaIds = [...new Set(lines.map(({ area_id }) => area_id).filter(isNumber))]
  const deviceIds = [...new Set(lines.map(({ device_id }) => device_id).filter(isNumber))]
  const [areas, devices] = [new Map<number, Known>(), new Map<number, Known>()]
  const locations = await locationIdsOfAreas(db, areaIds)
  const visible = await visibleLocationIds(db, user)
  const own = locations.filter(id => visible === null || visible.includes(id))
  const wanted = new Set(areaIds)
  for (const place of await emissionPlaces(db, own))
    for (const { id, name, area_type_id } of place.areas)
      if (wanted.has(id)) areas.set(id, { name, location_name: place.name, area_type_id, is_past: false })
  const others = new Set(areaIds.filter(id => !areas.has(id)))
  if (others.size === 0 && deviceIds.length === 0) return { areas, devices }
  const readable = await readablePeriods(db, user)
  const places = await placesSeenBy(db, user)
  const shared = new Set(
    [...readable.values()].flatMap(periods => periods.flatMap(({ consent }) => consent?.placementId ?? [])),
  )
  for (const placement of await placementsOfAreas(db, [...others])) {
    const { area_id, area_type_id } = placement
    if (placement.area_deleted_at !== null || placement.location_deleted_at !== null) continue
    const knows = seesProjectAt(places, placement) && readable.has(placement.device_id)
    if (!knows && !shared.has(placement.id)) continue
    const { area_name: name, location_name } = knows ? placement : underPseudonym(placement, t)
    if (knows || !areas.has(area_id)) areas.set(area_id, { name, location_name, area_type_id, is_past: false })
  }
  const names = new Map((await deviceNames(db, deviceIds)).map(({ id, name }) => [id, name]))
  const at = Date.parse(now)
  for (const id of deviceIds) {
    const periods = readable.get(id)
    if (!periods) continue
    // The name of today is told to whoever sees the device today.
    const isNow = (one: { from: number; until: number }) => one.from <= at && at < one.until
    const isSeenNow = periods.some(one => one.consent === null && isNow(one))
    const name = (isSeenNow ? names.get(id) : undefined) ?? t('research.device_pseudonym', { number: id })
    devices.set(id, { name, location_name: null, area_type_id: null, is_past: !periods.some(isNow) })
  }
  return { areas, devices }
}

/** Names of what a line shows; undefined where the caller sees nothing of it. */
export const knownOf = ({ areas, devices }: Sight, { area_id, device_id }: Subject): Known | undefined =>
  area_id === null ? devices.get(device_id ?? 0) : areas.get(area_id)
