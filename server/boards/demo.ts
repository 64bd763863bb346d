import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { emissionPlaces } from '../locations/places.ts'
import { everyDemoLocationId } from '../locations/removal.ts'
import { deleteBoards, everyBoard } from './store.ts'

/** Deletes boards that show areas of the demo farm and nothing else; to be called while these are there. */
export const deleteDemoBoards = async (db: Database): Promise<void> => {
  const places = await emissionPlaces(db, await everyDemoLocationId(db))
  const areas = new Set(places.flatMap(place => place.areas.map(({ id }) => id)))
  const ids = (await everyBoard(db)).flatMap(({ id, content }) => {
    const lines = fromJson(content).charts.flatMap(chart => chart.lines)
    return lines.length > 0 && lines.every(({ area_id }) => area_id !== null && areas.has(area_id)) ? [id] : []
  })
  await deleteBoards(db, ids)
}
