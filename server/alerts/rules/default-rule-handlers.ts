import type { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Handler, SignedIn } from '../../kit/http/serve.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { isoNow } from '../../kit/services.ts'
import type { Latest } from '../../series/latest.ts'
import { DEFAULT_ALERT_RULES, type DefaultRule } from './default-rules.ts'
import { requirePlan } from './plan.ts'
import { isSameCondition, ruleColumnsOf, ruleOf, type StoredRule } from './rule-rows.ts'
import { countRules, insertRule, publishRulesChanged, rulesOfUser, switchOnRule } from './rule-store.ts'
import { suitingRules } from './suiting.ts'

type Names = 'listDefaultAlertRules' | 'takeDefaultAlertRules'
type DefaultRuleHandlers = { [Name in Names]: Handler<(typeof alertRuleEndpoints)[Name]> }

export const defaultRuleHandlers = (latest: Latest): DefaultRuleHandlers => ({
  listDefaultAlertRules: async (_, context) => {
    const suits = await suitingRules(context, latest, context.user)
    return DEFAULT_ALERT_RULES.map(one => ({ ...one, suits: suits(one) }))
  },

  takeDefaultAlertRules: async ({ body }, context) => {
    await requirePlan(context)
    const wanted = new Set(body.keys)
    const chosen = DEFAULT_ALERT_RULES.filter(({ key }) => wanted.has(key))
    if (chosen.length < wanted.size)
      throw new Failure('no_valid_input', { fields: { keys: [context.t('fields.unknown_reference')] } })
    const at = isoNow(context)
    const rows = await context.db.transaction().execute(async trx => {
      await lockUser(trx, context.user.id)
      const { there, missing } = await compared(trx, context.user, chosen)
      if (missing.length > 0)
        requireQuota(context, 'rules', (await countRules(trx, context.user.id)) + missing.length - 1)
      const taken: StoredRule[] = []
      for (const one of there) {
        const off = one.active === 0
        if (off) {
          const changes = [{ field: 'active' as const, before: false, after: true }]
          await writeAudit(context, trx, { action: 'rule_changed', user_id: one.user_id, name: one.name, changes })
        }
        taken.push(off ? await switchOnRule(trx, one.id, at) : one)
      }
      for (const values of missing) {
        const made = await insertRule(trx, context.user.id, values, at)
        await writeAudit(context, trx, { action: 'rule_created', user_id: made.user_id, name: made.name })
        taken.push(made)
      }
      return taken
    })
    publishRulesChanged(context.bus)
    return rows.map(ruleOf)
  },
})

/** The rules among these that somebody has already, and the columns of those that are missing: pressed twice, none is made twice. */
const compared = async (db: Database, user: SignedIn, chosen: readonly DefaultRule[]) => {
  const own = (await rulesOfUser(db, user.id)).map(({ owner_name, ...row }) => row)
  const pairs = chosen.map(({ rule }) => {
    const values = ruleColumnsOf(rule)
    return { values, same: own.filter(row => isSameCondition(row, values)) }
  })
  return {
    there: pairs.flatMap(({ same }) => same.find(({ active }) => active === 1) ?? same[0] ?? []),
    missing: pairs.filter(({ same }) => same.length === 0).map(({ values }) => values),
  }
}
