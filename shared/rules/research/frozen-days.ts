import { localDateAt } from '../time/wall-clock.ts'

/** `YYYY-MM-DD` of a moment (ISO 8601) at the places of a frozen version; in UTC for a version that was made without a zone. */
export const frozenDay = (time: string | number, zone: string | undefined): string => localDateAt(time, zone ?? 'UTC')

/** First and last day of the period of a frozen version: what ends at midnight ends with the day before. */
export const frozenDays = (
  { from, until }: { from: string; until: string },
  zone: string | undefined,
): { from: string; until: string } => ({
  from: frozenDay(from, zone),
  until: frozenDay(Date.parse(until) - 1, zone),
})
