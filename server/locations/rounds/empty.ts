import { runsOn } from '#shared/rules/locations/rounds.ts'
import type { Dates } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../../kit/database/database.ts'
import type { OwnersChange } from '../owners.ts'
import { deletePausesOfLocations, type Pause, pausesOn, pausesSaid } from './pause-store.ts'
import { emptyAreas, firstRoundsOf, roundsOfAreasIn } from './round-store.ts'

type Area = { id: number; time_zone: string }

/** Answers of `ask` for areas, each on the local day that it is in its location at a time (epoch ms). */
const onLocalDays = async <Answer>(
  areas: readonly Area[],
  time: number,
  ask: (ids: number[], today: string) => Promise<Map<number, Answer>>,
): Promise<Map<number, Answer>> => {
  // Time zones of the earth have at most three dates at once.
  const byDay = Map.groupBy(areas, ({ time_zone }) => localDateAt(time, time_zone))
  const found = await Promise.all(
    [...byDay].map(([today, some]) =>
      ask(
        some.map(({ id }) => id),
        today,
      ),
    ),
  )
  return new Map(found.flatMap(one => [...one]))
}

/** A pause ends with the ownership of who said it: the next owner says whether the area is empty. */
export const endPausesWithOwnership: OwnersChange = async (_, trx, locationIds, gone) => {
  if (gone.length > 0) await deletePausesOfLocations(trx, locationIds)
}

/** News that an area was said to be empty, or no longer is; told with its id. */
export const AREA_PAUSED = 'area_paused'

/** Pauses of areas at a time (epoch ms), by area: somebody said that no animals are there. */
export const pausesAt = (db: Database, areas: readonly Area[], time: number): Promise<Map<number, Pause>> =>
  onLocalDays(areas, time, (ids, today) => pausesOn(db, ids, today))

/**
 * Days since which areas are empty at a time (epoch ms), by area: those with rounds on record of which none runs, and those that
 * somebody said are empty. The day is that of the area's location.
 */
export const emptySince = (db: Database, areas: readonly Area[], time: number): Promise<Map<number, string>> =>
  onLocalDays(areas, time, async (ids, today) => {
    const said = [...(await pausesOn(db, ids, today))].map(([id, { since }]): [number, string] => [id, since])
    return new Map([...said, ...(await emptyAreas(db, ids, today))])
  })

/**
 * Tells of which of these areas no animals are there on which local dates of from ≤ day < until: from their first round on where none
 * runs, before it where somebody said so. It is the same as `emptySince` says of each day.
 */
export const emptyOn = async (
  db: Database,
  areaIds: readonly number[],
  { from, until }: Dates,
): Promise<(areaId: number, date: string) => boolean> => {
  const first = await firstRoundsOf(db, areaIds)
  const rounds = Map.groupBy(await roundsOfAreasIn(db, areaIds, from, until), ({ area_id }) => area_id)
  const pauses = await pausesSaid(db, areaIds)
  return (areaId, date) => {
    const [begun, pause] = [first.get(areaId), pauses.get(areaId)]
    if (begun !== undefined && begun <= date) return !(rounds.get(areaId) ?? []).some(round => runsOn(round, date))
    return pause !== undefined && pause.since <= date && (pause.until === null || date < pause.until)
  }
}
