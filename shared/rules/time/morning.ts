import { dateTimeAt } from './wall-clock.ts'

/** Hours on the wall of a place in which home tells of its last night: from the first round through the barns to noon. */
const FROM = 5
const UNTIL = 12

/** Tells whether it is morning at `now` (epoch ms) in a zone. */
export const isMorning = (now: number, zone: string): boolean => {
  const hour = Number(dateTimeAt(now, zone).slice(11, 13))
  return hour >= FROM && hour < UNTIL
}
