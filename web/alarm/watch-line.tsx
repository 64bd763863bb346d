import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/contract/index.ts'
import { useFormat } from '../kit/format.ts'
import { queryOf } from '../kit/query.ts'
import { StatusShape } from '../ui/status-shape.tsx'
import classes from './alarm.module.css'
import { runOf, WATCH_RELOAD } from './running.ts'

/** One line below the alerts: whether the watch runs, and when the chain was last tested. */
export function WatchLine() {
  const { t } = useTranslation('alarm-plan')
  const format = useFormat()
  const { data } = useQuery({ ...queryOf(api.getAlarmWatch, {}), refetchInterval: WATCH_RELOAD })
  if (!data) return null
  const { now, tested_at: tested, test_due } = data
  const run = runOf(data)
  const status = { begins: 'pending', runs: test_due ? 'attention' : 'good', stands: 'act_now' } as const
  return (
    <p className={classes.line}>
      <StatusShape status={status[run]} size={18} />
      <span>
        <b>{t(`line.${run}`)}</b>{' '}
        {tested ? t('line.tested', { age: format.age(tested, Date.parse(now)) }) : test_due && t('line.untested')}
      </span>
      <Link to="/alarm-watch" className="bm-link bm-nowrap">
        {t(test_due ? 'line.test' : 'line.open')}
      </Link>
    </p>
  )
}
