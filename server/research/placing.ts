import type { LocationResearch } from '../../shared/contract/research.ts'
import { availabilityOf } from '../../shared/rules/availability.ts'
import type { Span } from '../../shared/rules/rental.ts'
import { isSeen, placesSeenBy, rentalsSeenBy, requireDeviceOwner, visiblePeriods } from '../devices/access.ts'
import {
  holdDevices,
  insertPlacement,
  isThere,
  type PlacementRow,
  placementOfId,
  placementsOfDevices,
} from '../devices/placements.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import { fill, type ServerTexts } from '../kit/language.ts'
import { type Caller, requireAreaOwner, requireLocationOwner } from '../locations/access.ts'
import { researchSubjectExists } from '../taxonomy/types.ts'
import { requireResearchOwner } from './access.ts'

export const refused = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

export interface Planner {
  db: Catalogue
  user: Caller
  texts: ServerTexts
  /** ISO 8601. */
  now: string
}

export const requireSubject = (id: number, texts: ServerTexts): void => {
  if (!researchSubjectExists(id)) throw refused('research_subject_id', texts.fields.unknown_reference)
}

/** The location is the planner's, and the area lies in it. */
export const requirePlace = async ({ db, user, texts }: Planner, locationId: number, areaId: number): Promise<void> => {
  await requireLocationOwner(db, user, locationId)
  const area = await requireAreaOwner(db, user, areaId)
  if (area.location_id !== locationId) throw refused('area_id', texts.fields.area_elsewhere)
}

/** A project placements are put into is one the planner manages; none is fine too. */
export const requireProject = async ({ db, user }: Planner, id: number | null): Promise<void> => {
  if (id !== null) await requireResearchOwner(db, user, id)
}

export interface Placing extends Span {
  device_id: number
  location_id: number
  area_id: number
  research_subject_id: number
  research_id: number | null
}

/** Places devices, inside a transaction: all or none. `fieldOf` names the field that is at fault for the n-th. */
export const placeDevices = async (
  planner: Planner,
  placings: readonly Placing[],
  fieldOf: (index: number) => string,
): Promise<number[]> => {
  const { db, user, now } = planner
  for (const { device_id } of placings) await requireDeviceOwner(db, user, device_id, now)
  await holdDevices(
    db,
    placings.map(({ device_id }) => device_id),
  )
  const ids: number[] = []
  for (const [index, placing] of placings.entries()) {
    await requireFree(planner, placing.device_id, placing, fieldOf(index))
    ids.push(await insertPlacement(db, { ...placing, created_at: now }))
  }
  return ids
}

/** Says which of the two is in the way: the rental, or another placement. */
export const requireFree = async (
  { db, user, texts }: Planner,
  deviceId: number,
  wanted: Span,
  field: string,
  except?: number,
): Promise<void> => {
  const rentals = user.admin ? null : await rentalsSeenBy(db, user, [deviceId])
  const uses = (await placementsOfDevices(db, [deviceId])).filter(placement => placement.id !== except)
  const { obstacles } = availabilityOf(wanted, rentals, uses)
  if (obstacles.length === 0) return
  const outside = obstacles.some(({ code }) => code === 'outside_rental')
  if (outside) throw refused(field, texts.fields.outside_rental)
  const busy = obstacles.flatMap(one => (one.code === 'busy' ? [one.use] : []))
  const places = await placesSeenBy(db, user)
  const names = busy.filter(use => isSeen(places, use)).map(nameOf)
  throw refused(field, names[0] ? fill(texts.fields.busy, { place: names[0] }) : texts.fields.busy_elsewhere)
}

const nameOf = ({ location_name, area_name, research_name }: PlacementRow): string =>
  [research_name, location_name, area_name].filter(Boolean).join(', ')

/** Its location's owner sees a placement to manage it; anybody else learns nothing of it. */
export const requirePlacement = async ({ db, user }: Planner, id: number): Promise<PlacementRow> => {
  const placement = await placementOfId(db, id)
  if (!placement || !isThere(placement)) throw new Failure('not_found')
  await requireLocationOwner(db, user, placement.location_id)
  return placement
}

/** Placements at the caller's locations and in projects added to. A renter elsewhere sees the device, not whose barn it hangs in. */
export const visiblePlacements = async (db: Catalogue, user: Caller): Promise<LocationResearch[]> => {
  const deviceIds = [...(await visiblePeriods(db, user)).keys()]
  const places = await placesSeenBy(db, user)
  const rentals = Map.groupBy(await rentalsSeenBy(db, user, deviceIds), rental => rental.device_id)
  const rows = await placementsOfDevices(db, deviceIds)
  return rows
    .filter(row => isThere(row) && isSeen(places, row))
    .map(row => ({
      ...row,
      rentals: rentals.get(row.device_id) ?? [],
      may: places.locations === null || places.locations.includes(row.location_id) ? ['edit', 'delete'] : [],
    }))
}

/** These placements, as the caller sees them. */
export const presentPlacements = async (db: Catalogue, user: Caller, ids: number[]): Promise<LocationResearch[]> =>
  (await visiblePlacements(db, user)).filter(row => ids.includes(row.id))
