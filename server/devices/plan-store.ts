import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

/** A device as far as others need to know what it is and how often it sends. */
export type DeviceWithPlan = Pick<
  Selectable<Tables['devices']>,
  'id' | 'plan' | 'upload_interval' | 'battery_percentage'
>

/** Those of these devices that are there, by id. */
export const devicesOfIds = (db: Database, ids: readonly number[]): Promise<DeviceWithPlan[]> =>
  db
    .selectFrom('devices')
    .select(['id', 'plan', 'upload_interval', 'battery_percentage'])
    .where('id', 'in', inIds(db, ids))
    .orderBy('id')
    .execute()
