import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { edgeByAge } from '#shared/rules/alerts/alert-rule.ts'
import { type RoundDays, runsOn } from '#shared/rules/locations/rounds.ts'
import { boundariesOn, type ComfortPlace, namedByAge } from '../../locations/rounds/comfort.ts'
import { measurementsOf } from './quantity.ts'

type Rule = Pick<
  AlertRule,
  'by_age' | 'physical_quantity_id' | 'comparison' | 'calculation' | 'comparator' | 'threshold_value' | 'clear_value'
>

/** Calculations that give a value of the quantity itself, which comfort speaks of. */
const OF_THE_QUANTITY: readonly AlertRule['calculation'][] = ['average', 'minimum', 'maximum']

/**
 * Threshold and clear value of a rule on a local date (`YYYY-MM-DD`). Where it follows the age and a round with a curve runs,
 * the edge of comfort of that day of age is the threshold; else the rule's own.
 */
export const edgeOn = <One extends Rule>(
  rule: One,
  place: Pick<ComfortPlace, 'area_type_id' | 'rounds'> | null,
  date: string,
): One => {
  if (!rule.by_age || !place || rule.comparison !== 'value' || !OF_THE_QUANTITY.includes(rule.calculation)) return rule
  for (const key of measurementsOf(rule.physical_quantity_id)) {
    const { by_age } = namedByAge(boundariesOn(place, key, date), key, place.area_type_id)
    if (by_age) return edgeByAge(rule, by_age)
  }
  return rule
}

/** Tells whether an area is empty on a local date: rounds began there, and none runs. `rounds` are all of its past. */
export const isEmptyOn = (rounds: readonly RoundDays[], date: string): boolean =>
  rounds.some(({ date_in }) => date_in <= date) && !rounds.some(one => runsOn(one, date))
