import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { areaIdsOf } from '../locations/places.ts'
import { answersOfArea } from './answer-store.ts'
import { inspectionsOfIds } from './store.ts'

/** Inspections that are looked through at most. */
const MAX_INSPECTIONS = 3000

/** Numbers that inspections of an area alone answered items of the template with, from ≤ t < until (ISO 8601), the newest first. */
export const numbersOfArea = async <Key extends string>(
  db: Database,
  area: { id: number; location_id: number },
  keys: readonly Key[],
  { from, until = null }: { from: string; until?: string | null },
): Promise<{ inspection_id: number; time: number; numbers: ReadonlyMap<Key, number> }[]> => {
  const isOnly = (await areaIdsOf(db, [area.location_id])).length === 1
  const of = { location_id: area.location_id, area_id: area.id, isOnly }
  const rows = await answersOfArea(db, of, { from, until, most: MAX_INSPECTIONS })
  return rows.flatMap(({ id, date, answers }) => {
    const given = fromJson(answers)
    const numbers = new Map(
      keys.flatMap((key): [Key, number][] => {
        const answer = given[key]
        return typeof answer === 'number' ? [[key, answer]] : []
      }),
    )
    return numbers.size > 0 ? [{ inspection_id: id, time: Date.parse(date), numbers }] : []
  })
}

/** Inspections of these that are there, by id, with their time (epoch ms) and whether they are of an area alone. */
export const whereInspectionsAre = async (
  db: Database,
  ids: readonly number[],
): Promise<Map<number, { time: number; only_area_id: number | null }>> =>
  new Map(
    (await inspectionsOfIds(db, [...ids], null)).map(({ id, date, only_area_id }) => [
      id,
      { time: Date.parse(date), only_area_id },
    ]),
  )
