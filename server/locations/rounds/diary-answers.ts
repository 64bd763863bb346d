import type { RoundCount } from '#shared/rules/locations/rounds.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Words } from '../../kit/language.ts'
import { writeCounts } from './counts.ts'
import { deleteLossesOfInspection, keepDiaryAnswer } from './round-store.ts'

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
  await deleteLossesOfInspection(trx, answer)
  if (animals > 0) await writeCounts(trx, t, round_id, [{ date, kind, animals, inspection_id }])
  await keepDiaryAnswer(trx, answer)
}

/** Leaves a count of the diary out; what was taken over before its number was changed stays. */
export const leaveOutCount = keepDiaryAnswer
