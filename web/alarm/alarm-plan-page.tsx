import { Button } from '@mantine/core'
import { IconPencil, IconPrinter, IconShieldExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmPlan } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf, useRead } from '../kit/api/query.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink, useScreenParams } from '../kit/routing/link.tsx'
import type { PageAddress } from '../kit/routing/screen.ts'
import { useNow } from '../kit/time/now.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { ReadBoundary } from '../ui/feedback/read-boundary.tsx'
import classes from './alarm.module.css'
import { AlarmLogList } from './alarm-log.tsx'
import { ChainTest } from './chain-test.tsx'
import { People } from './people.tsx'
import { PlanForm } from './plan-form.tsx'
import { alarmPlanScreen, alarmWatchScreen } from './screens.ts'

function Chain({ plan, onEdit }: { plan: AlarmPlan; onEdit: () => void }) {
  const { t } = useTranslation('alarm-plan')
  const untold = plan.people.filter(({ consent }) => consent !== 'confirmed').length
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="chain">
      <header>
        <h2 id="chain" className="bm-grow">
          {t('chain')}
        </h2>
        {plan.may.includes('edit') && (
          <Button
            className={classes.tool}
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.9} />}
            onClick={onEdit}
          >
            {t('edit')}
          </Button>
        )}
      </header>
      <p>{t('order', { count: plan.minutes })}</p>
      {untold > 0 && <Note status="attention">{t('consent.note', { count: untold })}</Note>}
      <People people={plan.people} mail />
    </section>
  )
}

function Plan({ plan }: { plan: AlarmPlan }) {
  const { t } = useTranslation('alarm-plan')
  const [editing, setEditing] = useState(false)
  const now = useNow(60_000)
  const isOwner = plan.may.includes('edit')
  usePageName(plan.location_name)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('title', { name: plan.location_name })}</PageHeading>
          <p className="bm-muted">{t('lead')}</p>
          <p className={classes.printed}>{t('printed', { time: momentIn(now, plan.time_zone) })}</p>
        </div>
        <Button
          className={classes.tool}
          variant="default"
          leftSection={<IconPrinter size={20} stroke={1.8} />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </header>
      <p className={classes.own}>
        <IconShieldExclamation size={22} stroke={1.8} aria-hidden="true" />
        <span>{t('own_alarm')}</span>
      </p>
      {editing ? (
        <PlanForm plan={plan} onDone={() => setEditing(false)} />
      ) : plan.people.length === 0 ? (
        <EmptyState
          title={t('empty.title')}
          text={t(isOwner ? 'empty.text' : 'empty.others')}
          action={isOwner && <Button onClick={() => setEditing(true)}>{t('empty.action')}</Button>}
        />
      ) : (
        <>
          <Chain plan={plan} onEdit={() => setEditing(true)} />
          <ChainTest plan={plan} />
        </>
      )}
      {plan.updated_at !== null && (
        <ReadBoundary>
          <AlarmLogList plan={plan} />
        </ReadBoundary>
      )}
      <p className={classes.tool}>
        <ScreenLink to={linkTo(alarmWatchScreen)} className="bm-link">
          {t('to_watch')}
        </ScreenLink>
      </p>
    </div>
  )
}

const planRead = (id: string | number | undefined) => queryOf(api.getAlarmPlan, { params: { id: Number(id) } })

export const reads = ({ params: { id } }: PageAddress) => [planRead(id)] as const

/** People told when nobody is on an alert of a location, the monthly test, and the log of both. */
export default function AlarmPlanPage() {
  const { id } = useScreenParams(alarmPlanScreen)
  return <Plan key={id} plan={useRead(planRead(id))} />
}
