import type { RoundOfEmission } from '#shared/rules/locations/emission-settings.ts'
import type { Database } from '../../kit/database/database.ts'
import { firstRoundsOf, lossesOfRounds, roundsWithAnimals, wantsOf } from './round-store.ts'

export { roundsWithAnimals } from './round-store.ts'

/** Rounds of an area in some days, and the day on which its first one began; null where rounds are not kept. */
export interface KeptRounds {
  rounds: (Omit<RoundOfEmission, 'losses'> & {
    id: number
    name: string | null
    preset: string | null
    occupied_on: string | null
    losses: (RoundOfEmission['losses'][number] & { inspection_id: number | null })[]
  })[]
  roundsSince: string | null
}

/** Rounds of these areas that run from ≤ day < until (local dates), with their animals and losses. */
export const roundsOfAnimals = async (
  db: Database,
  areaIds: readonly number[],
  from: string,
  until: string,
): Promise<(areaId: number) => KeptRounds> => {
  const [rows, kept] = [await roundsWithAnimals(db, areaIds, from, until), await firstRoundsOf(db, areaIds)]
  const losses = Map.groupBy(
    await lossesOfRounds(
      db,
      rows.map(({ id }) => id),
    ),
    ({ round_id }) => round_id,
  )
  const byArea = Map.groupBy(rows, ({ area_id }) => area_id)
  return areaId => ({
    roundsSince: kept.get(areaId) ?? null,
    rounds: (byArea.get(areaId) ?? []).map(round => ({
      ...round,
      ...wantsOf(round),
      losses: losses.get(round.id) ?? [],
    })),
  })
}
