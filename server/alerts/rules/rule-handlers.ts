import type { z } from 'zod'
import type { AlertRule, AlertRuleInput, alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { type RulePlace, scopeOf } from '#shared/rules/alerts/rule-scope.ts'
import { differences, writeAudit } from '../../audit/audit.ts'
import { ownDevices } from '../../devices/watching/watched.ts'
import { Failure } from '../../kit/failure.ts'
import type { Handler, SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { requireRepeated } from '../../kit/repeated.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { QUANTITIES } from '../../taxonomy/quantities.ts'
import { areaTypeExists } from '../../taxonomy/types.ts'
import { requireRule, requireSeenRule } from '../access.ts'
import { endRule } from '../evaluation/ending.ts'
import { publishAlertsChanged } from '../evaluation/news.ts'
import { unknownPlace } from './places.ts'
import { requirePlan } from './plan.ts'
import { presentRules } from './present.ts'
import { reachOf } from './reach.ts'
import { isSameCondition, ruleColumnsOf, ruleOf, withPlace } from './rule-rows.ts'
import { changeRule, countRules, deleteRule, insertRule, publishRulesChanged, rulesOfUser } from './rule-store.ts'

type Context = Services & { user: SignedIn; t: Words }
type Names = Exclude<
  keyof typeof alertRuleEndpoints,
  'listDefaultAlertRules' | 'takeDefaultAlertRules' | 'takeDefaultAlertRulesOfDevices'
>
type RuleHandlers = { [Name in Names]: Handler<(typeof alertRuleEndpoints)[Name]> }

export const ruleHandlers: RuleHandlers = {
  listAlertRules: async ({ query }, context) => {
    const { db, user } = context
    const rows = await rulesOfUser(db, user.admin && query.all === '1' ? null : user.id)
    return presentRules(db, user, rows, isoNow(context))
  },

  getAlertRule: ({ params }, context) => presentRule(context, params.id),

  reachOfAlertRule: async ({ body }, context) => {
    const { db, user } = context
    const before = body.id === null ? null : ruleOf(await requireRule(db, user, body.id))
    await requireKnown(context, body.rule, before)
    return reachOf(db, user, body.rule, { id: body.id, at: isoNow(context) })
  },

  createAlertRule: async ({ body }, context) => {
    const row = await context.db.transaction().execute(async trx => {
      await lockUser(trx, context.user.id)
      await requirePlan({ ...context, db: trx })
      await requireKnown({ ...context, db: trx }, body, null)
      requireQuota(context, 'rules', await countRules(trx, context.user.id))
      const made = await insertRule(trx, context.user.id, ruleColumnsOf(body), isoNow(context))
      await writeAudit(context, trx, { action: 'rule_created', user_id: made.user_id, name: made.name })
      return made
    })
    publishRulesChanged(context.bus)
    return presentRule(context, row.id)
  },

  updateAlertRule: async ({ params, body: { version, ...change } }, context) => {
    const { db, bus, user } = context
    const at = isoNow(context)
    const ended = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      const before = await requireRule(trx, user, params.id)
      const known = ruleOf(before)
      const body = withPlace(change, known)
      const values = ruleColumnsOf(body)
      if (version !== undefined && version !== before.version) {
        requireRepeated(before, values, version)
        return []
      }
      if (body.active && !known.active) await requirePlan({ ...context, db: trx })
      await requireKnown({ ...context, db: trx }, body, known)
      const isOver = !isSameCondition(before, values) || !body.active
      const left = body.exclude_device_ids.filter(id => !known.exclude_device_ids.includes(id))
      await writeAudit(context, trx, {
        action: 'rule_changed',
        user_id: before.user_id,
        name: before.name,
        changes: differences(AUDITED, known, body),
      })
      const alerts = await endRule(trx, params.id, at, isOver ? undefined : left)
      await changeRule(trx, params.id, values, at)
      return alerts
    })
    publishRulesChanged(bus)
    publishAlertsChanged(bus, ended)
    return presentRule(context, params.id)
  },

  deleteAlertRule: async ({ params }, context) => {
    const { db, bus, user } = context
    const ended = await db.transaction().execute(async trx => {
      const { user_id, name } = await requireRule(trx, user, params.id)
      await writeAudit(context, trx, { action: 'rule_deleted', user_id, name })
      const alerts = await endRule(trx, params.id, isoNow(context))
      await deleteRule(trx, params.id)
      return alerts
    })
    publishRulesChanged(bus)
    publishAlertsChanged(bus, ended)
    return undefined
  },
}

const isKnownKind = (rule: RulePlace): boolean =>
  rule.area_type_id === null || scopeOf(rule) !== 'everywhere' || areaTypeExists(rule.area_type_id)

/** Fields whose change the audit log tells. */
const AUDITED = [
  'name',
  'threshold_value',
  'calculation_minutes',
  'times',
  'by_age',
  'exclude_empty',
  'active',
  'alert_via_email',
  'alert_via_push',
  'alert_via_webhook',
  'alert_via_contact_point',
  'recipients',
] as const

const presentRule = async (context: Context, id: number): Promise<AlertRule> => {
  const { db, user } = context
  const [rule] = await presentRules(db, user, [await requireSeenRule(db, user, id)], isoNow(context))
  if (!rule) throw new Failure('not_found')
  return rule
}

/**
 * Requires what a rule names to be there, and the place it is for and the devices it leaves out to be the caller's; what it named
 * `before` may stay.
 */
export const requireKnown = async (
  context: Context,
  rule: z.output<typeof AlertRuleInput>,
  before: Pick<AlertRule, 'exclude_device_ids' | 'location_id' | 'area_id' | 'device_id'> | null,
): Promise<void> => {
  const { db, user, t } = context
  const unknown = [t('fields.unknown_reference')]
  const added = rule.exclude_device_ids.filter(id => !before?.exclude_device_ids.includes(id))
  const place = await unknownPlace(db, user, rule, { before, at: isoNow(context) })
  const own = added.length > 0 ? (await ownDevices(db, [user])).get(user.id) : undefined
  const fields = {
    ...(place === null ? {} : { [place]: unknown }),
    ...(isKnownKind(rule) ? {} : { area_type_id: unknown }),
    ...(QUANTITIES.some(one => one.id === rule.physical_quantity_id) ? {} : { physical_quantity_id: unknown }),
    ...(added.every(id => own?.has(id)) ? {} : { exclude_device_ids: unknown }),
  }
  if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
}
