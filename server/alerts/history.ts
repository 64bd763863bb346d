import type { z } from 'zod'
import type { AlertRuleHistory, RULE_HINTS } from '../../shared/contract/alert-rules.ts'
import { localDayOf } from '../../shared/rules/alert-rule.ts'
import type { World } from '../kit/world.ts'

const MINUTE = 60_000
const DAYS = 30
/** From so many alerts on their lengths, and whether anybody cared, say something. */
const ENOUGH = 5
const SHORT_MINUTES = 10

/** What a rule did in the last 30 days, on all devices together. */
export const historyOf = async (
  { db, now }: Pick<World, 'db' | 'now'>,
  ruleId: number,
): Promise<z.output<typeof AlertRuleHistory>> => {
  const until = now()
  const [from, end] = [until - DAYS * 1440 * MINUTE, until].map(time => new Date(time).toISOString()) as [
    string,
    string,
  ]
  const alerts = await db
    .selectFrom('alerts')
    .select(['fired_at', 'resolved_at', 'acknowledged_at', 'time_zone'])
    .where('alert_rule_id', '=', ruleId)
    .where('fired_at', '>=', from)
    .orderBy('fired_at')
    .execute()
  const days = Map.groupBy(alerts, one => localDayOf(Date.parse(one.fired_at), one.time_zone))
  const minutes = alerts
    .flatMap(one =>
      one.resolved_at === null ? [] : [(Date.parse(one.resolved_at) - Date.parse(one.fired_at)) / MINUTE],
    )
    .sort((a, b) => a - b)
  const seen = {
    fired: alerts.length,
    acknowledged: alerts.filter(one => one.acknowledged_at !== null).length,
    median_minutes: minutes[Math.floor((minutes.length - 1) / 2)] ?? null,
  }
  return {
    from,
    until: end,
    ...seen,
    per_day: [...days].map(([day, those]) => ({ day, fired: those.length })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    hint: hintOf(seen),
  }
}

type Seen = Pick<z.output<typeof AlertRuleHistory>, 'fired' | 'acknowledged' | 'median_minutes'>

const hintOf = ({ fired, acknowledged, median_minutes }: Seen): (typeof RULE_HINTS)[number] | null => {
  if (fired === 0) return 'never_fired'
  if (fired >= ENOUGH && median_minutes !== null && median_minutes < SHORT_MINUTES) return 'swings'
  if (fired > DAYS) return 'too_often'
  return fired >= ENOUGH && acknowledged === 0 ? 'ignored' : null
}
