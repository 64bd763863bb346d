import type { RoundCount } from '#shared/rules/locations/rounds.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Words } from '../../kit/language.ts'
import { leftInRound, requireNoneMissing, writeCounts } from './counts.ts'
import { deleteLossesOfInspection, keepDiaryAnswer, type RoundRow, roundsOfInspection } from './round-store.ts'

export { diaryAnswersOf as diaryAnswersIn, lockArea } from './round-store.ts'

interface Answered {
  area_id: number
  inspection_id: number
  kind: RoundCount
  animals: number
}

/** Writes a count of the diary into a round whose area is held; it takes the place of what the inspection said before. */
export const takeOverCount = async (
  trx: Database,
  t: Words,
  { round_id, date, ...answer }: Answered & { round_id: number; date: string },
): Promise<void> => {
  const { kind, animals, inspection_id } = answer
  // The inspection may have been of the days of another round before: that one loses the count.
  const before: { round: RoundRow; present: number }[] = []
  for (const round of await roundsOfInspection(trx, answer))
    before.push({ round, present: await leftInRound(trx, round) })
  await deleteLossesOfInspection(trx, answer)
  if (animals > 0) await writeCounts(trx, t, round_id, [{ date, kind, animals, inspection_id }])
  for (const { round, present } of before) await requireNoneMissing(trx, t, round, present)
  await keepDiaryAnswer(trx, answer)
}

/** Leaves a count of the diary out; what was taken over before its number was changed stays. */
export const leaveOutCount = keepDiaryAnswer
