import type { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { writeAudit } from '../../audit/audit.ts'
import { holds } from '../../devices/access.ts'
import { ownDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Context, Handler, SignedIn } from '../../kit/http/serve.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { isoNow } from '../../kit/services.ts'
import type { Latest } from '../../series/latest.ts'
import { DEFAULT_ALERT_RULES, type DefaultRule } from './default-rules.ts'
import { requirePlan } from './plan.ts'
import { isSameCondition, ruleColumnsOf, ruleOf, type StoredRule } from './rule-rows.ts'
import { countRules, insertRule, publishRulesChanged, rulesOfUser, switchOnRule } from './rule-store.ts'
import { looksAt, measuringNow, suitingRules } from './suiting.ts'

type Names = 'listDefaultAlertRules' | 'takeDefaultAlertRules' | 'takeDefaultAlertRulesOfDevices'
type DefaultRuleHandlers = { [Name in Names]: Handler<(typeof alertRuleEndpoints)[Name]> }

export const defaultRuleHandlers = (latest: Latest): DefaultRuleHandlers => ({
  listDefaultAlertRules: async (_, context) => {
    const suits = await suitingRules(context, latest, context.user)
    return DEFAULT_ALERT_RULES.map(one => ({ ...one, suits: suits(one) }))
  },

  takeDefaultAlertRules: async ({ body }, context) => {
    const wanted = new Set(body.keys)
    const chosen = DEFAULT_ALERT_RULES.filter(({ key }) => wanted.has(key))
    if (chosen.length < wanted.size)
      throw new Failure('no_valid_input', { fields: { keys: [context.t('fields.unknown_reference')] } })
    const taken = await take(context, chosen, db => requirePlan({ ...context, db }))
    return taken.rows.map(row => ruleOf(row))
  },

  takeDefaultAlertRulesOfDevices: async ({ body }, context) => {
    await requirePlan(context)
    const ids = [...new Set(body.device_ids)]
    const { watched, measuring } = await measuringNow(context, latest, context.user, ids)
    // Rules look only at what one watches: nothing is said of any other device.
    if (!ids.every(id => watched.has(id))) throw new Failure('not_found')
    const isLookedAt = (one: DefaultRule) => measuring.some(device => looksAt(one, device))
    const chosen = DEFAULT_ALERT_RULES.filter(isLookedAt)
    const stillMay = async (db: Database): Promise<void> => {
      await requirePlan({ ...context, db })
      const own = (await ownDevices(db, [context.user], ids)).get(context.user.id)
      if (!ids.every(id => holds(own?.get(id) ?? [], isoNow(context)))) throw new Failure('not_found')
    }
    const { made, switchedOn, rows } = chosen.length > 0 ? await take(context, chosen, stillMay) : NONE
    const without = measuring.flatMap(device =>
      device.measured.filter(key => !chosen.some(one => looksAt(one, { ...device, measured: [key] }))),
    )
    const speaking = new Set(measuring.filter(({ measured }) => measured.length > 0).map(({ device_id }) => device_id))
    return {
      ...{ made, switched_on: switchedOn, there: rows.length - made - switchedOn },
      without: [...new Set(without)].sort(),
      devices_without_values: ids.filter(id => !speaking.has(id)),
    }
  },
})

const NONE = { rows: [], made: 0, switchedOn: 0 }

/**
 * Makes those of these rules that the caller lacks and switches on those that are off, all or none. `stillMay` throws where they may not
 * any more: a device may have been sold since it was asked.
 */
const take = async (
  context: Context<typeof alertRuleEndpoints.takeDefaultAlertRules>,
  chosen: readonly DefaultRule[],
  stillMay: (db: Database) => Promise<void>,
) => {
  const at = isoNow(context)
  const taken = await context.db.transaction().execute(async trx => {
    await lockUser(trx, context.user.id)
    await stillMay(trx)
    const { there, missing } = await compared(trx, context.user, chosen)
    if (missing.length > 0)
      requireQuota(context, 'rules', (await countRules(trx, context.user.id)) + missing.length - 1)
    const rows: StoredRule[] = []
    for (const one of there) {
      const off = one.active === 0
      if (off) {
        const changes = [{ field: 'active' as const, before: false, after: true }]
        await writeAudit(context, trx, { action: 'rule_changed', user_id: one.user_id, name: one.name, changes })
      }
      rows.push(off ? await switchOnRule(trx, one.id, at) : one)
    }
    for (const values of missing) {
      const made = await insertRule(trx, context.user.id, values, at)
      await writeAudit(context, trx, { action: 'rule_created', user_id: made.user_id, name: made.name })
      rows.push(made)
    }
    return { rows, made: missing.length, switchedOn: there.filter(({ active }) => active === 0).length }
  })
  publishRulesChanged(context.bus)
  return taken
}

/** The rules among these that somebody has already, and the columns of those that are missing: pressed twice, none is made twice. */
const compared = async (db: Database, user: SignedIn, chosen: readonly DefaultRule[]) => {
  const own = (await rulesOfUser(db, user.id)).map(({ owner_name, owner_email, ...row }) => row)
  const pairs = chosen.map(({ rule }) => {
    const values = ruleColumnsOf(rule)
    return { values, same: own.filter(row => isSameCondition(row, values)) }
  })
  return {
    there: pairs.flatMap(({ same }) => same.find(({ active }) => active === 1) ?? same[0] ?? []),
    missing: pairs.filter(({ same }) => same.length === 0).map(({ values }) => values),
  }
}
