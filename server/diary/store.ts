import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export type InspectionRow = Selectable<Tables['inspections']>
type NewInspection = Insertable<Tables['inspections']>
type InspectionUpdate = Updateable<Tables['inspections']>

/** Inspections at locations that are there, those of deleted areas left out; only at these locations unless null. */
export const existingInspections = (db: Database, locationIds: number[] | null) => {
  const query = db
    .selectFrom('inspections')
    .innerJoin('locations', 'locations.id', 'inspections.location_id')
    .where('inspections.deleted_at', 'is', null)
    .where('locations.deleted_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('inspections.whole', '=', 1),
        eb.exists(
          eb
            .selectFrom('inspection_areas')
            .innerJoin('areas', 'areas.id', 'inspection_areas.area_id')
            .select('areas.id')
            .whereRef('inspection_areas.inspection_id', '=', 'inspections.id')
            .where('areas.deleted_at', 'is', null),
        ),
      ]),
    )
  return locationIds === null ? query : query.where('inspections.location_id', 'in', inIds(db, locationIds))
}

export const inspectionsOfIds = (db: Database, ids: number[], locationIds: number[] | null): Promise<InspectionRow[]> =>
  existingInspections(db, locationIds).selectAll('inspections').where('inspections.id', 'in', inIds(db, ids)).execute()

/** Deleted or not. */
export const inspectionOfClient = (db: Database, userId: number, clientId: string) =>
  db
    .selectFrom('inspections')
    .selectAll()
    .where('created_by', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const inspectionOfId = (db: Database, id: number) =>
  db.selectFrom('inspections').selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts an inspection; undefined when that person has written one with that client id already. */
export const insertInspection = async (
  db: Database,
  row: NewInspection,
  areaIds: readonly number[],
): Promise<InspectionRow | undefined> => {
  const inserted = await db
    .insertInto('inspections')
    .values(row)
    .onConflict(conflict => conflict.columns(['created_by', 'client_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) await insertAreas(db, inserted.id, areaIds)
  return inserted
}

/** Holds an inspection for the rest of the transaction: who writes next sees what this one wrote. */
export const lockInspection = (db: Database, id: number): Promise<InspectionRow> =>
  db
    .updateTable('inspections')
    .set(eb => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const setInspection = (db: Database, id: number, change: InspectionUpdate): Promise<InspectionRow> =>
  db.updateTable('inspections').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const setAreas = async (db: Database, id: number, areaIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('inspection_areas').where('inspection_id', '=', id).execute()
  await insertAreas(db, id, areaIds)
}

const insertAreas = async (db: Database, inspection_id: number, areaIds: readonly number[]): Promise<void> => {
  const rows = areaIds.map(area_id => ({ inspection_id, area_id }))
  if (rows.length > 0) await db.insertInto('inspection_areas').values(rows).execute()
}

/** Areas of inspections that are not deleted, by name. */
export const areasOfInspections = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('inspection_areas')
    .innerJoin('areas', 'areas.id', 'inspection_areas.area_id')
    .select(['inspection_id', 'areas.id', 'areas.name', 'areas.area_type_id'])
    .where('inspection_id', 'in', inIds(db, ids))
    .where('areas.deleted_at', 'is', null)
    .orderBy('areas.name')
    .orderBy('areas.id')
    .execute()

/** Areas of an inspection that are deleted, and can be brought back. */
export const deletedAreasOf = async (db: Database, id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('inspection_areas')
    .innerJoin('areas', 'areas.id', 'inspection_areas.area_id')
    .select('areas.id')
    .where('inspection_id', '=', id)
    .where('areas.deleted_at', 'is not', null)
    .execute()
  return rows.map(row => row.id)
}

export const locationsOfIds = (db: Database, ids: readonly number[]) =>
  db.selectFrom('locations').select(['id', 'name', 'time_zone']).where('id', 'in', inIds(db, ids)).execute()

export const namesOfPeople = async (db: Database, ids: readonly (number | null)[]): Promise<Map<number, string>> => {
  const known = [...new Set(ids.filter(id => id !== null))]
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', inIds(db, known)).execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Names of the lists that inspections were made with, as they were called then. */
export const listNames = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('inspections')
    .innerJoin('checklist_versions', join =>
      join
        .onRef('checklist_versions.checklist_id', '=', 'inspections.checklist_id')
        .onRef('checklist_versions.version', '=', 'inspections.checklist_version'),
    )
    .innerJoin('checklists', 'checklists.id', 'inspections.checklist_id')
    .select(['inspections.id', 'checklist_versions.name', 'checklists.ready_key'])
    .where('inspections.id', 'in', inIds(db, ids))
    .execute()

/** The versions of lists that inspections were made with. */
export const versionsOf = (db: Database, rows: readonly InspectionRow[]) =>
  db
    .selectFrom('checklist_versions')
    .selectAll()
    .where(
      'checklist_id',
      'in',
      inIds(
        db,
        rows.flatMap(row => row.checklist_id ?? []),
      ),
    )
    .where(
      'version',
      'in',
      inIds(
        db,
        rows.flatMap(row => row.checklist_version ?? []),
      ),
    )
    .execute()

/** Deletes for good what was deleted before `since`, and what only had areas that are gone for good. */
export const purgeInspections = async (db: Database, since: string): Promise<void> => {
  await db.deleteFrom('inspections').where('deleted_at', '<=', since).execute()
  await db
    .deleteFrom('inspections')
    .where('whole', '=', 0)
    .where('id', 'not in', db.selectFrom('inspection_areas').select('inspection_id'))
    .execute()
}

/** Counts the inspections somebody wrote. */
export const countInspectionsBy = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('inspections')
    .select(eb => eb.fn.countAll().as('count'))
    .where('created_by', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
