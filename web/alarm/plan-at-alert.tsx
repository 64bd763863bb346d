import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/contract/index.ts'
import { queryOf } from '../kit/query.ts'
import classes from './alarm.module.css'
import { People } from './people.tsx'

/** Whom to call about an open alert: the alarm plan of its location, where there is one to see. */
export function PlanAtAlert({ locationId }: { locationId: number }) {
  const { t } = useTranslation('alarm-plan')
  const { data } = useQuery(queryOf(api.getAlarmPlan, { params: { id: locationId } }))
  if (!data || data.people.length === 0) return null
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="whom-to-call">
      <header>
        <h2 id="whom-to-call" className="bm-grow">
          {t('whom')}
        </h2>
        <Link to="/alarm-plan/$id" params={{ id: String(locationId) } as never} className="bm-link">
          {t('open')}
        </Link>
      </header>
      <People people={data.people} />
    </section>
  )
}
