import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { type Caller, hasLocationRight, type LocationRight, visibleLocationIds } from '../locations/access.ts'
import { areaIdsOf, areaNames, lockLocation } from '../locations/places.ts'
import { activeChecklists, type ChecklistRow, checklistOfId, type ListReader } from './checklists/checklist-store.ts'
import { type InspectionRow, inspectionOfId, inspectionsOfIds } from './store.ts'

/** The inspections among these that a caller sees, or has another right on: that on their location (decisions §3). */
export const seenInspections = async (
  db: Database,
  user: Caller,
  ids: number[],
  wanted: InspectionRight = 'read',
): Promise<Set<number>> => new Set((await rowsSeen(db, user, ids, wanted)).map(row => row.id))

/** Right on an inspection; who owns the place has no more of it than who edits there. */
export type InspectionRight = Exclude<LocationRight, 'own'>

const rowsSeen = async (
  db: Database,
  user: Caller,
  ids: number[],
  wanted: InspectionRight = 'read',
): Promise<InspectionRow[]> =>
  ids.length === 0 ? [] : inspectionsOfIds(db, ids, await visibleLocationIds(db, user, wanted))

/** Throws not_found for one that a caller does not see, and not_allowed for one that they only read. */
export const requireInspection = async (
  db: Database,
  user: Caller,
  id: number,
  wanted: InspectionRight = 'read',
): Promise<InspectionRow> => {
  const [row] = await rowsSeen(db, user, [id])
  if (!row) throw new Failure('not_found')
  if (wanted === 'edit' && !(await hasLocationRight(db, user, row.location_id, 'edit')))
    throw new Failure('not_allowed')
  return row
}

/**
 * The inspection, whose place is held for the rest of a transaction, when the caller still edits it. Throws not_found for one that is
 * deleted or out of sight by now, and not_allowed for one that they only read by now.
 */
export const holdInspection = async (
  trx: Database,
  user: Caller,
  { id, location_id }: Pick<InspectionRow, 'id' | 'location_id'>,
): Promise<InspectionRow> => {
  await lockLocation(trx, location_id)
  return requireInspection(trx, user, id, 'edit')
}

/** The one a page follows: one that a caller sees, or saw until it was deleted. Throws not_found for any other. */
export const requireInspectionSeen = async (db: Database, user: Caller, id: number): Promise<InspectionRow> => {
  const row = await inspectionOfId(db, id)
  const visible = await visibleLocationIds(db, user)
  if (!row || !(visible === null || visible.includes(row.location_id))) throw new Failure('not_found')
  return row
}

/** A deleted inspection of a place the caller edits that can still be brought back; deleted after `since`. */
export const requireDeletedInspection = async (db: Database, user: Caller, id: number, since: string) => {
  const row = await inspectionOfId(db, id)
  if (!row?.deleted_at || row.deleted_at <= since || !(await hasLocationRight(db, user, row.location_id, 'edit')))
    throw new Failure('not_found')
  return row
}

/** Inspections with these ids that a caller sees, in any order. Throws not_found when one is missing. */
export const requireInspections = async (db: Database, user: Caller, ids: number[]): Promise<InspectionRow[]> => {
  const rows = await rowsSeen(db, user, ids)
  if (rows.length < new Set(ids).size) throw new Failure('not_found')
  return rows
}

/** A caller as a reader of checklists: they may use those of the product, their own, and those made for an area of locations they see. */
const listReader = async (db: Database, user: Caller): Promise<ListReader | null> => {
  const locations = await visibleLocationIds(db, user)
  return locations && { userId: user.id, areaIds: await areaIdsOf(db, locations) }
}

export const visibleChecklists = async (db: Database, user: Caller): Promise<ChecklistRow[]> =>
  activeChecklists(db, await listReader(db, user))

/** A list a caller may use, even when it was deleted; null when there is none for them. */
export const usableChecklist = async (db: Database, user: Caller, id: number): Promise<ChecklistRow | null> => {
  const list = await checklistOfId(db, id)
  if (!list) return null
  const reader = await listReader(db, user)
  const isUsable =
    reader === null ||
    list.ready_key !== null ||
    list.created_by === reader.userId ||
    fromJson(list.area_ids).some(areaId => reader.areaIds.includes(areaId))
  return isUsable ? list : null
}

/** Throws not_found for a list that a caller may not use. */
export const requireChecklist = async (db: Database, user: Caller, id: number): Promise<ChecklistRow> => {
  const list = await usableChecklist(db, user, id)
  if (!list || list.deleted_at !== null) throw new Failure('not_found')
  return list
}

/** Areas among these at locations that a caller edits. */
export const editedAreas = async (db: Database, user: Caller, areaIds: readonly number[]): Promise<Set<number>> => {
  const locations = await visibleLocationIds(db, user, 'edit')
  const areas = await areaNames(db, areaIds)
  return new Set(
    areas.filter(({ location_id }) => locations === null || locations.includes(location_id)).map(({ id }) => id),
  )
}

/**
 * Tells whether a caller may change a checklist: its maker and administrators may; nobody may change one that comes
 * with the product.
 */
export const managesChecklist = (user: Caller, { ready_key, created_by }: ChecklistRow): boolean =>
  ready_key === null && (user.admin || created_by === user.id)
