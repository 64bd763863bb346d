import type { Selectable } from 'kysely'
import { isCovered, overlaps, type Span } from '../../shared/rules/rental.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import type { Tables } from '../tables.ts'
import { deletePlacement, holdDevices, placementsOfDevices } from './placements.ts'
import { rentalsOf } from './store.ts'

const some = (ids: number[]): number[] => (ids.length ? ids : [0])

const placementsIn = (db: Catalogue, areaIds: number[]) =>
  db.selectFrom('location_research').selectAll().where('area_id', 'in', some(areaIds))

/** Whose rental covers a period of a device; null when nobody's does. */
const renterOf = async (db: Catalogue, deviceId: number, wanted: Span): Promise<number | null> => {
  const byUser = Map.groupBy(await rentalsOf(db, [deviceId]), rental => rental.user_id)
  return [...byUser].find(([, rentals]) => isCovered(wanted, rentals))?.[0] ?? null
}

const researchStillThere = async (db: Catalogue, id: number | null): Promise<number | null> =>
  id === null
    ? null
    : ((await db.selectFrom('research').select('id').where('id', '=', id).executeTakeFirst())?.id ?? null)

/** What happens to placements when their place is deleted and brought back. */
export const placementsAtPlaces = {
  count: async (db: Catalogue, areaIds: number[], now: string) => {
    const rows = await placementsIn(db, areaIds).execute()
    const running = rows.filter(row => row.end === null || row.end > now)
    return { placements: rows.length, devices: new Set(running.map(row => row.device_id)).size }
  },

  interrupt: async (db: Catalogue, areaIds: number[], now: string): Promise<void> => {
    const rows = await placementsIn(db, areaIds)
      .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', now)]))
      .execute()
    for (const row of rows) {
      const { id, area_id, device_id, start } = row
      const renter_id = await renterOf(db, device_id, row)
      await db
        .insertInto('interrupted_placements')
        .values({ area_id, device_id, renter_id, placement: JSON.stringify(row) })
        .execute()
      if (start < now) await db.updateTable('location_research').set({ end: now }).where('id', '=', id).execute()
      else await deletePlacement(db, id)
    }
  },

  resume: async (db: Catalogue, areaIds: number[]): Promise<void> => {
    const rows = await db
      .selectFrom('interrupted_placements')
      .selectAll()
      .where('area_id', 'in', some(areaIds))
      .execute()
    await holdDevices(
      db,
      rows.map(row => row.device_id),
    )
    for (const { device_id, renter_id, placement } of rows) {
      const before = JSON.parse(placement) as Selectable<Tables['location_research']>
      const others = (await placementsOfDevices(db, [device_id])).filter(({ id }) => id !== before.id)
      const busy = others.some(other => overlaps(other, before))
      // A device that was given to somebody else meanwhile stays with them.
      if (busy || (await renterOf(db, device_id, before)) !== renter_id) continue
      const research_id = await researchStillThere(db, before.research_id)
      await deletePlacement(db, before.id)
      await db
        .insertInto('location_research')
        .values({ ...before, research_id })
        .execute()
    }
    await db.deleteFrom('interrupted_placements').where('area_id', 'in', some(areaIds)).execute()
  },
}
