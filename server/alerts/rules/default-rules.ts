import type { DefaultAlertRule } from '#shared/contract/alerts/alert-rules.ts'
import type { Boundaries } from '#shared/contract/places/taxonomy.ts'
import { isCurved } from '#shared/rules/locations/rounds.ts'
import { AREA_TYPES } from '../../taxonomy/area-types.ts'
import { CHART_GROUPS, type ChartGroupKey } from '../../taxonomy/chart-groups.ts'
import { QUANTITIES } from '../../taxonomy/quantities.ts'
import { boundariesOf } from '../../taxonomy/types.ts'
import { hintIn, sourcesIn } from './rule-sources.ts'

/** A default rule for everybody: whether it suits depends on who asks. */
export type DefaultRule = Omit<DefaultAlertRule, 'suits'>
type Rule = DefaultRule['rule']
type Kind = 'low' | 'high' | 'limit'

/** Minutes a crossing lasts before it is worth telling; of a quantity that is not named nothing is told by default. */
const MINUTES: Partial<Record<ChartGroupKey, Record<Kind, Rule['calculation_minutes']>>> = {
  nh3: { low: 60, high: 60, limit: 15 },
  co2: { low: 60, high: 60, limit: 15 },
  temperature: { low: 30, high: 30, limit: 30 },
  humidity: { low: 180, high: 180, limit: 180 },
  pm10: { low: 1440, high: 1440, limit: 1440 },
  pm25: { low: 1440, high: 1440, limit: 1440 },
  light: { low: 60, high: 60, limit: 60 },
  h2s: { low: 15, high: 60, limit: 15 },
  co: { low: 60, high: 60, limit: 15 },
  ch4: { low: 15, high: 15, limit: 15 },
  sound: { low: 60, high: 60, limit: 15 },
}
/** Share of the way back to what is well at which it is over: without it an alert flaps around the limit. */
const WAY_BACK = 0.15
/** Light counts only where every kind of animal has its lights on. */
const DARK_HOURS = Array.from({ length: 24 }, (_, hour) => hour).filter(hour => hour < 8 || hour >= 16)

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

/** A rule for each limit of law or guide and each edge of comfort, for each kind of animal. */
const all = (): DefaultRule[] =>
  AREA_TYPES.flatMap(areaType =>
    CHART_GROUPS.flatMap(group => {
      const minutes = MINUTES[group.key]
      const quantity = QUANTITIES.find(one => one.abbreviation === group.quantity)
      const edges = group.limits ? boundariesOf(group.id, areaType.id) : null
      if (!minutes || !quantity || !edges) return []
      return crossings(edges, edges).map(({ kind, threshold, well }): DefaultRule => {
        const clear = rounded(threshold + WAY_BACK * (well - threshold), quantity.decimals)
        return {
          key: `${areaType.key}.${group.key}.${kind}`,
          source: edges.source,
          sources: sourcesIn(edges.source),
          hint: hintIn(edges.source),
          rule: {
            name: null,
            area_type_id: areaType.id,
            location_id: null,
            area_id: null,
            device_id: null,
            physical_quantity_id: quantity.id,
            calculation: 'average',
            comparison: 'value',
            comparator: kind === 'low' ? 'less' : 'greater',
            threshold_value: threshold,
            clear_value: clear === threshold ? null : clear,
            calculation_minutes: minutes[kind],
            times: 1,
            exclude_months: [],
            exclude_hours: group.key === 'light' ? DARK_HOURS : [],
            exclude_device_ids: [],
            // Comfort is of animals; a limit of law or guide also of whoever cleans an empty barn.
            exclude_empty: kind !== 'limit',
            by_age: kind !== 'limit' && isCurved(quantity.abbreviation),
            urgency: kind === 'limit' ? 'act_now' : 'attention',
            active: true,
            alert_via_email: true,
            alert_via_push: true,
            alert_via_webhook: false,
            alert_via_contact_point: true,
            recipients: [],
            checks: [],
          },
        }
      })
    }),
  )

/** Each edge that can be crossed, with the value that lies well on its good side. */
const crossings = (
  { low_value: low, high_value: high, limit_value: limit, ideal_value: ideal }: Boundaries,
  sides: { low_is_bad: boolean; high_is_bad: boolean },
): { kind: Kind; threshold: number; well: number }[] => [
  ...(sides.low_is_bad && low !== null
    ? [{ kind: 'low' as const, threshold: low, well: high ?? ideal ?? low * 2 }]
    : []),
  ...(sides.high_is_bad && high !== null ? [{ kind: 'high' as const, threshold: high, well: low ?? ideal ?? 0 }] : []),
  ...(limit !== null ? [{ kind: 'limit' as const, threshold: limit, well: low ?? ideal ?? 0 }] : []),
]

export const DEFAULT_ALERT_RULES: readonly DefaultRule[] = all()
