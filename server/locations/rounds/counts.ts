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
  const known = (await countsOfRounds(trx, [roundId])).get(roundId) ?? NO_COUNTS
  // Animals that come are there before others leave, in whatever order they were written down.
  let left = leftOf(round.animals, known) + sumOfCounts(counts).in
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

/** Takes back a count of a round whose area is held. Refuses to take away animals that were counted as gone since. */
export const takeBackCount = async (
  trx: Database,
  t: Words,
  round: RoundRow,
  { id, kind, animals }: { id: number; kind: NewLoss['kind']; animals: number },
): Promise<void> => {
  const left = leftOf(round.animals, (await countsOfRounds(trx, [round.id])).get(round.id) ?? NO_COUNTS)
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
  const least = -leftOf(0, (await countsOfRounds(db, [id])).get(id) ?? NO_COUNTS)
  if (least > round.animals) refuseField('animals', t('fields.too_small', { limit: String(least) }))
}
