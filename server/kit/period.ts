import type { Interval } from '#shared/rules/time/interval.ts'
import { EndBeforeStart, type Period, periodOf } from '#shared/rules/time/period.ts'
import { Failure } from './failure.ts'
import type { Words } from './language.ts'

/** A period that cannot be is told at its beginning. */
export const readPeriod = (read: () => Period, t: Words): Period => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const said = error instanceof EndBeforeStart ? 'fields.end_before_start' : 'fields.invalid_time'
    throw new Failure('no_valid_input', { fields: { date_start: [t(said)] } })
  }
}

/** Dates of a query; one that is left out leaves its side open. */
export type Dates = Partial<Record<'date_start' | 'date_end', string | undefined>>

const EVER = { date_start: '2000-01-01', date_end: '2999-12-31' }

/** Interval (ISO, UTC) from the first to the last date asked, in local time of `zone`. */
export const readDates = (
  { date_start = EVER.date_start, date_end = EVER.date_end }: Dates,
  zone: string,
  t: Words,
): Interval<string> => {
  const choice = { interval: 'selection', index: 0, date_start, date_end } as const
  // A selection begins and ends where it says, whatever the time is.
  const { from, until } = readPeriod(() => periodOf(choice, 0, zone), t)
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
}
