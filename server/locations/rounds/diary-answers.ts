import type { RoundCount } from '#shared/rules/locations/rounds.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Words } from '../../kit/language.ts'
import { leftInRound, requireNoneMissing, writeCounts } from './counts.ts'
import {
  deleteLossesOfInspection,
  deleteOtherAnswers,
  keepDiaryAnswer,
  type RoundRow,
  roundsOfInspection,
} from './round-store.ts'

export { countsOfInspections, diaryAnswersOf as diaryAnswersIn, inspectionsCountedIn, lockArea } from './round-store.ts'

interface Answered {
  area_id: number
  inspection_id: number
  kind: RoundCount
  /** Number of the inspection, and its local day. */
  animals: number
  date: string
}

/**
 * Writes a count of the diary into a round of an area that is held, or into none; it takes the place of what the inspection
 * said before, in whichever rounds that is: their areas are held, too.
 */
export const takeOverCount = async (
  trx: Database,
  t: Words,
  answer: Answered,
  round_id: number | null,
): Promise<void> => {
  const { date, kind, animals, inspection_id } = answer
  const before: { round: RoundRow; present: number }[] = []
  for (const round of await roundsOfInspection(trx, answer))
    before.push({ round, present: await leftInRound(trx, round) })
  await deleteLossesOfInspection(trx, answer)
  if (animals > 0 && round_id !== null) await writeCounts(trx, t, round_id, [{ date, kind, animals, inspection_id }])
  for (const { round, present } of before) await requireNoneMissing(trx, t, round, present)
  await deleteOtherAnswers(trx, answer)
  await keepDiaryAnswer(trx, answer)
}

/** Leaves a count of the diary out; what was taken over before its number, its day or its area was changed stays. */
export const leaveOutCount = keepDiaryAnswer
