import { requireAnswer } from '../../kit/database/series.ts'
import type { Services } from '../../kit/services.ts'
import type { ActiveRule } from '../rules/rule-store.ts'
import { NoTurn, StoresAway, TooSlow, within } from './apart.ts'
import { clockOf } from './clock-store.ts'
import type { Observation } from './evaluate.ts'
import type { EvaluationFailure } from './failure-store.ts'
import { watchOf } from './state-store.ts'
import type { WatchedRule } from './targets.ts'

/** The minute has to end before the next one begins. */
const NEARLY_A_MINUTE = 50_000
/** Time that one account, or several small ones together, may take (ms). */
const SHARE_MS = 10_000
const ANSWER_MS = 5000
/** Stores that have just answered are not asked again for each thing that fails. */
const TRUSTED_MS = 1000

const LONGEST_DETAIL = 500

/** Text of an error as it is kept with a failure. */
export const detailOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, LONGEST_DETAIL)

/** Throws StoresAway when one of them does not answer. */
export const requireStores = async ({ db, series }: Pick<Services, 'db' | 'series'>): Promise<void> => {
  try {
    await within(ANSWER_MS, async signal => {
      await clockOf(db)
      await requireAnswer(series, signal)
    })
  } catch (error) {
    throw new StoresAway(detailOf(error), { cause: error })
  }
}

/** Evaluation of everything, once: what failed in it, and how much time is left. */
export interface Round {
  failures: EvaluationFailure[]
  /** True once something had to be left out for lack of time. */
  isCut: boolean
  /**
   * Tells whether a rule took too long for devices of a shard: of further ones there it is not asked this minute, which would take the
   * time of others.
   */
  isSlow(rule: ActiveRule, shard: number): boolean
  /** ms that the next share may take; 0 when the minute is over. */
  left(): number
  ruleFailed(one: WatchedRule, shard: number, error: unknown): Promise<void>
  observationFailed(seen: Observation, error: unknown): Promise<void>
}

export const createRound = (services: Services): Round => {
  const began = performance.now()
  const failures: EvaluationFailure[] = []
  const noted = new Set<string>()
  const slow = new Set<string>()
  let answeredAt = Number.NEGATIVE_INFINITY
  const note = async (failure: Omit<EvaluationFailure, 'reason' | 'detail'>, error: unknown): Promise<void> => {
    if (performance.now() - answeredAt > TRUSTED_MS) await requireStores(services)
    answeredAt = performance.now()
    // A rule that failed for several groups of devices has one failure.
    if (noted.has(failure.watch)) return
    noted.add(failure.watch)
    services.log.error({ err: error, watch: failure.watch }, 'could not be evaluated')
    failures.push({ ...failure, reason: error instanceof TooSlow ? 'too_slow' : 'error', detail: detailOf(error) })
  }
  return {
    failures,
    isCut: false,
    isSlow: (rule, shard) => slow.has(`${shard} ${rule.id}`),
    left: () => Math.min(SHARE_MS, Math.max(0, NEARLY_A_MINUTE - (performance.now() - began))),
    ruleFailed: ({ rule }, shard, error) => {
      if (error instanceof TooSlow && !(error instanceof NoTurn)) slow.add(`${shard} ${rule.id}`)
      return note({ watch: watchOf(rule), alert_rule_id: rule.id, user_id: rule.user_id }, error)
    },
    observationFailed: (seen, error) => note(failureKeyOf(seen), error),
  }
}

/** Key under which a failure of an observation is kept. */
export const failureKeyOf = ({ watch, rule, device }: Observation) => ({
  watch: rule ? watch : `${watch} ${device.id}`,
  alert_rule_id: rule?.id ?? null,
  user_id: rule?.user_id ?? null,
})
