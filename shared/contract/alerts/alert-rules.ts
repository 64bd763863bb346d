import { z } from 'zod'
import { NO_KIND, type RulePlace, scopeOf } from '../../rules/alerts/rule-scope.ts'
import { TEMPERATURE_UNITS } from '../../rules/formats/formats.ts'
import { Numbers, NumbersOrNull } from '../columns.ts'
import { Id, IdParams, MAX_AT_ONCE, May, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Minutes a rule looks back over; 0 looks at each arriving message. */
export const CALCULATION_MINUTES = [0, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080] as const
/** Calculations that make one number of a window of readings (science §5). Derivative is in unit per hour. */
export const CALCULATIONS = ['minimum', 'maximum', 'average', 'derivative', 'count'] as const
export const COMPARATORS = ['equal', 'less', 'greater', 'less_or_equal', 'greater_or_equal'] as const
/**
 * The calculated number itself, last minus first of the window, or what the last reading differs from the one before it;
 * the latter two need no calculation. Direct, a difference is that to the reading before.
 */
export const COMPARISONS = ['value', 'difference', 'absolute_change'] as const
/** act_now tells at once, attention outside quiet hours, digest once a day. */
export const URGENCIES = ['act_now', 'attention', 'digest'] as const
/** A fault of ours, no time left for it, or more rules × devices than one account may have watched. */
export const RULE_FAILURES = ['error', 'too_slow', 'too_many'] as const
/** Default rules that can be used in one go: more than there are. */
const MAX_DEFAULTS = 1000
/** Days a rule can be tried on. */
export const BACKTEST_DAYS = [7, 30, 90] as const

const Limit = z.number().min(-1e9).max(1e9)
const Hour = z.int().min(0).max(23)
const Month = z.int().min(1).max(12)
const Email = z.email().max(255)

const Condition = {
  /** Areas of this kind only; null looks at every device of the caller. */
  area_type_id: Id.nullable().default(null),
  /**
   * Farm, area or device that it is for alone: at most one of these and the kind. Of an area what hangs there at that moment. A change
   * that names neither of them nor a kind leaves the place as it is. Beside a place the kind may also be 2147483647, which does not exist.
   */
  location_id: Id.nullable().optional(),
  area_id: Id.nullable().optional(),
  device_id: Id.nullable().optional(),
  physical_quantity_id: Id,
  calculation: z.enum(CALCULATIONS).default('average'),
  comparison: z.enum(COMPARISONS).default('value'),
  comparator: z.enum(COMPARATORS).default('greater'),
  threshold_value: Limit,
  /** Limit at which the alert is over; null = the threshold. */
  clear_value: Limit.nullable().default(null),
  calculation_minutes: z.literal(CALCULATION_MINUTES).default(15),
  /** Evaluations in a row that must hold before it fires. */
  times: z.int().min(1).max(1000).default(1),
  exclude_months: z.array(Month).max(12).default([]),
  exclude_hours: z.array(Hour).max(24).default([]),
  exclude_device_ids: z.array(Id).max(1000).default([]),
  /** Leaves an area out while it is empty: rounds are on record there, and none runs. */
  exclude_empty: z.boolean().default(false),
  /**
   * Takes comfort of the day of age for the threshold where a round with a curve runs: its lower edge for what is less, its
   * upper edge for what is greater. Of values of temperature and humidity; nothing else has a curve.
   */
  by_age: z.boolean().default(false),
}

/** The clear value lies on the side of the threshold where it is well. */
const clearsOnTheGoodSide = {
  check: (rule: { comparator: (typeof COMPARATORS)[number]; threshold_value: number; clear_value: number | null }) =>
    rule.clear_value === null ||
    rule.comparator === 'equal' ||
    (rule.comparator.startsWith('greater')
      ? rule.clear_value <= rule.threshold_value
      : rule.clear_value >= rule.threshold_value),
  failure: { path: ['clear_value'], params: { code: 'clear_beyond_threshold' } },
}

/** Check that a slope or a count looks back over several readings: one reading has neither. */
const looksBackFarEnough = {
  check: (rule: Pick<AlertRule, 'calculation' | 'comparison' | 'calculation_minutes'>) =>
    rule.calculation_minutes > 0 ||
    rule.comparison !== 'value' ||
    (rule.calculation !== 'derivative' && rule.calculation !== 'count'),
  failure: { path: ['calculation_minutes'], params: { code: 'needs_window' } },
}

/** Check that a rule is for one place, or for one kind of animal. */
const isForOne = {
  check: (rule: RulePlace) =>
    [
      rule.area_type_id === NO_KIND && scopeOf(rule) !== 'everywhere' ? null : rule.area_type_id,
      rule.location_id,
      rule.area_id,
      rule.device_id,
    ].filter(id => typeof id === 'number').length <= 1,
  failure: { path: ['area_type_id'], params: { code: 'one_place' } },
}

export const AlertRuleInput = z
  .object({
    /** Name of the rule; null: its sentence is its name. */
    name: Name.nullable().default(null),
    ...Condition,
    urgency: z.enum(URGENCIES).default('attention'),
    active: z.boolean().default(true),
    alert_via_email: z.boolean().default(true),
    alert_via_push: z.boolean().default(true),
    alert_via_webhook: z.boolean().default(false),
    /** By the messengers, SMS and calls that each person has set up. */
    alert_via_contact_point: z.boolean().default(true),
    /** People told besides the owner of the rule; only those who may see the device hear of it. */
    recipients: z.array(Email).max(20).default([]),
    /** Things to look at in the barn, one line each. */
    checks: z.array(z.string().trim().min(1).max(255)).max(20).default([]),
  })
  .refine(clearsOnTheGoodSide.check, clearsOnTheGoodSide.failure)
  .refine(looksBackFarEnough.check, looksBackFarEnough.failure)
  .refine(isForOne.check, isForOne.failure)
export type AlertRuleInput = z.input<typeof AlertRuleInput>

export const AlertRuleChange = AlertRuleInput.safeExtend({
  /** Version that was read: a change of an older one is refused. One that names none is made whatever came since. */
  version: z.int().min(1).max(2_147_483_647).optional(),
})

export const AlertRule = z.object({
  id: Id,
  name: z.string().nullable(),
  area_type_id: Id.nullable(),
  location_id: Id.nullable(),
  area_id: Id.nullable(),
  device_id: Id.nullable(),
  /** Names of the farm, the area with its farm, or the device it is for; null for what it is not for, and once `lost`. */
  location_name: z.string().nullable(),
  area_name: z.string().nullable(),
  device_name: z.string().nullable(),
  /** True once its owner has no access to the place or device it is for any more: it notifies no one. */
  lost: z.boolean(),
  physical_quantity_id: Id,
  calculation: z.enum(CALCULATIONS),
  comparison: z.enum(COMPARISONS),
  comparator: z.enum(COMPARATORS),
  threshold_value: z.number(),
  clear_value: z.number().nullable(),
  calculation_minutes: z.literal(CALCULATION_MINUTES),
  times: z.int(),
  exclude_months: z.array(z.int()),
  exclude_hours: z.array(z.int()),
  exclude_device_ids: z.array(Id),
  exclude_empty: z.boolean(),
  by_age: z.boolean(),
  urgency: z.enum(URGENCIES),
  active: z.boolean(),
  alert_via_email: z.boolean(),
  alert_via_push: z.boolean(),
  alert_via_webhook: z.boolean(),
  alert_via_contact_point: z.boolean(),
  recipients: z.array(z.string()),
  checks: z.array(z.string()),
  /** Reason it could not be evaluated when it was last looked at, and since when; null while it is. */
  failure: z.object({ reason: z.enum(RULE_FAILURES), since: TimeOut }).nullable(),
  /** Owner of the rule; null for the caller's own. */
  owner_name: z.string().nullable(),
  /** Counts its changes. */
  version: z.int(),
  created_at: TimeOut,
  updated_at: TimeOut,
  may: May,
})
export type AlertRule = z.infer<typeof AlertRule>

/** Sources of the numbers of default rules: a law, a guide, or what people who know the animals hold right. */
export const RULE_SOURCES = [
  'eu_broilers',
  'eu_pigs',
  'de_farm_animals',
  'pl_pigs',
  'is_horses',
  'eu_workers',
  'uk_workers',
  'de_horses',
  'who',
  'room_standards',
  'din_18910',
  'cigr',
  'pl_advice',
  'ch_calves',
  'fokus_tierwohl',
  'lohmann',
  'hy_line',
  'ross',
  'missouri',
  'prairie',
  'penn_state',
  'vita_plus',
  'disarm',
  'ign',
  'survey_1998',
  'pig_site',
  'explosion',
  'analogy',
  'judgement',
  'practice',
] as const
/** Animals for which, or times at which, the number of a default rule holds. */
export const SOURCE_HINTS = [
  'light_period',
  'broilers_from_day_28',
  'weaned_piglets',
  'from_week_5',
  'heat_index',
  'after_brooding',
] as const

/** A rule to copy: the limit of law or guide for one kind of animal, with where it is from. */
export const DefaultAlertRule = z.object({
  /** Key that stays the same for good, e.g. `pig.nh3.high`. */
  key: z.string(),
  /** The note of the thresholds, for who checks them. */
  source: z.string(),
  sources: z.array(z.enum(RULE_SOURCES)),
  hint: z.enum(SOURCE_HINTS).nullable(),
  /** True where a device the caller watches hangs at these animals and measures this quantity. */
  suits: z.boolean(),
  rule: AlertRule.omit({
    ...{ id: true, failure: true, owner_name: true, version: true, created_at: true, updated_at: true, may: true },
    ...{ location_name: true, area_name: true, device_name: true, lost: true },
  }),
})
export type DefaultAlertRule = z.infer<typeof DefaultAlertRule>

/** Outcome of taking the default rules for some devices. */
export const DefaultRulesOfDevices = z.object({
  /** Rules made, those switched on again, and those that were on already. */
  made: z.int(),
  switched_on: z.int(),
  there: z.int(),
  /** Keys of measurements of these devices for which no default rule is known where they are placed. */
  without: z.array(z.string()),
  /** Devices that are placed nowhere, or have measured nothing there yet: no rule is known to suit them. */
  devices_without_values: z.array(Id),
})
export type DefaultRulesOfDevices = z.infer<typeof DefaultRulesOfDevices>

/** Rules beside one about the same matter, with the number of devices on which one of the two holds in place of the other. */
const BesideRule = z.object({ rule_id: Id, devices: z.int() })

/** Devices a rule is for at this moment, and what its owner's other rules make of that. */
export const RuleReach = z.object({
  /** Devices it is for, and those of them on which it holds. */
  devices: z.int(),
  holds: z.int(),
  /** Nearer rules that hold in its place, and wider ones in whose place it holds; those with most devices first. */
  nearer: z.array(BesideRule),
  wider: z.array(BesideRule),
})
export type RuleReach = z.infer<typeof RuleReach>

export const Backtest = z.object({
  days: z.literal(BACKTEST_DAYS).default(30),
  rule: AlertRuleInput,
  /** Rule that this is a change of; null for a new one. */
  id: Id.nullable().default(null),
  /** Unit in which the other limits of a temperature are round; all numbers are °C in either. */
  temperature: z.enum(TEMPERATURE_UNITS).default('celsius'),
})

export const BacktestAnswer = z.object({
  from: TimeOut,
  until: TimeOut,
  /** Episodes, oldest first, the newest thousand; `until` null while it would still be firing. */
  firings: z.array(z.object({ device_id: Id, from: TimeOut, until: TimeOut.nullable(), worst: z.number() })),
  firings_total: z.int(),
  /** Firings, of all, that began between 22:00 and 06:00 at their place. */
  at_night: z.int(),
  /** Share of the period in which the rule could tell, over all devices, 0 to 1. Null without devices. */
  coverage: z.number().nullable(),
  devices: z.array(
    z.object({
      device_id: Id,
      device_name: z.string(),
      area_name: z.string().nullable(),
      firings: z.int(),
      /** Share of the period in which the rule could tell, 0 to 1. */
      coverage: z.number(),
    }),
  ),
  /** Firings had the limit been another, the rule's own in the middle. */
  limits: z.array(z.object({ threshold_value: z.number(), firings: z.int() })),
  /** Data of the plot: start of each step (epoch ms), and each device's most extreme value towards the limit in it. */
  time: Numbers,
  series: z.array(z.object({ device_id: Id, values: NumbersOrNull })),
  /** Unit of the quantity; empty where readings are counted. A change per hour is per hour of it. */
  unit: z.string(),
})
export type BacktestAnswer = z.infer<typeof BacktestAnswer>

export const alertRuleEndpoints = endpoints({
  listAlertRules: {
    method: 'GET',
    path: '/alert-rules',
    access: 'signedIn',
    summary: "The caller's alert rules; with all=1 administrators get everybody's",
    query: z.object({ all: z.enum(['0', '1']).optional() }),
    response: z.array(AlertRule),
  },
  listDefaultAlertRules: {
    method: 'GET',
    path: '/alert-rules/defaults',
    access: 'signedIn',
    summary: 'Rules to copy, for the kinds of animals and quantities that have limits',
    response: z.array(DefaultAlertRule),
  },
  takeDefaultAlertRules: {
    method: 'POST',
    path: '/alert-rules/defaults',
    access: 'signedIn',
    summary:
      'Create the alert rules of these default ones, all or none. One that is there already is switched on and not made again. Not for people whose devices all have the plan light',
    body: z.object({ keys: z.array(z.string().max(100)).min(1).max(MAX_DEFAULTS) }),
    status: 201,
    response: z.array(AlertRule),
  },
  takeDefaultAlertRulesOfDevices: {
    method: 'POST',
    path: '/alert-rules/defaults/devices',
    access: 'signedIn',
    summary: `Create the default rules for what these devices measure and the animals around them, all or none, for ${MAX_AT_ONCE} devices at most. Each rule holds for all areas of that kind, as default rules do`,
    body: z.object({ device_ids: z.array(Id).min(1).max(MAX_AT_ONCE) }),
    status: 201,
    response: DefaultRulesOfDevices,
    failures: ['not_found', 'quota_reached'],
  },
  getAlertRule: {
    method: 'GET',
    path: '/alert-rules/:id',
    access: 'signedIn',
    summary: 'One alert rule',
    params: IdParams,
    response: AlertRule,
  },
  createAlertRule: {
    method: 'POST',
    path: '/alert-rules',
    access: 'signedIn',
    summary: 'Create an alert rule. Not for people whose devices all have the plan light',
    body: AlertRuleInput,
    status: 201,
    response: AlertRule,
  },
  updateAlertRule: {
    method: 'PUT',
    path: '/alert-rules/:id',
    access: 'signedIn',
    summary: 'Change an alert rule; what is open under it ends when its condition changes',
    params: IdParams,
    body: AlertRuleChange,
    response: AlertRule,
    failures: ['changed_meanwhile'],
  },
  reachOfAlertRule: {
    method: 'POST',
    path: '/alert-rules/reach',
    access: 'signedIn',
    scope: 'read',
    summary:
      'On how many devices a rule would hold now: of rules on the same quantity, side of the limit and urgency, and at each reading or over a window, that of a device goes before that of its area, its farm, and all others',
    body: z.object({
      rule: AlertRuleInput,
      /** Rule that this is a change of; null for a new one. */
      id: Id.nullable().default(null),
    }),
    response: RuleReach,
  },
  deleteAlertRule: {
    method: 'DELETE',
    path: '/alert-rules/:id',
    access: 'signedIn',
    summary: 'Delete an alert rule; its alerts stay and what is open ends',
    params: IdParams,
    status: 204,
  },
})

export const alertBacktestEndpoints = endpoints({
  backtestAlertRule: {
    method: 'POST',
    path: '/alert-rules/backtest',
    access: 'signedIn',
    scope: 'read',
    summary: 'When and for which devices a rule would have fired, without those on which a nearer one holds now',
    body: Backtest,
    response: BacktestAnswer,
  },
})
