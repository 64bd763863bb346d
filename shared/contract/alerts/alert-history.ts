import { z } from 'zod'
import { IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { CALCULATION_MINUTES } from './alert-rules.ts'

/**
 * Hints from a rule's past: it never fired; it swings around its limit (most alerts are over within ten minutes); it
 * fires more than once a day; nobody ever takes care of it. Null: nothing to say.
 */
export const RULE_HINTS = ['never_fired', 'swings', 'too_often', 'ignored'] as const

/** See `suggestionFor` of shared/rules/alerts/alert-hygiene.ts. */
const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gap') }),
  z.object({
    kind: z.literal('delay'),
    minutes: z.int(),
    times: z.int(),
    calculation_minutes: z.literal(CALCULATION_MINUTES),
    left: z.int(),
  }),
  z.object({ kind: z.literal('calmer'), urgency: z.enum(['attention', 'digest']) }),
])

/** A rule's alerts of the last 30 days that are still there. */
export const AlertRuleHistory = z.object({
  from: TimeOut,
  until: TimeOut,
  fired: z.int(),
  /** Alerts of which somebody said "I'm on it". */
  acknowledged: z.int(),
  /** Median length of the alerts that are over, in minutes; null without any. */
  median_minutes: z.number().nullable(),
  /** Days at the place on which it fired, oldest first. */
  per_day: z.array(z.object({ day: z.iso.date(), fired: z.int() })),
  /** Firings that began in each hour of the day at the place, from midnight on. */
  per_hour: z.array(z.int()).length(24),
  hint: z.enum(RULE_HINTS).nullable(),
  /** Change by which it could annoy less; null where it does its work. */
  suggestion: Suggestion.nullable(),
  /** The newest of all its alerts that are still there. */
  last_fired_at: TimeOut.nullable(),
})
export type AlertRuleHistory = z.infer<typeof AlertRuleHistory>

export const alertHistoryEndpoints = endpoints({
  getAlertRuleHistory: {
    method: 'GET',
    path: '/alert-rules/:id/history',
    access: 'signedIn',
    summary: 'How often a rule fired in the last 30 days, how often somebody took care, and what that says of the rule',
    params: IdParams,
    response: AlertRuleHistory,
  },
})
