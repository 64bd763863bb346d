import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import classes from './alarm.module.css'
import { People, whoIs } from './people.tsx'
import { alarmPlanScreen } from './screens.ts'

const RELOAD = 60_000

/** People to call about an open alert: the alarm plan of its location, where there is one to see. */
export function PlanAtAlert({ alertId, locationId }: { alertId: number; locationId: number }) {
  const { t } = useTranslation('alarm-plan')
  const params = { id: locationId }
  const { data } = useQuery(queryOf(api.getAlarmPlan, { params }))
  const { data: log } = useQuery({ ...queryOf(api.getAlarmLog, { params }), refetchInterval: RELOAD })
  if (!data || data.people.length === 0) return null
  const told = log?.entries.find(({ alert_id }) => alert_id === alertId)?.tellings ?? []
  const said = new Map(
    told.map(({ told_at, confirmed_at, ...person }) => [
      whoIs(person),
      confirmed_at === null
        ? t('told', { time: momentIn(told_at, data.time_zone) })
        : t('log.confirmed_alert', { time: momentIn(confirmed_at, data.time_zone) }),
    ]),
  )
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="whom-to-call">
      <header>
        <h2 id="whom-to-call" className="bm-grow">
          {t('whom')}
        </h2>
        <ScreenLink to={linkTo(alarmPlanScreen, { params: { id: locationId } })} className="bm-link">
          {t('open')}
        </ScreenLink>
      </header>
      <People people={data.people} said={said} />
    </section>
  )
}
