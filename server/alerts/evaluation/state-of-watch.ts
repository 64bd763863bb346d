import type { WATCH_PROBLEMS } from '#shared/contract/alerts/alarm-plans.ts'
import type { Services } from '../../kit/services.ts'
import { clockOf } from './clock-store.ts'
import { hearingOf } from './hearing.ts'

export { countFailures } from './failure-store.ts'

/** Greatest age (ms) of the newest minute and of the last sign; when older, the watch does not run. */
const FRESH_MS = 2 * 60_000

export type WatchProblem = (typeof WATCH_PROBLEMS)[number]

export interface StateOfWatch {
  /** The newest minute that was evaluated for everybody; null before the first. ISO 8601. */
  evaluatedAt: string | null
  /** Time since which all was evaluated and messages could be taken; null while that is not so. ISO 8601. */
  awakeSince: string | null
  /** Time at which messages could last be taken. ISO 8601. */
  heardAt: string | null
  /** Time until which both held; null before the first time. ISO 8601. */
  watchedAt: string | null
  problem: WatchProblem | null
}

/**
 * State of the watch: it lives while the last minute was evaluated to its end for everybody, and messages could be
 * taken. Everything that says so reads it here: the page, the alert list, and the call to the operator's own watch.
 */
export const stateOfWatch = async (services: Pick<Services, 'db' | 'environment' | 'now'>): Promise<StateOfWatch> => {
  const now = services.now()
  const clock = await clockOf(services.db)
  const hearing = await hearingOf(services, now)
  const isEvaluated = clock !== undefined && now - Date.parse(clock.minute) <= FRESH_MS
  const isHeard = hearing.last !== null && now - hearing.last <= FRESH_MS
  const problem = !isHeard ? 'not_heard' : isEvaluated ? null : 'not_evaluated'
  const awake = clock && hearing.since !== null ? Math.max(Date.parse(clock.awake_since), hearing.since) : null
  const heardAt = hearing.last === null ? null : new Date(hearing.last).toISOString()
  const evaluatedAt = clock?.minute ?? null
  return {
    evaluatedAt,
    awakeSince: problem === null && awake !== null ? new Date(awake).toISOString() : null,
    heardAt,
    watchedAt: evaluatedAt === null || heardAt === null ? null : ([evaluatedAt, heardAt].sort()[0] ?? null),
    problem,
  }
}
