import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { OPEN_ALERTS } from '../../kit/api/lists.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { sortedAlerts } from '../list/alert-filter.ts'
import { alertsScreen } from '../screens.ts'
import { momentWords, onItWords, statusOfAlert, titleOf } from './alert-words.tsx'
import classes from './area-alert.module.css'

/** ms: what home shows by itself is read first. */
const LATER = 2000

/** The most urgent open alert of an area on its card: what it is, and who is on it. */
export default function AreaAlert({ areaId, lists }: { areaId: number; lists: TaxonomyLists }) {
  const { t } = useTranslation('alerts')
  const now = useNow(60_000)
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), LATER)
    return () => clearTimeout(timer)
  }, [])
  const { data = [] } = useQuery({ ...OPEN_ALERTS, enabled: settled })
  const [alert] = sortedAlerts(data.filter(one => one.area_id === areaId && one.state === 'firing'))
  if (!alert) return null
  const { acknowledged, time_zone } = alert
  return (
    <ScreenLink to={linkTo(alertsScreen, { search: { alert: alert.id } })} className={classes.alert}>
      <StatusShape status={acknowledged ? 'on_it' : statusOfAlert(alert, lists)} size={18} />
      <span>
        <b>
          <QuantityName name={titleOf(alert, lists, t)} />
        </b>
        {', '}
        {acknowledged
          ? onItWords(acknowledged, momentWords(acknowledged.at, time_zone, now), t)
          : t('since', { time: momentWords(alert.started_at, time_zone, now) })}
      </span>
    </ScreenLink>
  )
}
