import { hasPhotos } from '#shared/rules/devices/plan.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'

/** Ids of the devices whose plan has photos. */
export const devicesWithPhotos = async (db: Database, ids: number[]): Promise<Set<number>> => {
  const rows = await db.selectFrom('devices').select(['id', 'plan']).where('id', 'in', inIds(db, ids)).execute()
  return new Set(rows.filter(row => hasPhotos(row.plan)).map(row => row.id))
}

/** Notes when a device took its newest photos. */
export const noteLastPhotos = (
  db: Database,
  deviceId: number,
  times: { last_photo_at: string | null; last_photo_ir_at: string | null },
) => db.updateTable('devices').set(times).where('id', '=', deviceId).execute()
