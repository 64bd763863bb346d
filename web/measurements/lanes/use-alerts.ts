import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import { alertsScreen } from '../../alerts/screens.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { limitText } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import type { LaneEvent } from './lane.ts'
import { type MeasurementNames, nameOf } from './use-faults.ts'

/** The alerts of a device, from when they fired until they were over. */
export const useAlerts = (deviceId: number, lists: MeasurementNames): LaneEvent[] => {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const { data = [] } = useQuery(queryOf(api.listAlerts, { query: { device_id: deviceId } }))
  const titleOf = ({ kind, rule_name, measurement }: Alert): string => {
    if (kind !== 'rule') return t(`lanes.${kind}`)
    return rule_name ?? (measurement === null ? t('lanes.alerts') : nameOf(measurement, lists))
  }
  const textOf = ({ worst_value, threshold_value, unit }: Alert): string =>
    worst_value === null || threshold_value === null
      ? ''
      : t('lanes.worst', {
          worst: format.value(worst_value, 1, unit ?? ''),
          limit: limitText(threshold_value, unit ?? ''),
        })
  return data.map(alert => ({
    id: `alert ${alert.id}`,
    from: Date.parse(alert.fired_at),
    until: alert.resolved_at === null ? Number.POSITIVE_INFINITY : Date.parse(alert.resolved_at),
    title: titleOf(alert),
    text: textOf(alert),
    to: linkTo(alertsScreen, { search: { alert: alert.id } }),
  }))
}
