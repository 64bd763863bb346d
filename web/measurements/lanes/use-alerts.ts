import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { useAlertValues } from '../../alerts/alert/alert-words.tsx'
import { alertsScreen } from '../../alerts/screens.ts'
import { queryOf } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import type { LaneEvent } from './lane.ts'
import { type MeasurementNames, nameOf } from './use-faults.ts'

export type AlertNames = MeasurementNames & Pick<TaxonomyLists, 'physical_quantities'>

/** The alerts of a device, from when they fired until they were over. */
export const useAlerts = (deviceId: number, lists: AlertNames): LaneEvent[] => {
  const { t } = useTranslation('measurements')
  const sayOf = useAlertValues(lists)
  const { data = [] } = useQuery(queryOf(api.listAlerts, { query: { device_id: deviceId } }))
  const titleOf = ({ kind, rule_name, measurement }: Alert): string => {
    if (kind !== 'rule') return t(`lanes.${kind}`)
    return rule_name ?? (measurement === null ? t('lanes.alerts') : nameOf(measurement, lists))
  }
  const textOf = (alert: Alert): string => {
    const { worst_value, threshold_value } = alert
    if (worst_value === null || threshold_value === null) return ''
    const { value, limit, unit } = sayOf(alert)
    return t('lanes.worst', { worst: value(worst_value), limit: `${limit(threshold_value)}\u00A0${unit}`.trim() })
  }
  return data.map(alert => ({
    id: `alert ${alert.id}`,
    from: Date.parse(alert.fired_at),
    until: alert.resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(alert.resolved_at),
    title: titleOf(alert),
    text: textOf(alert),
    to: linkTo(alertsScreen, { search: { alert: alert.id } }),
  }))
}
