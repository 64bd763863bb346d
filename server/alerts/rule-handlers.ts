import type { z } from 'zod'
import type { AlertRuleInput, alertRuleEndpoints } from '../../shared/contract/alert-rules.ts'
import { contains } from '../../shared/rules/rental.ts'
import { ownDevices, watchedDevices } from '../devices/watched.ts'
import { Failure } from '../kit/failure.ts'
import type { ServerTexts } from '../kit/language.ts'
import type { Handler, SignedIn } from '../kit/serve.ts'
import { isoNow, type World } from '../kit/world.ts'
import { QUANTITIES } from '../taxonomy/quantities.ts'
import { areaTypeExists } from '../taxonomy/types.ts'
import { requireRule } from './access.ts'
import { DEFAULT_RULES } from './default-rules.ts'
import { endRule } from './ending.ts'
import { tellAlertsChanged } from './news.ts'
import { columnsOf, isSameCondition, ruleOf } from './rule-rows.ts'
import { changeRule, deleteRule, insertRule, rulesOfUser, tellRulesChanged } from './rule-store.ts'

type Context = World & { user: SignedIn; texts: ServerTexts }
type RuleHandlers = { [Name in keyof typeof alertRuleEndpoints]: Handler<(typeof alertRuleEndpoints)[Name]> }

export const ruleHandlers: RuleHandlers = {
  listAlertRules: (_, { db, user }) => rulesOfUser(db, user.id),

  listDefaultAlertRules: async () => [...DEFAULT_RULES],

  getAlertRule: async ({ params }, { db, user }) => ruleOf(await requireRule(db, user, params.id)),

  createAlertRule: async ({ body }, context) => {
    await requirePlan(context)
    await requireKnown(context, body, [])
    const row = await insertRule(context.db, context.user.id, columnsOf(body), isoNow(context))
    tellRulesChanged(context.bus)
    return ruleOf(row)
  },

  updateAlertRule: async ({ params, body }, context) => {
    const { db, bus, user } = context
    const excluded = ruleOf(await requireRule(db, user, params.id)).exclude_device_ids
    await requireKnown(context, body, excluded)
    const [values, at] = [columnsOf(body), isoNow(context)]
    const { row, ended } = await db.transaction().execute(async trx => {
      const before = await requireRule(trx, user, params.id)
      const isOver = !isSameCondition(before, values) || !body.active
      const left = body.exclude_device_ids.filter(id => !ruleOf(before).exclude_device_ids.includes(id))
      return {
        ended: await endRule(trx, params.id, at, isOver ? undefined : left),
        row: await changeRule(trx, params.id, values, at),
      }
    })
    tellRulesChanged(bus)
    tellAlertsChanged(bus, ended)
    return ruleOf(row)
  },

  deleteAlertRule: async ({ params }, context) => {
    const { db, bus, user } = context
    await requireRule(db, user, params.id)
    const ended = await db.transaction().execute(async trx => {
      const alerts = await endRule(trx, params.id, isoNow(context))
      await deleteRule(trx, params.id)
      return alerts
    })
    tellRulesChanged(bus)
    tellAlertsChanged(bus, ended)
    return undefined
  },
}

/** Alerts come with the plans basic and pro (decisions §4). Throws not_allowed when none of the caller's devices has one. */
const requirePlan = async (context: Context): Promise<void> => {
  const { db, user, texts } = context
  const own = (await ownDevices(db, [user])).get(user.id) ?? []
  const now = isoNow(context)
  const having = [...own].filter(([, spans]) => spans.some(span => contains(span, now))).map(([id]) => id)
  if ((await watchedDevices(db, having)).length === 0)
    throw new Failure('not_allowed', { fields: { plan: [texts.fields.needs_alert_plan] } })
}

/** What a rule names has to be there, and its devices be the caller's; those left out before may stay. */
export const requireKnown = async (
  { db, user, texts }: Context,
  rule: z.output<typeof AlertRuleInput>,
  before: number[],
): Promise<void> => {
  const unknown = [texts.fields.unknown_reference]
  const added = rule.exclude_device_ids.filter(id => !before.includes(id))
  const own = added.length > 0 ? (await ownDevices(db, [user])).get(user.id) : undefined
  const fields = {
    ...(rule.area_type_id === null || areaTypeExists(rule.area_type_id) ? {} : { area_type_id: unknown }),
    ...(QUANTITIES.some(one => one.id === rule.physical_quantity_id) ? {} : { physical_quantity_id: unknown }),
    ...(added.every(id => own?.has(id)) ? {} : { exclude_device_ids: unknown }),
  }
  if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
}
