import { useQuery } from '@tanstack/react-query'
import type { AlarmWatch } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

const WATCH_RELOAD = 30_000

/** The signs of life of the watch, read again and again. */
export const ALARM_WATCH = { ...queryOf(api.getAlarmWatch, {}), refetchInterval: WATCH_RELOAD }
export const useAlarmWatch = () => useQuery(ALARM_WATCH)

/**
 * `begins`: a server that has just been set up has evaluated nothing yet. `deaf`: rules are evaluated, and no message can be
 * taken.
 */
export const runOf = ({
  evaluated_at: at,
  problem,
}: Pick<AlarmWatch, 'evaluated_at' | 'problem'>): 'begins' | 'runs' | 'stands' | 'deaf' => {
  if (at === null) return 'begins'
  if (problem === 'not_heard') return 'deaf'
  return problem === null ? 'runs' : 'stands'
}
