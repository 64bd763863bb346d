import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { PhysicalQuantity, TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { ask } from '../../kit/api/api.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useReads } from '../../kit/api/query.ts'
import { useScreenSearch } from '../../kit/routing/link.tsx'
import { ALERT_LISTS, type AlertLists, DEFAULT_RULES, rulesRead } from '../queries.ts'
import { newRuleScreen } from '../screens.ts'
import { NoRules, useRulesAllowed } from './no-rules.tsx'
import { RuleForm } from './rule-form.tsx'
import { EVERYWHERE, newValues, type RuleValues, ruleValuesOf, unitOfRule } from './rule-values.ts'

type Read = AlertLists & { locations: readonly Location[] }
/** Place that a rule is asked for by the address. */
interface Asked {
  location?: number | undefined
  area?: number | undefined
  device?: number | undefined
}

const FIRST = 'nh3_ppm'
const NOBODY = 'human'

/** The limit of a quantity for a kind of animal: that of law or guide, else the edge of comfort. */
const limitFor = ({ chart_groups }: TaxonomyLists, quantity: PhysicalQuantity, areaTypeId: number | null) => {
  const edges = chart_groups
    .filter(({ physical_quantity_id }) => physical_quantity_id === quantity.id)
    .flatMap(group => group.area_type_boundaries)
    .find(
      ({ area_type_id, limit_value, high_value }) =>
        area_type_id === areaTypeId && (limit_value ?? high_value) !== null,
    )
  return edges?.limit_value ?? edges?.high_value ?? null
}

/** Values a new rule begins with: ammonia in the place it was asked for, else for the animals the caller has most devices at. */
const firstValues = ({ lists, devices, locations }: Read, { location, area, device }: Asked): RuleValues => {
  const quantity =
    lists.physical_quantities.find(({ abbreviation }) => abbreviation === FIRST) ??
    elementAt(lists.physical_quantities, 0)
  const people = lists.area_types.find(({ key }) => key === NOBODY)?.id
  const placed = devices.flatMap(({ placement }) => placement?.area_type_id ?? []).filter(id => id !== people)
  const counts = Map.groupBy(placed, id => id)
  const most = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
  const usual = 20
  const there =
    locations.flatMap(one => one.areas).find(one => one.id === area)?.area_type_id ??
    devices.find(({ id }) => id === device)?.placement?.area_type_id ??
    locations.find(({ id }) => id === location)?.areas[0]?.area_type_id
  const values = newValues(quantity, most, limitFor(lists, quantity, there ?? most) ?? usual)
  if (device !== undefined) return { ...values, ...EVERYWHERE, device_id: device }
  if (area !== undefined) return { ...values, ...EVERYWHERE, area_id: area }
  return location === undefined ? values : { ...values, ...EVERYWHERE, location_id: location }
}

export const reads = () => [...ALERT_LISTS, DEFAULT_RULES, rulesRead(), LOCATIONS] as const

/** The rule to begin with: one of the defaults, a copy of an own one, or an empty sentence. */
const useBeginning = () => {
  const search = useScreenSearch(newRuleScreen)
  const [lists, devices, defaults, rules, locations] = useReads(reads())
  const read = { lists, devices, locations }
  const proposed = defaults.find(({ key }) => key === search.default)?.rule
  const own = rules.find(({ id }) => id === search.copy)
  const found = search.default !== undefined ? proposed : own && { ...own, name: null }
  const values = found ? ruleValuesOf(found, unitOfRule(found, lists)) : firstValues(read, search)
  return { read, values, copied: found !== undefined }
}

function CreateRule() {
  const { t } = useTranslation('alert-rules')
  const { read, values, copied } = useBeginning()
  return (
    <RuleForm
      title={t('new')}
      initial={values}
      changed={copied}
      read={read}
      id={null}
      send={body => ask(api.createAlertRule, { body })}
    />
  )
}

export default function CreateRulePage() {
  return useRulesAllowed() ? <CreateRule /> : <NoRules />
}
