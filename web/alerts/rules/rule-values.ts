import type { AlertRuleHistory } from '#shared/contract/alerts/alert-history.ts'
import type { AlertRule, AlertRuleInput, DefaultAlertRule } from '#shared/contract/alerts/alert-rules.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { NO_KIND, type RulePlace, scopeOf } from '#shared/rules/alerts/rule-scope.ts'
import { isOfDifference, type What, whatOf } from '#shared/rules/alerts/rule-sentence.ts'
import { isFromZero } from '#shared/rules/charts/axis.ts'
import { isCurved } from '#shared/rules/locations/rounds.ts'
import { MINUTE_S } from '#shared/rules/time/units.ts'
import { numberIn } from '../../kit/forms/number-field.tsx'
import { fieldText, fieldValue } from '../../kit/language/viewer-formats.ts'

/** Values in the form of a rule. */
export interface RuleValues extends Record<string, unknown> {
  name: string
  area_type_id: number | null
  location_id: number | null
  area_id: number | null
  device_id: number | null
  physical_quantity_id: number
  what: What
  /** Calculation as it is kept; a change from one reading to another needs none, and leaves it as it is. */
  calculation: AlertRule['calculation']
  comparator: AlertRule['comparator']
  threshold_value: string
  /** Value at which the alert is over; null as long as it follows the threshold by itself. */
  clear_value: string | null
  /** Limits that the rule came with, of which its fields may show fewer digits; a draft of the release before has none. */
  stored?: readonly (number | null)[]
  calculation_minutes: AlertRule['calculation_minutes']
  times: string
  exclude_months: number[]
  exclude_hours: number[]
  exclude_device_ids: number[]
  exclude_empty: boolean
  by_age: boolean
  urgency: AlertRule['urgency']
  active: boolean
  alert_via_email: boolean
  alert_via_push: boolean
  alert_via_webhook: boolean
  alert_via_contact_point: boolean
  recipients: string[]
  /** Checks, one line each. */
  checks: string
}

/** Fields of a rule that its word for the calculation stands for. */
export const calculationOf = (
  what: What,
  kept: AlertRule['calculation'],
): Pick<AlertRule, 'calculation' | 'comparison'> =>
  what === 'difference' || what === 'absolute_change'
    ? { calculation: kept, comparison: what }
    : { calculation: what, comparison: 'value' }

/** Words for the calculation that can be said of a single message. */
const OF_ONE_MESSAGE: readonly What[] = ['average', 'difference', 'absolute_change']

/** The values after another word for the calculation was chosen: what needs a window gets one. */
export const withWhat = (values: RuleValues, what: What): Partial<RuleValues> =>
  values.calculation_minutes > 0 || OF_ONE_MESSAGE.includes(what) ? { what } : { what, calculation_minutes: MINUTE_S }

/** The values after another window was chosen: a single message has no average. */
export const withMinutes = (
  { what }: RuleValues,
  calculation_minutes: RuleValues['calculation_minutes'],
): Partial<RuleValues> =>
  calculation_minutes > 0 || OF_ONE_MESSAGE.includes(what)
    ? { calculation_minutes }
    : { calculation_minutes, what: 'average' }

/** Distance from the threshold at which a rule ends unless somebody says otherwise, as a share of the threshold. */
const APART = 0.15
/** The same for what lives far from zero: 15 % of 26 °C would be winter. */
const APART_FROM_OWN_RANGE = 0.05

/**
 * Value at which a rule may end so that an alert does not flip on and off; null where there is nothing sensible to say.
 */
export const clearFor = (
  comparator: AlertRule['comparator'],
  threshold: number | null,
  quantity: PhysicalQuantity,
): number | null => {
  if (threshold === null || !Number.isFinite(threshold) || threshold === 0 || comparator === 'equal') return null
  const distance = Math.abs(threshold) * (isFromZero(quantity) ? APART : APART_FROM_OWN_RANGE)
  const clear = comparator.startsWith('greater') ? threshold - distance : threshold + distance
  // Round as it is kept: near 32 °F, few digits of what is read would make it the threshold again.
  return Number(clear.toPrecision(3))
}

/** Unit in which the limit of a rule is kept: none where readings are counted. */
const keptUnit = ({ what }: Pick<RuleValues, 'what'>, unit: string): string => (what === 'count' ? '' : unit)

const isDifference = ({ what }: Pick<RuleValues, 'what'>): boolean => isOfDifference(calculationOf(what, 'average'))

/** A limit that was typed, in the unit of the quantity; null for none, NaN for what is no number. */
export const limitIn = (values: Pick<RuleValues, 'what' | 'stored'>, text: string, unit: string): number | null =>
  fieldValue(text, keptUnit(values, unit), isDifference(values), values.stored)

/** Text of a field for a limit kept in the unit of the quantity. */
export const limitField = (values: Pick<RuleValues, 'what'>, limit: number | null, unit: string): string =>
  fieldText(limit, keptUnit(values, unit), isDifference(values))

/** The clear value as it would be sent: what was typed, or what follows from the threshold. */
export const clearIn = (values: RuleValues, quantity: PhysicalQuantity): number | null => {
  if (values.comparator === 'equal') return null
  return values.clear_value === null
    ? clearFor(values.comparator, limitIn(values, values.threshold_value, quantity.unit), quantity)
    : limitIn(values, values.clear_value, quantity.unit)
}

/** Tells whether a rule can follow the age of the animals: its number is a value of something that has a curve by age. */
export const canFollowAge = ({ what, comparator }: RuleValues, { abbreviation }: PhysicalQuantity): boolean =>
  isCurved(abbreviation) && comparator !== 'equal' && ['average', 'minimum', 'maximum'].includes(what)

/** Kind of animal in a call that saves a rule: for a place the one that makes a server of the release before refuse it. */
const kindOf = (rule: RulePlace): number | null => (scopeOf(rule) === 'everywhere' ? rule.area_type_id : NO_KIND)

/** The body of the call that saves a rule. */
export const alertRuleBody = (values: RuleValues, quantity: PhysicalQuantity): AlertRuleInput => ({
  ...calculationOf(values.what, values.calculation),
  name: values.name.trim() === '' ? null : values.name,
  area_type_id: kindOf(values),
  location_id: values.location_id,
  area_id: values.area_id,
  device_id: values.device_id,
  physical_quantity_id: values.physical_quantity_id,
  comparator: values.comparator,
  // An empty field is refused as missing, not taken for zero.
  threshold_value: limitIn(values, values.threshold_value, quantity.unit) as number,
  clear_value: clearIn(values, quantity),
  calculation_minutes: values.calculation_minutes,
  times: numberIn(values.times) as number,
  exclude_months: values.exclude_months,
  exclude_hours: values.exclude_hours,
  exclude_device_ids: values.exclude_device_ids,
  exclude_empty: values.exclude_empty,
  by_age: values.by_age && canFollowAge(values, quantity),
  urgency: values.urgency,
  active: values.active,
  alert_via_email: values.alert_via_email,
  alert_via_push: values.alert_via_push,
  alert_via_webhook: values.alert_via_webhook,
  alert_via_contact_point: values.alert_via_contact_point,
  recipients: values.recipients,
  checks: linesOf(values.checks),
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** Part of a body that decides when and where a rule fires; all else is left at its default. A nearer one of the same urgency goes first. */
export const conditionOf = ({ name: _, active, recipients, checks, ...body }: AlertRuleInput): AlertRuleInput => ({
  ...body,
  alert_via_email: false,
  alert_via_push: false,
  alert_via_webhook: false,
  alert_via_contact_point: false,
})

/** Unit in which the limit of a rule is kept. */
export const unitOfRule = (
  { physical_quantity_id }: Pick<DefaultAlertRule['rule'], 'physical_quantity_id'>,
  { physical_quantities }: { physical_quantities: readonly PhysicalQuantity[] },
): string => physical_quantities.find(({ id }) => id === physical_quantity_id)?.unit ?? ''

/** A rule, kept or proposed, as its form shows it. `unit` is that of its quantity. */
export const ruleValuesOf = (rule: DefaultAlertRule['rule'], unit: string): RuleValues => ({
  name: rule.name ?? '',
  area_type_id: rule.area_type_id,
  location_id: rule.location_id,
  area_id: rule.area_id,
  device_id: rule.device_id,
  physical_quantity_id: rule.physical_quantity_id,
  what: whatOf(rule),
  calculation: rule.calculation,
  comparator: rule.comparator,
  threshold_value: limitField({ what: whatOf(rule) }, rule.threshold_value, unit),
  clear_value: limitField({ what: whatOf(rule) }, rule.clear_value, unit),
  stored: [rule.threshold_value, rule.clear_value],
  calculation_minutes: rule.calculation_minutes,
  times: String(rule.times),
  exclude_months: rule.exclude_months,
  exclude_hours: rule.exclude_hours,
  exclude_device_ids: rule.exclude_device_ids,
  exclude_empty: rule.exclude_empty,
  by_age: rule.by_age,
  urgency: rule.urgency,
  active: rule.active,
  alert_via_email: rule.alert_via_email,
  alert_via_push: rule.alert_via_push,
  alert_via_webhook: rule.alert_via_webhook,
  alert_via_contact_point: rule.alert_via_contact_point,
  recipients: rule.recipients,
  checks: rule.checks.join('\n'),
})

/** A rule's values with what its past suggests. */
export const withSuggestion = (
  values: RuleValues,
  suggestion: NonNullable<AlertRuleHistory['suggestion']>,
): RuleValues => {
  if (suggestion.kind === 'gap') return { ...values, clear_value: null }
  if (suggestion.kind === 'calmer') return { ...values, urgency: suggestion.urgency }
  const { times, calculation_minutes } = suggestion
  return { ...values, times: String(times), calculation_minutes }
}

/** A rule kept by the server as the body that would save it again. */
export const inputOf = ({
  id: _,
  created_at,
  updated_at,
  may,
  failure,
  owner_name,
  version,
  location_name,
  area_name,
  device_name,
  lost,
  ...rule
}: AlertRule): AlertRuleInput => ({ ...rule, area_type_id: kindOf(rule) })

/** Place of a rule for all areas. */
export const EVERYWHERE = { area_type_id: null, location_id: null, area_id: null, device_id: null } as const

/** Values a new rule starts with: the ammonia of any area, the question farmers ask first. */
export const newValues = (
  quantity: PhysicalQuantity,
  areaTypeId: number | null,
  threshold: number | null,
): RuleValues => ({
  ...EVERYWHERE,
  name: '',
  area_type_id: areaTypeId,
  physical_quantity_id: quantity.id,
  what: 'average',
  calculation: 'average',
  comparator: 'greater',
  threshold_value: limitField({ what: 'average' }, threshold, quantity.unit),
  clear_value: null,
  stored: [threshold],
  calculation_minutes: 15,
  times: '1',
  exclude_months: [],
  exclude_hours: [],
  exclude_device_ids: [],
  exclude_empty: false,
  by_age: false,
  urgency: 'attention',
  active: true,
  alert_via_email: true,
  alert_via_push: true,
  alert_via_webhook: false,
  alert_via_contact_point: true,
  recipients: [],
  checks: '',
})
