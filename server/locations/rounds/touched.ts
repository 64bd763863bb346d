import type { TouchedDays } from '../changes.ts'
import type { RoundRow } from './round-store.ts'

type Round = Pick<RoundRow, 'date_in' | 'date_out' | 'age_in' | 'animals' | 'curve'>

const daysOf = ({ date_in, date_out }: Pick<Round, 'date_in' | 'date_out'>): TouchedDays => ({
  from: date_in,
  until: date_out,
})

const first = (...dates: string[]): string => dates.toSorted()[0] ?? ''
const last = (...dates: (string | null)[]): string | null =>
  dates.includes(null) ? null : (dates.toSorted().at(-1) ?? null)

/** Days that rounds bear on which come or go together; null without any. */
export const touchedByRounds = (rounds: readonly Pick<Round, 'date_in' | 'date_out'>[]): TouchedDays | null =>
  rounds
    .map(daysOf)
    .reduce<TouchedDays | null>(
      (all, days) => (all ? { from: first(all.from, days.from), until: last(all.until, days.until) } : days),
      null,
    )

/** Days on which a corrected round has other animals than before, by number, age or mass; null where none has. */
export const touchedByCorrection = (before: Round, after: Round): TouchedDays | null => {
  const told = ({ date_in, age_in, animals, curve }: Round) => JSON.stringify([date_in, age_in, animals, curve])
  if (told(before) !== told(after)) return touchedByRounds([before, after])
  const ends = [before.date_out, after.date_out]
  if (ends[0] === ends[1]) return null
  return { from: first(...ends.filter(date => date !== null)), until: last(...ends) }
}

/** Days that counts of a round bear on: from the first of them until its end; null without any. */
export const touchedByCounts = (
  { date_out }: Pick<Round, 'date_out'>,
  counts: readonly { date: string }[],
): TouchedDays | null =>
  counts.length > 0 ? { from: first(...counts.map(({ date }) => date)), until: date_out } : null
