import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { AlertRule, AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import { NO_KIND, scopeOf } from '#shared/rules/alerts/rule-scope.ts'
import { fromJson, type Json, jsonOf } from '../../kit/database/json.ts'
import type { Tables } from '../../tables.ts'

export type StoredRule = Selectable<Tables['alert_rules']>
type Values = Omit<StoredRule, 'id' | 'user_id' | 'demo' | 'version' | 'created_at' | 'updated_at'>

/** A rule as the rest of the product knows it; without the names of its place, which `presentRules` adds. */
export const ruleOf = (row: StoredRule): AlertRule => ({
  ...row,
  area_type_id: scopeOf(row) === 'everywhere' ? row.area_type_id : null,
  location_name: null,
  area_name: null,
  device_name: null,
  lost: false,
  exclude_months: fromJson(row.exclude_months),
  exclude_hours: fromJson(row.exclude_hours),
  exclude_device_ids: fromJson(row.exclude_device_ids),
  exclude_empty: row.exclude_empty === 1,
  by_age: row.by_age === 1,
  active: row.active === 1,
  alert_via_email: row.alert_via_email === 1,
  alert_via_push: row.alert_via_push === 1,
  alert_via_webhook: row.alert_via_webhook === 1,
  alert_via_contact_point: row.alert_via_contact_point === 1,
  recipients: fromJson(row.recipients),
  checks: fromJson(row.checks),
  failure: null,
  owner_name: null,
  may: ['edit', 'delete'],
})

const listOf = <Item>(items: readonly Item[]): Json<Item[]> => jsonOf([...new Set(items)])

export const ruleColumnsOf = (input: z.output<typeof AlertRuleInput>): Values => ({
  ...input,
  area_type_id: scopeOf(input) === 'everywhere' ? input.area_type_id : NO_KIND,
  location_id: input.location_id ?? null,
  area_id: input.area_id ?? null,
  device_id: input.device_id ?? null,
  exclude_months: listOf(input.exclude_months),
  exclude_hours: listOf(input.exclude_hours),
  exclude_device_ids: listOf(input.exclude_device_ids),
  exclude_empty: input.exclude_empty ? 1 : 0,
  by_age: input.by_age ? 1 : 0,
  active: input.active ? 1 : 0,
  alert_via_email: input.alert_via_email ? 1 : 0,
  alert_via_push: input.alert_via_push ? 1 : 0,
  alert_via_webhook: input.alert_via_webhook ? 1 : 0,
  alert_via_contact_point: input.alert_via_contact_point ? 1 : 0,
  recipients: listOf(input.recipients),
  checks: jsonOf(input.checks),
})

type Input = z.output<typeof AlertRuleInput>

/**
 * A change of a rule, which stays for the place it is for where the change says nothing of that; so does one by who read it from a
 * process of the release before, which tells of such a rule the kind alone that does not exist.
 */
export const withPlace = (input: Input, { location_id, area_id, device_id }: AlertRule): Input => {
  const says = [input.location_id, input.area_id, input.device_id].some(id => id !== undefined)
  const isOfKind = input.area_type_id !== null && input.area_type_id !== NO_KIND
  if (says || isOfKind) return input
  return { ...input, area_type_id: null, location_id, area_id, device_id }
}

/** Columns that decide whether a rule fires. An alert of another condition is not the same alert any more. */
const CONDITION = [
  'area_type_id',
  'location_id',
  'area_id',
  'device_id',
  'physical_quantity_id',
  'calculation',
  'comparison',
  'comparator',
  'threshold_value',
  'clear_value',
  'calculation_minutes',
  'times',
  'exclude_months',
  'exclude_hours',
  'exclude_empty',
  'by_age',
] as const

export const isSameCondition = (before: Values, after: Values): boolean =>
  CONDITION.every(field => before[field] === after[field])
