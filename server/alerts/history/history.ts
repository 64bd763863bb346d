import type { z } from 'zod'
import type { AlertRuleHistory, RULE_HINTS } from '#shared/contract/alerts/alert-history.ts'
import { suggestionFor } from '#shared/rules/alerts/alert-hygiene.ts'
import { localDayOf } from '#shared/rules/alerts/alert-rule.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Services } from '../../kit/services.ts'
import { ruleOf, type StoredRule } from '../rules/rule-rows.ts'
import { firingsOfRule, lastFiringOfRule } from './alert-store.ts'

const DAYS = 30
/** Number of alerts from which their lengths, and whether anybody cared, say something. */
const ENOUGH = 5
const SHORT_MINUTES = 10

/** History of a rule in the last 30 days, on all devices together. */
export const historyOf = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  rule: StoredRule,
): Promise<z.output<typeof AlertRuleHistory>> => {
  const until = now()
  const from = new Date(until - DAYS * DAY_MS).toISOString()
  const alerts = await firingsOfRule(db, rule.id, from)
  const days = Map.groupBy(alerts, one => localDayOf(Date.parse(one.fired_at), one.time_zone))
  const minutes = alerts
    .flatMap(one =>
      one.resolved_at === null ? [] : [(Date.parse(one.resolved_at) - Date.parse(one.fired_at)) / MINUTE_MS],
    )
    .sort((a, b) => a - b)
  const seen = {
    fired: alerts.length,
    acknowledged: alerts.filter(one => one.acknowledged_at !== null).length,
    median_minutes: minutes[Math.floor((minutes.length - 1) / 2)] ?? null,
  }
  return {
    from,
    until: new Date(until).toISOString(),
    ...seen,
    per_day: [...days].map(([day, those]) => ({ day, fired: those.length })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    per_hour: perHour(alerts),
    hint: hintOf(seen),
    suggestion: suggestionFor(
      ruleOf(rule),
      alerts.map(one => ({
        from: Date.parse(one.fired_at),
        until: one.resolved_at === null ? null : Date.parse(one.resolved_at),
        acted: one.acknowledged_at !== null,
      })),
    ),
    last_fired_at: await lastFiringOfRule(db, rule.id),
  }
}

const perHour = (alerts: readonly { fired_at: string; time_zone: string }[]): number[] => {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { fired_at, time_zone } of alerts) {
    const hour = Number(
      new Date(fired_at).toLocaleString('en', { timeZone: knownZone(time_zone), hour: '2-digit', hourCycle: 'h23' }),
    )
    hours[hour] = (hours[hour] ?? 0) + 1
  }
  return hours
}

type Seen = Pick<z.output<typeof AlertRuleHistory>, 'fired' | 'acknowledged' | 'median_minutes'>

const hintOf = ({ fired, acknowledged, median_minutes }: Seen): (typeof RULE_HINTS)[number] | null => {
  if (fired === 0) return 'never_fired'
  if (fired >= ENOUGH && median_minutes !== null && median_minutes < SHORT_MINUTES) return 'swings'
  if (fired > DAYS) return 'too_often'
  return fired >= ENOUGH && acknowledged === 0 ? 'ignored' : null
}
