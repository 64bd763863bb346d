import { type AlertRule, CALCULATION_MINUTES } from '../../contract/alerts/alert-rules.ts'
import { MINUTE_MS } from '../time/units.ts'

/** Least number of firings that says anything of a rule. */
const ENOUGH = 5
/** Share of the firings that leads to action where a rule does its work. */
const ACTED = 0.25
/** Share of the firings nobody acted on that a delay should spare people. */
const SPARED = 0.75
/** Longest delay, min; more hides what is wrong, and what has to be acted on at once waits for less. */
const LONGEST_DELAY = 60
const LONGEST_DELAY_ACT_NOW = 15
const DELAYS = [5, 10, 15, 30, 60] as const

/** Alert that a rule gave: epoch ms; `until` null while it is open. */
export interface PastFiring {
  from: number
  until: number | null
  /** True when somebody said to be on it. */
  acted: boolean
}

type Rule = Pick<
  AlertRule,
  'comparator' | 'threshold_value' | 'clear_value' | 'calculation_minutes' | 'times' | 'urgency'
>

/**
 * Change proposed for a rule that is mostly ignored: `gap`, end only well away from its limit; `delay`, tell after
 * `minutes` of it, by so many evaluations in a row (`times`) or, for a rule of single messages, by a window
 * (`calculation_minutes`), which would have left `left` of the firings; `calmer`, be less urgent.
 */
export type Suggestion =
  | { kind: 'gap' }
  | { kind: 'delay'; minutes: number; times: number; calculation_minutes: Rule['calculation_minutes']; left: number }
  | { kind: 'calmer'; urgency: 'attention' | 'digest' }

/**
 * Proposes how a rule annoys less, from what it did in the last 30 days. Null where it fired fewer than five times, where at
 * least a quarter led to action, or where nothing sensible is left to say. In this order: a rule that ends at its very limit gets
 * a gap if half of its alerts were over within ten minutes; a delay is the shortest of 5, 10, 15, 30 and 60 min that would have
 * spared three quarters of the firings nobody acted on, and none that somebody did act on, at most 15 min for what has to be
 * acted on at once; otherwise it is told less urgently. The limit itself is never proposed to move: that is the animals'.
 * Source: product's own judgement (beyond.md, lead 13); evaluations come once a minute.
 */
export const suggestionFor = (rule: Rule, firings: readonly PastFiring[]): Suggestion | null => {
  const acted = firings.filter(one => one.acted)
  if (firings.length < ENOUGH || acted.length >= firings.length * ACTED) return null
  const isShort = (minutes: number) => (one: PastFiring) => lengthOf(one) < minutes
  const hasGap = rule.comparator === 'equal' || (rule.clear_value ?? rule.threshold_value) !== rule.threshold_value
  if (!hasGap && firings.filter(isShort(10)).length >= firings.length / 2) return { kind: 'gap' }
  const longest = rule.urgency === 'act_now' ? LONGEST_DELAY_ACT_NOW : LONGEST_DELAY
  const ignored = firings.filter(one => !one.acted)
  const minutes = DELAYS.find(
    delay =>
      delay <= longest &&
      !acted.some(isShort(delay)) &&
      ignored.filter(isShort(delay)).length >= ignored.length * SPARED,
  )
  const delay = minutes && delayOf(rule, minutes)
  if (delay) return { kind: 'delay', minutes, ...delay, left: firings.filter(one => !isShort(minutes)(one)).length }
  if (rule.urgency === 'digest') return null
  return { kind: 'calmer', urgency: rule.urgency === 'act_now' ? 'attention' : 'digest' }
}

/** Length of a firing, min; an open one is as long as it gets. */
const lengthOf = ({ from, until }: PastFiring): number =>
  until === null ? Number.POSITIVE_INFINITY : (until - from) / MINUTE_MS

/** Settings with which a rule waits for so long on top of what it waits now; null where it cannot. */
const delayOf = ({ calculation_minutes, times }: Rule, minutes: number) => {
  if (calculation_minutes > 0) return { times: Math.min(1000, times + minutes), calculation_minutes }
  const window = CALCULATION_MINUTES.find(one => one >= minutes && one > 0)
  return window === undefined ? null : { times, calculation_minutes: window }
}
