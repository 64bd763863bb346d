import { DAY_MS } from '#shared/rules/time/units.ts'

const months = new Map<number, number>()

/** Months since the year 0 of an instant in UTC, epoch ms: readings of one month lie in one partition. */
export const monthOf = (time: number): number => {
  const day = Math.floor(time / DAY_MS)
  // Worked out once for each day: a message holds thousands of readings of each.
  const known = months.get(day)
  if (known !== undefined) return known
  const date = new Date(time)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  months.set(day, month)
  return month
}
