import type { AlertRule } from '../../contract/alerts/alert-rules.ts'

/** Part of a rule that says which devices it is for. */
export type RulePlace = Pick<AlertRule, 'area_type_id'> & SinglePlace
/** Farm, area or device; left out is none, as null is. */
interface SinglePlace {
  location_id?: number | null | undefined
  area_id?: number | null | undefined
  device_id?: number | null | undefined
}

/**
 * Kind of animal in the row of a rule for a farm, an area or a device, and in the call that saves it. No area is of that kind: a process
 * of the release before, which does not know the other fields, refuses such a call and warns of nothing by such a row. It would else
 * take the rule for one of all areas.
 */
export const NO_KIND = 2_147_483_647

/** Reaches of a rule, the widest first: all areas or those of a kind of animal, a farm, an area, a device. */
export const RULE_SCOPES = ['everywhere', 'location', 'area', 'device'] as const
export type RuleScope = (typeof RULE_SCOPES)[number]

export const scopeOf = ({ location_id, area_id, device_id }: SinglePlace): RuleScope => {
  if (device_id != null) return 'device'
  if (area_id != null) return 'area'
  return location_id == null ? 'everywhere' : 'location'
}

/** Place where a device hangs, as far as rules ask for it. */
interface Place {
  location_id: number
  area_id: number
  area_type_id: number
}

/** Tells whether a rule is for a device that hangs at a place, or nowhere (null). Whose the device is, is another matter. */
export const isForDevice = (rule: RulePlace, deviceId: number, place: Place | null): boolean => {
  switch (scopeOf(rule)) {
    case 'device':
      return rule.device_id === deviceId
    case 'area':
      return rule.area_id === place?.area_id
    case 'location':
      return rule.location_id === place?.location_id
    case 'everywhere':
      return rule.area_type_id === null || rule.area_type_id === place?.area_type_id
  }
}

/** Part of a rule that says what it is about. */
export type RuleMatter = Pick<
  AlertRule,
  'physical_quantity_id' | 'urgency' | 'comparison' | 'calculation' | 'comparator' | 'calculation_minutes'
>

/** Numbers that tell how high something is. Its slope and how often it is measured are other matters. */
const HEIGHTS: readonly AlertRule['calculation'][] = ['average', 'minimum', 'maximum']
const SIDES: Record<AlertRule['comparator'], 'low' | 'high' | 'equal'> = {
  equal: 'equal',
  less: 'low',
  less_or_equal: 'low',
  greater: 'high',
  greater_or_equal: 'high',
}

/**
 * Key of what a rule is about: rules with the same one say the same thing with other numbers. Too warm and too cold, or a rule to act
 * on now and one to watch, are two things; so are a peak in a single reading and what lasts over a window.
 */
export const matterOf = ({
  physical_quantity_id,
  urgency,
  comparison,
  calculation,
  comparator,
  calculation_minutes,
}: RuleMatter): string => {
  const height = HEIGHTS.includes(calculation) ? 'height' : calculation
  const length = calculation_minutes === 0 ? 'reading' : 'window'
  const what = comparison === 'value' ? height : comparison
  return [physical_quantity_id, urgency, what, SIDES[comparator], length].join(' ')
}

interface Reaching {
  rule: RulePlace & RuleMatter & { id: number }
  deviceIds: Iterable<number>
}

/**
 * Devices on which a nearer rule holds in place of a wider one, among the rules of one person: by the id of the wider rule, each with
 * the id of the nearer. Of rules about the same matter the nearest holds: device before area before farm before everywhere. Rules that
 * are equally near hold together.
 */
export const nearerRules = (reaching: readonly Reaching[]): Map<number, Map<number, number>> => {
  const nearer = new Map<number, Map<number, number>>()
  for (const alike of Map.groupBy(reaching, ({ rule }) => matterOf(rule)).values()) {
    const ranked = alike.map(one => ({ ...one, rank: RULE_SCOPES.indexOf(scopeOf(one.rule)) }))
    if (new Set(ranked.map(({ rank }) => rank)).size < 2) continue
    const nearest = new Map<number, { rank: number; id: number }>()
    for (const { rule, deviceIds, rank } of ranked)
      for (const device of deviceIds)
        if (rank > (nearest.get(device)?.rank ?? -1)) nearest.set(device, { rank, id: rule.id })
    for (const { rule, deviceIds, rank } of ranked) {
      const held = new Map<number, number>()
      for (const device of deviceIds) {
        const one = nearest.get(device)
        if (one && one.rank > rank) held.set(device, one.id)
      }
      if (held.size > 0) nearer.set(rule.id, held)
    }
  }
  return nearer
}
