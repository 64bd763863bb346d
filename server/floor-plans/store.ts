import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export type FloorPlanRow = Selectable<Tables['floor_plans']>
export type FloorPlanDeviceRow = Selectable<Tables['floor_plan_devices']>

export const floorPlansOf = (db: Database, locationId: number): Promise<FloorPlanRow[]> =>
  db.selectFrom('floor_plans').selectAll().where('location_id', '=', locationId).orderBy('name').orderBy('id').execute()

export const floorPlanOfId = (db: Database, id: number): Promise<FloorPlanRow | undefined> =>
  db.selectFrom('floor_plans').selectAll().where('id', '=', id).executeTakeFirst()

export const countFloorPlans = async (db: Database, locationId: number): Promise<number> => {
  const row = await db
    .selectFrom('floor_plans')
    .select(eb => eb.fn.countAll().as('count'))
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertFloorPlan = (db: Database, row: Insertable<Tables['floor_plans']>): Promise<FloorPlanRow> =>
  db.insertInto('floor_plans').values(row).returningAll().executeTakeFirstOrThrow()

/** Renames a floor plan; undefined when it is gone. */
export const renameFloorPlan = (db: Database, id: number, name: string): Promise<FloorPlanRow | undefined> =>
  db.updateTable('floor_plans').set({ name }).where('id', '=', id).returningAll().executeTakeFirst()

/** Gives a floor plan another picture in place of `before`; undefined when it has another one by now, or is gone. */
export const changePicture = (
  db: Database,
  { id, before }: { id: number; before: string },
  picture: Pick<FloorPlanRow, 'file' | 'width' | 'height'>,
): Promise<FloorPlanRow | undefined> =>
  db
    .updateTable('floor_plans')
    .set(picture)
    .set(eb => ({ pictures: eb('pictures', '+', 1) }))
    .where('id', '=', id)
    .where('file', '=', before)
    .returningAll()
    .executeTakeFirst()

/** Deletes a floor plan; undefined when it is gone already. */
export const deleteFloorPlanRow = (db: Database, id: number): Promise<FloorPlanRow | undefined> =>
  db.deleteFrom('floor_plans').where('id', '=', id).returningAll().executeTakeFirst()

/** Deletes the floor plans of locations. */
export const deleteFloorPlansOf = (db: Database, locationIds: readonly number[]) =>
  db.deleteFrom('floor_plans').where('location_id', 'in', inIds(db, locationIds)).execute()

/** Devices on these floor plans, also those that have left their area since. */
export const devicesOnFloorPlans = (db: Database, ids: readonly number[]): Promise<FloorPlanDeviceRow[]> =>
  db
    .selectFrom('floor_plan_devices')
    .selectAll()
    .where('floor_plan_id', 'in', inIds(db, ids))
    .orderBy('floor_plan_id')
    .orderBy('device_id')
    .execute()

/** Puts a device on a floor plan, or moves it there. */
export const putDevice = (db: Database, row: FloorPlanDeviceRow) =>
  db
    .insertInto('floor_plan_devices')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['floor_plan_id', 'device_id']).doUpdateSet({ area_id: row.area_id, x: row.x, y: row.y }),
    )
    .execute()

export const takeDeviceOff = (db: Database, floorPlanId: number, deviceId: number) =>
  db
    .deleteFrom('floor_plan_devices')
    .where('floor_plan_id', '=', floorPlanId)
    .where('device_id', '=', deviceId)
    .execute()

/** Takes devices off where they stand as they were read: one that was put there anew meanwhile, in another area, stays. */
export const takePlacesOff = async (db: Database, read: readonly FloorPlanDeviceRow[]): Promise<void> => {
  const places = Map.groupBy(read, ({ floor_plan_id, area_id }) => `${floor_plan_id} ${area_id}`)
  for (const rows of places.values()) {
    const [place] = rows
    const ids = rows.map(({ device_id }) => device_id)
    if (place)
      await db
        .deleteFrom('floor_plan_devices')
        .where('floor_plan_id', '=', place.floor_plan_id)
        .where('area_id', '=', place.area_id)
        .where('device_id', 'in', inIds(db, ids))
        .execute()
  }
}

/** Ids of floor plans with devices on them, in order, after one of them. */
export const floorPlansWithDevices = async (db: Database, after: number, most: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('floor_plan_devices')
    .select('floor_plan_id')
    .distinct()
    .where('floor_plan_id', '>', after)
    .orderBy('floor_plan_id')
    .limit(most)
    .execute()
  return rows.map(({ floor_plan_id }) => floor_plan_id)
}
