import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AlertRuleInput, type RuleReach, AlertRuleInput as Schema } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { isForDevice, scopeOf } from '#shared/rules/alerts/rule-scope.ts'
import { hasAlertRules } from '#shared/rules/devices/plan.ts'
import { ask } from '../../kit/api/api.ts'
import { keyOf } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { type AlertLists, rulesRead } from '../queries.ts'
import { editRuleScreen } from '../screens.ts'
import classes from './rule.module.css'
import { type Places, placeNamesOf } from './rule-place.ts'
import { useSentence } from './use-sentence.ts'

/** Wait for more changes before the server is asked again. */
const DEBOUNCE_MS = 300

interface Props {
  /** Rule that is changed; null for a new one. */
  id: number | null
  body: AlertRuleInput
  read: AlertLists & Pick<Places, 'locations'>
}

/** Part of a body that decides where the rule holds, with the least that makes it whole. */
const askedOf = (body: AlertRuleInput): AlertRuleInput => ({
  physical_quantity_id: body.physical_quantity_id,
  threshold_value: 0,
  area_type_id: body.area_type_id,
  location_id: body.location_id,
  area_id: body.area_id,
  device_id: body.device_id,
  calculation: body.calculation,
  comparison: body.comparison,
  comparator: body.comparator,
  calculation_minutes: body.calculation_minutes,
  urgency: body.urgency,
  exclude_device_ids: body.exclude_device_ids,
})

const useReach = (id: number | null, body: AlertRuleInput) => {
  const [key] = useDebouncedValue(JSON.stringify(askedOf(body)), DEBOUNCE_MS)
  const rule = JSON.parse(key) as AlertRuleInput
  return useQuery({
    queryKey: [...keyOf(api.reachOfAlertRule), id, key],
    queryFn: () => ask(api.reachOfAlertRule, { body: { id, rule } }),
    enabled: Schema.safeParse(rule).success,
    placeholderData: keepPreviousData,
  })
}

/** Why a rule holds on no device: its place is lost, all there are on the plan light or left out, or none is there. */
export const whyNone = (
  body: AlertRuleInput,
  { devices, locations }: Omit<Places, 'lists'>,
): 'lost' | 'none' | 'light' | 'left_out' => {
  const { area_type_id = null, location_id = null, area_id = null, device_id = null, exclude_device_ids = [] } = body
  const place = { area_type_id, location_id, area_id, device_id }
  const names = Object.values(placeNamesOf(place, { devices, locations }))
  if (scopeOf(place) !== 'everywhere' && names.every(name => name === null)) return 'lost'
  const there = devices.filter(({ id, placement }) => isForDevice(place, id, placement))
  if (there.length === 0) return 'none'
  const watched = there.filter(({ plan }) => hasAlertRules([plan]))
  if (watched.length === 0) return 'light'
  return watched.every(({ id }) => exclude_device_ids.includes(id)) ? 'left_out' : 'none'
}

/** Number of devices a rule holds on now, and which other rules go before or after it there, and why. */
export function HeldDevices({ id, body, read }: Props) {
  const { t } = useTranslation('alert-rules')
  const { data: reach } = useReach(id, body)
  const { data: rules = [] } = useQuery(rulesRead())
  const say = useSentence(read.lists)
  if (!reach) return null
  const beside = (some: RuleReach['nearer'], kind: 'nearer' | 'wider') =>
    some.flatMap(({ rule_id, devices }) => {
      const rule = rules.find(one => one.id === rule_id)
      if (!rule) return []
      const params = { id: rule.id }
      const scope = scopeOf(rule)
      const why = kind === 'nearer' && scope !== 'everywhere' ? t(`reach.because.${scope}`) : ''
      return [
        <li key={rule.id}>
          {t(`reach.${kind}`, { count: devices })}{' '}
          <ScreenLink className="bm-link" to={linkTo(editRuleScreen, { params })}>
            <QuantityName name={rule.name ?? say(rule)} />
          </ScreenLink>{' '}
          {why}
        </li>,
      ]
    })
  const others = [...beside(reach.nearer, 'nearer'), ...beside(reach.wider, 'wider')]
  return (
    <div className={`bm-small ${classes.reach}`}>
      {reach.devices === 0 ? (
        <Note status="attention">{t(`reach.${whyNone(body, read)}`)}</Note>
      ) : (
        <p role="status">
          {reach.holds === reach.devices
            ? t('reach.all', { count: reach.devices })
            : t('reach.some', { holds: reach.holds, count: reach.devices })}
        </p>
      )}
      {others.length > 0 && <ul>{others}</ul>}
    </div>
  )
}
