import type { DiaryCount } from '#shared/contract/places/flocks.ts'
import type { DiaryMove, DiaryWay } from '#shared/rules/locations/exposure.ts'
import { leftOf, type RoundCount, runsOn, sumOfCounts } from '#shared/rules/locations/rounds.ts'
import { dayAfter, dayBefore } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { numbersOfArea, whereInspectionsAre } from '../diary/answers.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { type Caller, hasLocationRight } from '../locations/access.ts'
import { noteRoundsChanged } from '../locations/changes.ts'
import { type KeptRounds, roundsOfAnimals } from '../locations/rounds/animals.ts'
import {
  countsOfInspections,
  diaryAnswersIn,
  inspectionsCountedIn,
  leaveOutCount,
  lockArea,
  takeOverCount,
} from '../locations/rounds/diary-answers.ts'

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
type Counted = Awaited<ReturnType<typeof countsOfInspections>>[number]

/** Question about an area: who asks, and when. */
interface Asked {
  area: Area
  time_zone: string
  now: number
  user: Caller
}
/** Count of an inspection: what it says about animals of one kind, and what rounds have of it. */
interface Said {
  inspection_id: number
  kind: RoundCount
  animals: number
  date: string
  /** Counts that rounds of the area have of it, and those of other areas. */
  own: readonly Counted[]
  others: readonly Counted[]
}

const sum = (counts: readonly { animals: number }[]): number => counts.reduce((all, one) => all + one.animals, 0)

/**
 * Counts of the diary that nobody has answered as they are now, the newest first: each may become part of the round of its day.
 * A count that was taken over, and whose inspection is of another day, area or number since, is asked about again where it is
 * and where it would be; it is in one place until then, and afterwards.
 */
export const diaryCounts = async (db: Database, { area, time_zone, now, user }: Asked): Promise<DiaryCount[]> => {
  const since = now - LOOKED_BACK
  const [from, until] = [localDateAt(since, time_zone), dayAfter(localDateAt(now, time_zone))]
  const found = await numbersOfArea(db, area, KEYS, { from: new Date(since).toISOString() })
  const here = new Set(found.map(({ inspection_id }) => inspection_id))
  const gone = (await inspectionsCountedIn(db, area.id, from)).filter(id => !here.has(id))
  const ids = [...here, ...gone]
  const answers = new Map(
    (await diaryAnswersIn(db, area.id, ids)).map(answer => [`${answer.inspection_id} ${answer.kind}`, answer]),
  )
  const counted = Map.groupBy(await countsOfInspections(db, ids), one => `${one.inspection_id} ${one.kind}`)
  const { rounds } = (await roundsOfAnimals(db, [area.id], dayBefore(from), until))(area.id)
  const mayEdit = await placesToEdit(db, user, area, [...counted.values()].flat())
  const asked = found.flatMap(({ inspection_id, time, numbers }) =>
    KINDS.flatMap((kind): DiaryCount[] => {
      const animals = ITEMS[kind].reduce((all, item) => all + (numbers.get(item) ?? 0), 0)
      if (!Number.isInteger(animals) || animals < 0) return []
      const key = `${inspection_id} ${kind}`
      const all = counted.get(key) ?? []
      const own = all.filter(({ area_id }) => area_id === area.id)
      const others = all.filter(({ area_id }) => area_id !== area.id)
      const date = localDateAt(time, time_zone)
      const answer = answers.get(key)
      // The release before kept no day with an answer: that of the count tells it.
      if (answer?.animals === animals && (answer.date ?? own[0]?.date ?? date) === date) return []
      return askedOf({ kind, animals, date, inspection_id, own, others }, rounds, mayEdit)
    }),
  )
  const there = await whereInspectionsAre(db, gone)
  const stray = gone.flatMap(inspection_id =>
    KINDS.flatMap((kind): DiaryCount[] => {
      const inspection = there.get(inspection_id)
      const key = `${inspection_id} ${kind}`
      const own = (counted.get(key) ?? []).filter(({ area_id }) => area_id === area.id)
      const date = own[0]?.date
      const answer = answers.get(key)
      // A deleted inspection takes nothing away.
      if (!inspection || date === undefined || (answer?.animals === 0 && answer.date === date)) return []
      const moved = inspection.only_area_id !== area.id ? 'area' : inspection.time < since ? 'day' : null
      return [takenBack({ kind, animals: 0, date, inspection_id, own, others: [] }, rounds, moved)]
    }),
  )
  return [...asked, ...stray]
}

/** Tells of which of these places the caller may take counts back. */
const placesToEdit = async (db: Database, user: Caller, area: Area, counts: readonly Counted[]) => {
  const may = new Set([area.location_id])
  for (const id of new Set(counts.map(({ location_id }) => location_id)))
    if (!may.has(id) && (await hasLocationRight(db, user, id, 'edit'))) may.add(id)
  return may
}

/** Question about a count; none where it says nothing that the round of its day does not say, or there is none that it could belong to. */
const askedOf = (said: Said, rounds: readonly Round[], mayEdit: ReadonlySet<number>): DiaryCount[] => {
  const { kind, animals, date, inspection_id, own, others } = said
  const ended = rounds.find(({ date_out }) => date_out === date)
  const running = rounds.find(one => runsOn(one, date))
  // On a day on which one round went and another came, who leaves or died is of the first.
  const round = kind === 'in' ? running : (ended ?? running)
  const moved: DiaryMove | null = own.some(one => one.date !== date) ? 'day' : others.length > 0 ? 'area' : null
  const isTold =
    round && (kind === 'in' ? round.date_in === date && round.animals === animals : kind === 'out' && ended)
  if ((!round && kind !== 'in') || isTold || animals === 0)
    return own.length > 0 ? [takenBack(said, rounds, moved)] : []
  const shown = { inspection_id, date, kind, animals, moved, ...elsewhereOf(others, mayEdit) }
  const taken = own.length > 0 ? sum(own) : null
  if (!round) return [{ ...shown, round: null, known: 0, taken, ways: ['begin'] }]
  const same = round.losses.filter(count => count.kind === kind)
  const left = leftWith(round, said)
  // A person who may not change the other place cannot move its count from there.
  const isHeld = others.some(one => !mayEdit.has(one.location_id))
  const fits: DiaryWay[] = left >= 0 && !isHeld ? ['add'] : []
  const further: DiaryWay[] =
    kind === 'out' && round.date_out === null
      ? ['end']
      : left < 0 || (kind === 'in' && round.date_in === date)
        ? ['change']
        : []
  return [
    {
      ...shown,
      round: namedOf(round),
      known: sum(same.filter(count => count.date === date && count.inspection_id !== inspection_id)),
      taken,
      ways: [...fits, ...further],
    },
  ]
}

/** Question whether a count is taken back out of the round that has it. */
const takenBack = (said: Said, rounds: readonly Round[], moved: DiaryMove | null): DiaryCount => {
  const { kind, animals, date, inspection_id, own } = said
  const round = rounds.find(({ id }) => id === own[0]?.round_id)
  const fits = !round || leftWith(round, { ...said, animals: 0 }) >= 0
  return {
    inspection_id,
    date,
    kind,
    animals,
    moved,
    elsewhere: null,
    round: round ? namedOf(round) : null,
    known: 0,
    taken: sum(own),
    ways: [fits ? 'withdraw' : 'change'],
  }
}

/** Animals that would be left in a round with what an inspection says now. */
const leftWith = (round: Round, { kind, animals, own }: Pick<Said, 'kind' | 'animals' | 'own'>): number => {
  const more = animals - sum(own.filter(one => one.round_id === round.id))
  return leftOf(round.animals, sumOfCounts(round.losses)) + (kind === 'in' ? more : -more)
}

const namedOf = ({ id, name, date_in }: Round) => ({ id, name, date_in })

/** The other area that has a count; without its name for who may not change it. */
const elsewhereOf = (others: readonly Counted[], mayEdit: ReadonlySet<number>): Pick<DiaryCount, 'elsewhere'> => {
  const [other] = others
  return { elsewhere: other ? { area_name: mayEdit.has(other.location_id) ? other.area_name : null } : null }
}

/**
 * Takes counts over into their rounds, takes them back or leaves them out; the area is held. An answer that was given already
 * is one; a number or a day that is another one by now throws changed_meanwhile.
 */
export const answerCounts = async (
  trx: Database,
  t: Words,
  asked: Asked,
  answers: readonly (Pick<DiaryCount, 'inspection_id' | 'kind' | 'animals'> & { date?: string; take: boolean })[],
): Promise<void> => {
  const { area } = asked
  const ids = answers.map(({ inspection_id }) => inspection_id)
  const others = (await countsOfInspections(trx, ids)).map(({ area_id }) => area_id).filter(id => id !== area.id)
  for (const id of [...new Set(others)].sort((a, b) => a - b)) await lockArea(trx, id)
  const open = await diaryCounts(trx, asked)
  const known = await diaryAnswersIn(trx, area.id, ids)
  const taken: string[] = []
  for (const { take, ...answer } of answers) {
    const isSame = (one: { inspection_id: number; kind: RoundCount; animals: number; date: string | null }) =>
      one.inspection_id === answer.inspection_id &&
      one.kind === answer.kind &&
      one.animals === answer.animals &&
      (answer.date ?? one.date) === one.date
    const count = open.find(isSame)
    const isOpen = open.some(one => one.inspection_id === answer.inspection_id && one.kind === answer.kind)
    if (!isOpen && known.some(isSame)) continue
    if (!count) throw new Failure('changed_meanwhile')
    const { inspection_id, kind, animals, date } = count
    const of = { inspection_id, kind, animals, date, area_id: area.id }
    if (!take) {
      await leaveOutCount(trx, of)
      continue
    }
    taken.push(date)
    if (count.ways.includes('withdraw')) await takeOverCount(trx, t, of, null)
    else if (count.round && count.ways.includes('add')) await takeOverCount(trx, t, of, count.round.id)
    else throw new Failure('changed_meanwhile')
  }
  const [from] = taken.toSorted()
  // Answers that are given together are one change.
  if (from !== undefined) await noteRoundsChanged({ now: () => asked.now }, trx, area, { from, until: null })
}
