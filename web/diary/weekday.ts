const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** Key of the weekday of a date (`YYYY-MM-DD`) in diary.json. */
export const weekdayKey = (date: string) => `weekday.${WEEKDAYS[new Date(date).getUTCDay()] ?? 0}` as const
