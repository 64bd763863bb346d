import type { z } from 'zod'
import type { AlertRuleInput, RuleReach } from '#shared/contract/alerts/alert-rules.ts'
import type { Database } from '../../kit/database/database.ts'
import { watchedBeside } from '../evaluation/targets.ts'
import { ruleColumnsOf, ruleOf } from './rule-rows.ts'
import { activeRulesOf } from './rule-store.ts'

/** Stands for a rule that is not made yet: no rule has this id. */
const DRAFT = 0

/** Count of devices for each rule id, the most first. */
const counted = (ids: Iterable<number>): RuleReach['nearer'] =>
  [...Map.groupBy(ids, id => id)]
    .map(([rule_id, some]) => ({ rule_id, devices: some.length }))
    .sort((one, other) => other.devices - one.devices || one.rule_id - other.rule_id)

/** A rule of somebody beside their others at `at` (ISO 8601), and what all of them watch; `id` is the rule it is a change of. */
const watchedWith = async (
  db: Database,
  user: { id: number; email: string },
  input: z.output<typeof AlertRuleInput>,
  { id, at }: { id: number | null; at: string },
) => {
  const values = { ...ruleColumnsOf(input), user_id: user.id, demo: 0, created_at: at, updated_at: at }
  const row = { ...values, id: id ?? DRAFT, version: 1 }
  const draft = { ...ruleOf(row), user_id: user.id, email: user.email }
  const others = (await activeRulesOf(db, [user.id])).filter(one => one.id !== draft.id)
  return { draft, watched: await watchedBeside(db, [...others, draft], user, at) }
}

/** Devices on which a nearer rule of somebody holds in place of one at `at` (ISO 8601); `id` is the rule it is a change of. */
export const heldByNearer = async (...asked: Parameters<typeof watchedWith>): Promise<ReadonlySet<number>> => {
  const { draft, watched } = await watchedWith(...asked)
  return new Set(watched.find(({ rule }) => rule.id === draft.id)?.nearer.keys())
}

/** Devices a rule of somebody would hold on at `at` (ISO 8601) beside their others; `id` is the rule it is a change of. */
export const reachOf = async (...asked: Parameters<typeof watchedWith>): Promise<RuleReach> => {
  const { draft, watched } = await watchedWith(...asked)
  const own = watched.find(({ rule }) => rule.id === draft.id)
  const [held, nearer] = [own?.devices.size ?? 0, own?.nearer ?? new Map<number, number>()]
  const wider = watched.flatMap(one => [...one.nearer].filter(([, holds]) => holds === draft.id).map(() => one.rule.id))
  return { devices: held + nearer.size, holds: held, nearer: counted(nearer.values()), wider: counted(wider) }
}
