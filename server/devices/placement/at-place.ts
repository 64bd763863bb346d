import type { Selectable } from 'kysely'
import { intersection, overlaps } from '#shared/rules/time/rental.ts'
import { custodyOfId } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'
import { deletePlacement, holdDevices, placementsOfDevices } from './placements.ts'

const some = (ids: number[]): number[] => (ids.length ? ids : [0])

const placementsIn = (db: Database, areaIds: number[]) =>
  db.selectFrom('location_research').selectAll().where('area_id', 'in', some(areaIds))

const researchStillThere = async (db: Database, id: number | null): Promise<number | null> =>
  id === null
    ? null
    : ((await db.selectFrom('research').select('id').where('id', '=', id).executeTakeFirst())?.id ?? null)

/** Handling of placements when their place is deleted and brought back. */
export const placementsAtPlaces = {
  count: async (db: Database, areaIds: number[], now: string) => {
    const rows = await placementsIn(db, areaIds).execute()
    const running = rows.filter(row => row.end === null || row.end > now)
    return { placements: rows.length, devices: new Set(running.map(row => row.device_id)).size }
  },

  interrupt: async (db: Database, areaIds: number[], now: string): Promise<void> => {
    const rows = await placementsIn(db, areaIds)
      .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', now)]))
      .execute()
    for (const row of rows) {
      const { id, area_id, device_id, start } = row
      await db
        .insertInto('interrupted_placements')
        .values({ area_id, device_id, placement: JSON.stringify(row) })
        .execute()
      if (start < now) await db.updateTable('location_research').set({ end: now }).where('id', '=', id).execute()
      else await deletePlacement(db, id)
    }
  },

  resume: async (db: Database, areaIds: number[]): Promise<void> => {
    const rows = await db
      .selectFrom('interrupted_placements')
      .selectAll()
      .where('area_id', 'in', some(areaIds))
      .execute()
    await holdDevices(
      db,
      rows.map(row => row.device_id),
    )
    for (const { device_id, placement } of rows) {
      const before = JSON.parse(placement) as Selectable<Tables['location_research']>
      // Resumed only as far as whoever placed it has had the device: an ended custody does not begin again.
      const custody = await custodyOfId(db, before.custody_id ?? 0)
      const resumed = custody && intersection(before, custody)
      if (!resumed) continue
      const others = (await placementsOfDevices(db, [device_id])).filter(({ id }) => id !== before.id)
      if (others.some(other => overlaps(other, resumed))) continue
      const research_id = await researchStillThere(db, before.research_id)
      await deletePlacement(db, before.id)
      await db
        .insertInto('location_research')
        .values({ ...before, ...resumed, research_id })
        .execute()
    }
    await db.deleteFrom('interrupted_placements').where('area_id', 'in', some(areaIds)).execute()
  },
}
