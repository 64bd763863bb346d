import type { Insight } from '#shared/contract/measurements/insights.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'

/** Period (ISO 8601) in which yesterday and last night of every time zone lie. It is the same all day, so that it is asked for once. */
export const periodOfLastDay = (now: number): { from: string; until: string } => {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return { from: new Date(today - DAY_MS).toISOString(), until: new Date(today + 2 * DAY_MS).toISOString() }
}

/** Tells whether an insight is of yesterday, or of the night into today, by the days of its place. */
export const isOfLastDay = ({ day, time_zone }: Pick<Insight, 'day' | 'time_zone'>, now: number): boolean => {
  const yesterday = Date.parse(localDateAt(now, time_zone)) - DAY_MS
  return day >= new Date(yesterday).toISOString().slice(0, 10)
}
