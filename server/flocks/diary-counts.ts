import type { DiaryCount } from '#shared/contract/places/flocks.ts'
import type { DiaryWay } from '#shared/rules/locations/exposure.ts'
import { leftOf, type RoundCount, runsOn, sumOfCounts } from '#shared/rules/locations/rounds.ts'
import { dayAfter, dayBefore } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { numbersOfArea } from '../diary/answers.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { type KeptRounds, roundsOfAnimals } from '../locations/rounds/animals.ts'
import { diaryAnswersIn, leaveOutCount, takeOverCount } from '../locations/rounds/diary-answers.ts'

/** Items of the checklist template that count animals. */
const ITEMS = {
  lost: ['animals_dead', 'animals_culled'],
  out: ['work_animals_out'],
  in: ['work_animals_in'],
} as const satisfies Record<RoundCount, readonly string[]>
const KINDS: readonly RoundCount[] = ['in', 'lost', 'out']
const KEYS = KINDS.flatMap(kind => ITEMS[kind])

/** Days that are looked back: older counts are not asked about any more, so costs do not grow with history. */
const LOOKED_BACK = 60 * DAY_MS

type Area = { id: number; location_id: number }
type Round = KeptRounds['rounds'][number]

/** Counts of the diary that nobody has answered, the newest first; each may become part of the round of its day. */
export const diaryCounts = async (db: Database, area: Area, time_zone: string, now: number): Promise<DiaryCount[]> => {
  const since = now - LOOKED_BACK
  const found = await numbersOfArea(db, area, KEYS, new Date(since).toISOString())
  const answers = new Map(
    (
      await diaryAnswersIn(
        db,
        area.id,
        found.map(({ inspection_id }) => inspection_id),
      )
    ).map(({ inspection_id, kind, animals }) => [`${inspection_id} ${kind}`, animals]),
  )
  const [from, until] = [localDateAt(since, time_zone), dayAfter(localDateAt(now, time_zone))]
  const { rounds } = (await roundsOfAnimals(db, [area.id], dayBefore(from), until))(area.id)
  return found.flatMap(({ inspection_id, time, numbers }) =>
    KINDS.flatMap((kind): DiaryCount[] => {
      const animals = ITEMS[kind].reduce((sum, item) => sum + (numbers.get(item) ?? 0), 0)
      if (!Number.isInteger(animals) || animals < 0) return []
      if (answers.get(`${inspection_id} ${kind}`) === animals) return []
      const date = localDateAt(time, time_zone)
      const asked = askedOf({ kind, animals, date, inspection_id }, rounds)
      return asked ? [{ inspection_id, date, kind, animals, ...asked }] : []
    }),
  )
}

/** Question about a count; null where it says nothing that the round of its day does not say, or there is none that it could belong to. */
const askedOf = (
  { kind, animals, date, inspection_id }: Pick<DiaryCount, 'kind' | 'animals' | 'date' | 'inspection_id'>,
  rounds: readonly Round[],
): Pick<DiaryCount, 'round' | 'known' | 'taken' | 'ways'> | null => {
  const ended = rounds.find(({ date_out }) => date_out === date)
  const running = rounds.find(one => runsOn(one, date))
  // On a day on which one round went and another came, who leaves or died is of the first.
  const round = kind === 'in' ? running : (ended ?? running)
  if (!round) return kind === 'in' && animals > 0 ? { round: null, known: 0, taken: null, ways: ['begin'] } : null
  const isTold = kind === 'in' ? round.date_in === date && round.animals === animals : kind === 'out' && ended
  const same = round.losses.filter(count => count.kind === kind)
  const own = same.filter(count => count.inspection_id === inspection_id)
  // A number of none is asked about where animals were taken over before.
  if (isTold || (animals === 0 && own.length === 0)) return null
  const sum = (counts: readonly { animals: number }[]) => counts.reduce((all, one) => all + one.animals, 0)
  const more = animals - sum(own)
  const left = leftOf(round.animals, sumOfCounts(round.losses)) + (kind === 'in' ? more : -more)
  const fits: DiaryWay[] = left >= 0 ? ['add'] : []
  const others: DiaryWay[] =
    kind === 'out' && animals > 0 && round.date_out === null
      ? ['end']
      : fits.length === 0 || (kind === 'in' && round.date_in === date)
        ? ['change']
        : []
  return {
    round: { id: round.id, name: round.name, date_in: round.date_in },
    known: sum(same.filter(count => count.date === date && count.inspection_id !== inspection_id)),
    taken: own.length > 0 ? sum(own) : null,
    ways: [...fits, ...others],
  }
}

/**
 * Takes counts over into their rounds or leaves them out; the area is held. An answer that was given already is one; a
 * number that is another one by now throws changed_meanwhile.
 */
export const answerCounts = async (
  trx: Database,
  t: Words,
  { area, time_zone, now }: { area: Area; time_zone: string; now: number },
  answers: readonly (Pick<DiaryCount, 'inspection_id' | 'kind' | 'animals'> & { take: boolean })[],
): Promise<void> => {
  const open = await diaryCounts(trx, area, time_zone, now)
  const known = await diaryAnswersIn(
    trx,
    area.id,
    answers.map(({ inspection_id }) => inspection_id),
  )
  for (const { take, ...answer } of answers) {
    const isSame = (one: typeof answer) =>
      one.inspection_id === answer.inspection_id && one.kind === answer.kind && one.animals === answer.animals
    const count = open.find(isSame)
    if (!count && known.some(isSame)) continue
    if (!count) throw new Failure('changed_meanwhile')
    const of = { ...answer, area_id: area.id }
    if (!take) await leaveOutCount(trx, of)
    else if (count.round && count.ways.includes('add'))
      await takeOverCount(trx, t, { ...of, round_id: count.round.id, date: count.date })
    else throw new Failure('changed_meanwhile')
  }
}
