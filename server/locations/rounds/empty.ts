import { localDateAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../../kit/database/database.ts'
import { emptyAreas } from './round-store.ts'

/**
 * Days since which areas are empty at a time (epoch ms), by area: those with rounds on record of which none runs. The day is
 * that of the area's location.
 */
export const emptySince = async (
  db: Database,
  areas: readonly { id: number; time_zone: string }[],
  time: number,
): Promise<Map<number, string>> => {
  // Time zones of the earth have at most three dates at once.
  const byDay = Map.groupBy(areas, ({ time_zone }) => localDateAt(time, time_zone))
  const found = await Promise.all(
    [...byDay].map(([today, some]) =>
      emptyAreas(
        db,
        some.map(({ id }) => id),
        today,
      ),
    ),
  )
  return new Map(found.flatMap(one => [...one]))
}
