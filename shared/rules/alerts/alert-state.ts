import type { AlertRule } from '../../contract/alerts/alert-rules.ts'
import { HOUR_MS } from '../time/units.ts'
import { excessOf, type RuleVerdict } from './alert-rule.ts'

/** State of the watch of one rule over one device. Times are epoch ms. */
export interface WatchState {
  phase: 'idle' | 'pending' | 'firing'
  /** Evaluations in a row that held; while firing all that held. */
  held: number
  /** Time the condition began to hold; null while idle. */
  since: number | null
  /** Time of the last evaluation that counted. None that is not later changes anything. */
  evaluated: number
  last: { value: number | null; at: number } | null
  worst: { value: number | null; at: number } | null
  /** Value people were last told of, and when; null until the rule fires. */
  told: { value: number | null; at: number } | null
  cannotTell: boolean
}

export const IDLE: WatchState = {
  phase: 'idle',
  held: 0,
  since: null,
  evaluated: Number.NEGATIVE_INFINITY,
  last: null,
  worst: null,
  told: null,
  cannotTell: false,
}

/** Evaluation of a rule. */
export interface Seen {
  at: number
  verdict: RuleVerdict
  value: number | null
}

export type AlertEvent = 'fired' | 'worse' | 'resolved'

type Rule = Pick<AlertRule, 'times' | 'comparator' | 'threshold_value'>

/** Share of the threshold a value must have gone on at least: twice as far beyond it may still be next to nothing. */
const NOTICEABLE = 0.1

/**
 * Clearly worse than what people were told: at least twice as far beyond the threshold and by a tenth of the threshold
 * further, and an hour after they were told last.
 */
export const isClearlyWorse = (rule: Rule, told: WatchState['told'], seen: Seen): boolean => {
  if (!told || told.value === null || seen.value === null || seen.at - told.at < HOUR_MS) return false
  const [before, now] = [Math.max(0, excessOf(rule, told.value)), excessOf(rule, seen.value)]
  return now > before && now >= 2 * before && now - before >= NOTICEABLE * Math.abs(rule.threshold_value)
}

/**
 * The next state and what has happened: idle → pending (1 to N − 1 of N) → firing → idle. `quiet` while somebody is on it
 * or it is silenced: then nobody is told that it gets worse. The same state comes back, identical, when nothing is different.
 */
export const nextState = (
  rule: Rule,
  state: WatchState,
  seen: Seen,
  quiet = false,
): { state: WatchState; event: AlertEvent | null } => {
  if (seen.at <= state.evaluated) return { state, event: null }
  if (seen.verdict === 'holds') return holds(rule, state, seen, quiet)
  if (state.phase === 'firing') return stillFiring(state, seen)
  const stays = state.phase === 'idle' || seen.verdict === 'unknown'
  return { state: stays ? state : { ...IDLE, evaluated: seen.at }, event: null }
}

const holds = (rule: Rule, state: WatchState, seen: Seen, quiet: boolean) => {
  const now = { value: seen.value, at: seen.at }
  const held = state.held + 1
  const next: WatchState = {
    ...state,
    held,
    since: state.since ?? seen.at,
    evaluated: seen.at,
    last: now,
    worst: isFurther(rule, now.value, state.worst) ? now : state.worst,
    cannotTell: false,
  }
  if (state.phase !== 'firing') {
    if (held < rule.times) return { state: { ...next, phase: 'pending' as const }, event: null }
    return { state: { ...next, phase: 'firing' as const, told: now }, event: 'fired' as const }
  }
  if (quiet || !isClearlyWorse(rule, state.told, seen)) return { state: next, event: null }
  return { state: { ...next, told: now }, event: 'worse' as const }
}

const isFurther = (rule: Rule, value: number | null, worst: WatchState['worst']): boolean =>
  !worst || worst.value === null || (value !== null && excessOf(rule, value) > excessOf(rule, worst.value))

const stillFiring = (state: WatchState, seen: Seen): { state: WatchState; event: AlertEvent | null } => {
  if (seen.verdict === 'unknown')
    return { state: state.cannotTell ? state : { ...state, cannotTell: true, evaluated: seen.at }, event: null }
  const last = { value: seen.value, at: seen.at }
  if (seen.verdict === 'between')
    return { state: { ...state, last, cannotTell: false, evaluated: seen.at }, event: null }
  return { state: { ...IDLE, evaluated: seen.at, last }, event: 'resolved' }
}
