import type { Insertable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inTexts } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

/** Litres of local days from ≤ day < until, as somebody typed them. */
export const typedWater = (db: Database, areaId: number, { from, until }: { from: string; until: string }) =>
  db
    .selectFrom('water_days')
    .select(['date', 'litres'])
    .where('area_id', '=', areaId)
    .where('date', '>=', from)
    .where('date', '<', until)
    .execute()

/** Writes litres of a day over those that were there. */
export const keepWater = (db: Database, row: Insertable<Tables['water_days']>) =>
  db
    .insertInto('water_days')
    .values(row)
    .onConflict(conflict => conflict.columns(['area_id', 'date']).doUpdateSet({ litres: row.litres }))
    .execute()

export const deleteWater = (db: Database, areaId: number, dates: readonly string[]) =>
  db.deleteFrom('water_days').where('area_id', '=', areaId).where('date', 'in', inTexts(db, dates)).execute()
