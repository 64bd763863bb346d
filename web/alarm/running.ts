import type { AlarmWatch } from '../../shared/contract/alarm-plans.ts'

export const WATCH_RELOAD = 30_000
/** ms. Longer without a minute evaluated, and something is wrong. */
export const STANDS = 5 * 60_000

export const isRunning = ({ now, evaluated_at: at }: AlarmWatch): boolean =>
  at !== null && Date.parse(now) - Date.parse(at) <= STANDS
