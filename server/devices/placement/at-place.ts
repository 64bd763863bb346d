import { intersection, overlaps } from '#shared/rules/time/rental.ts'
import { custodyOfId } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { lockDevices } from '../store.ts'
import { forgetInterrupted, interruptedIn, rememberInterrupted } from './interruption-store.ts'
import {
  deletePlacement,
  endPlacement,
  insertPlacement,
  placementsMadeIn,
  placementsOfDevices,
  projectExists,
} from './placement-store.ts'

/** Tells of a placement that it runs at a time, or is to come. */
const isOpen = (now: string) => (row: { end: string | null }) => row.end === null || row.end > now

/** Handling of placements when their place is deleted and brought back. */
export const placementsAtPlaces = {
  count: async (db: Database, areaIds: number[], now: string) => {
    const rows = await placementsMadeIn(db, areaIds)
    const running = rows.filter(isOpen(now))
    return { placements: rows.length, devices: new Set(running.map(row => row.device_id)).size }
  },

  interrupt: async (db: Database, areaIds: number[], now: string): Promise<void> => {
    const rows = await placementsMadeIn(db, areaIds)
    for (const row of rows.filter(isOpen(now))) {
      await rememberInterrupted(db, row)
      if (row.start < now) await endPlacement(db, row.id, now)
      else await deletePlacement(db, row.id)
    }
  },

  resume: async (db: Database, areaIds: number[]): Promise<void> => {
    const interrupted = await interruptedIn(db, areaIds)
    await lockDevices(
      db,
      interrupted.map(row => row.device_id),
    )
    for (const before of interrupted) {
      // Resumed only as far as whoever placed it has had the device: an ended custody does not begin again.
      const custody = await custodyOfId(db, before.custody_id ?? 0)
      const resumed = custody && intersection(before, custody)
      if (!resumed) continue
      const others = (await placementsOfDevices(db, [before.device_id])).filter(({ id }) => id !== before.id)
      if (others.some(other => overlaps(other, resumed))) continue
      const isOfProject = before.research_id !== null && (await projectExists(db, before.research_id))
      await deletePlacement(db, before.id)
      await insertPlacement(db, { ...before, ...resumed, research_id: isOfProject ? before.research_id : null })
    }
    await forgetInterrupted(db, areaIds)
  },
}
