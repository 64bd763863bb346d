import type { AlarmWatch } from '../../shared/contract/alarm-plans.ts'

export const WATCH_RELOAD = 30_000
/** ms. Longer without a minute evaluated, and something is wrong. */
export const STANDS = 5 * 60_000

/** `begins`: a server that has just been set up has evaluated nothing yet. */
export const runOf = ({ now, evaluated_at: at }: AlarmWatch): 'begins' | 'runs' | 'stands' => {
  if (at === null) return 'begins'
  return Date.parse(now) - Date.parse(at) <= STANDS ? 'runs' : 'stands'
}
