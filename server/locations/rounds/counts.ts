import { MAX_LOSSES, type RoundInput } from '#shared/contract/places/rounds.ts'
import { leftOf, type RoundDays, sumOfCounts } from '#shared/rules/locations/rounds.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import {
  countsOfRounds,
  deleteLossOfId,
  insertLoss,
  lossDaysOf,
  type NewLoss,
  type RoundRow,
  roundOfId,
} from './round-store.ts'

/** Refuses a field with a sentence. */
export const refuseField = (field: string, sentence: string): never => {
  throw new Failure('no_valid_input', { fields: { [field]: [sentence] } })
}

const NO_COUNTS = sumOfCounts([])

/** Animals that are left in a round by its counts. */
export const leftInRound = async (db: Database, { id, animals }: Pick<RoundRow, 'id' | 'animals'>): Promise<number> =>
  leftOf(animals, (await countsOfRounds(db, [id])).get(id) ?? NO_COUNTS)

/**
 * Writes counts of animals into a round whose area is held, all or none. Refuses a day that is none of the round, and animals
 * that are not there; `pathOf` names the row.
 */
export const writeCounts = async (
  trx: Database,
  t: Words,
  roundId: number,
  counts: readonly NewLoss[],
  pathOf: (index: number) => string = () => '',
) => {
  const round = await roundOfId(trx, roundId)
  if (!round || round.deleted_at !== null) throw new Failure('not_found')
  // Animals that come are there before others leave, in whatever order they were written down.
  let left = (await leftInRound(trx, round)) + sumOfCounts(counts).in
  for (const [index, { date, kind, animals }] of counts.entries()) {
    requireDayOf(t, round, date, `${pathOf(index)}date`)
    if (kind === 'in') continue
    if (animals > left) refuseField(`${pathOf(index)}animals`, t('fields.too_many_lost', { present: String(left) }))
    left -= animals
  }
  if (Number((await lossDaysOf(trx, roundId)).count) + counts.length > MAX_LOSSES)
    refuseField(`${pathOf(0)}date`, t('fields.too_many', { limit: MAX_LOSSES }))
  // Rows are written one by one: the text of the statement is always the same, so it is prepared once.
  const made: Awaited<ReturnType<typeof insertLoss>>[] = []
  for (const count of counts) made.push(await insertLoss(trx, roundId, count))
  return made
}

/** Refuses counts of a round whose area is held by which more animals went than came; `present` were there before them. */
export const requireNoneMissing = async (trx: Database, t: Words, round: RoundRow, present: number): Promise<void> => {
  if ((await leftInRound(trx, round)) < 0)
    refuseField('animals', t('fields.too_many_lost', { present: String(present) }))
}

/** Takes back a count of a round whose area is held. Refuses to take away animals that were counted as gone since. */
export const takeBackCount = async (
  trx: Database,
  t: Words,
  round: RoundRow,
  { id, kind, animals }: { id: number; kind: NewLoss['kind']; animals: number },
): Promise<void> => {
  const left = await leftInRound(trx, round)
  if (kind === 'in' && animals > left) refuseField('animals', t('fields.too_many_lost', { present: String(left) }))
  await deleteLossOfId(trx, id)
}

/** Animals are counted on the days of a round, the day out among them. */
const requireDayOf = (t: Words, { date_in, date_out }: RoundDays, date: string, field: string): void => {
  if (date < date_in || (date_out !== null && date > date_out))
    refuseField(field, t('fields.loss_outside', { from: date_in, until: date_out ?? '…' }))
}

/** Counts stay where they are when a round is corrected: its new days and number must leave room for them. */
export const requireCountsFit = async (db: Database, t: Words, id: number, round: RoundInput): Promise<void> => {
  const { first, last } = await lossDaysOf(db, id)
  if (first !== null && first < round.date_in)
    refuseField('date_in', t('fields.loss_outside', { from: first, until: last ?? first }))
  if (last !== null && round.date_out && last > round.date_out)
    refuseField('date_out', t('fields.loss_outside', { from: first ?? last, until: last }))
  const least = -(await leftInRound(db, { id, animals: 0 }))
  if (least > round.animals) refuseField('animals', t('fields.too_small', { limit: String(least) }))
}
