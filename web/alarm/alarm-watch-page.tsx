import { IconShieldExclamation } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlarmPlan, AlarmWatch } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { queryOf, useRead } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { useFormat } from '../kit/language/format.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { useNow } from '../kit/time/now.ts'
import { WithDates } from '../ui/data-display/with-dates.tsx'
import type { Status } from '../ui/status/status.ts'
import { StatusShape } from '../ui/status/status-shape.tsx'
import classes from './alarm.module.css'
import { ALARM_WATCH } from './running.ts'
import { alarmPlanScreen } from './screens.ts'

/** Time without a whole minute (ms) after which the watch stands. */
const STANDS_MS = 2 * 60_000
/** Time without any measurement at all (ms) after which something is wrong. */
const SILENT = 60 * 60_000

interface Beat {
  key: 'evaluated' | 'heard' | 'failing' | 'measured' | 'mailed' | 'ping'
  status: Status
  /** Time of the beat; null: not yet; undefined: it has no time. */
  at: string | null | undefined
  note?: string
}

const PING_STATUS = { off: 'no_data', ok: 'good', failing: 'act_now', waiting: 'pending' } as const

/** Each part of the watch, and how it is. */
const useBeats = (watch: AlarmWatch): Beat[] => {
  const { t } = useTranslation('alarm-plan')
  const { time_zone } = useUser()
  const age = (at: string | null) => (at === null ? null : Date.parse(watch.now) - Date.parse(at))
  const within = (at: string | null, limit: number, late: Status): Status => {
    const old = age(at)
    return old === null ? 'no_data' : old > limit ? late : 'good'
  }
  const since = watch.awake_since && momentIn(watch.awake_since, time_zone)
  return [
    {
      key: 'evaluated',
      status: within(watch.evaluated_at, STANDS_MS, 'act_now'),
      at: watch.evaluated_at,
      ...(since ? { note: t('watch.since', { time: since }) } : {}),
    },
    {
      key: 'heard',
      status: watch.problem === 'not_heard' ? 'act_now' : watch.heard_at === null ? 'no_data' : 'good',
      at: watch.heard_at,
      ...(watch.problem === 'not_heard' ? { note: t('watch.deaf') } : {}),
    },
    ...(watch.failing_rules > 0
      ? [
          {
            key: 'failing' as const,
            status: 'attention' as const,
            at: undefined,
            note: t('watch.failing_count', { count: watch.failing_rules }),
          },
        ]
      : []),
    { key: 'measured', status: within(watch.measured_at, SILENT, 'attention'), at: watch.measured_at },
    {
      key: 'mailed',
      status:
        watch.mails_waiting > 0 || !watch.mail_server ? 'attention' : watch.mailed_at === null ? 'no_data' : 'good',
      at: watch.mail_server ? watch.mailed_at : undefined,
      ...(!watch.mail_server
        ? { note: t('watch.no_mail_server') }
        : watch.mails_waiting > 0
          ? { note: t('watch.waiting', { count: watch.mails_waiting }) }
          : {}),
    },
    { key: 'ping', status: PING_STATUS[watch.ping], at: watch.pinged_at, note: t(`watch.ping_${watch.ping}`) },
  ]
}

function Beats({ watch }: { watch: AlarmWatch }) {
  const { t } = useTranslation(['alarm-plan', 'ui'])
  const { time_zone } = useUser()
  const format = useFormat()
  const now = useNow()
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="beats">
      <h2 id="beats">{t('watch.beats')}</h2>
      <ul className={classes.beats}>
        {useBeats(watch).map(({ key, status, at, note }) => (
          <li key={key}>
            <StatusShape status={status} size={22} />
            <span className="bm-hidden">{t(`ui:status.${status}`)}</span>
            <span className={classes.who}>
              <b>{t(`watch.${key}`)}</b>
              <span className="bm-small bm-muted">
                {at === undefined || (key === 'ping' && watch.ping === 'off')
                  ? null
                  : at === null
                    ? t('watch.not_yet')
                    : `${momentIn(at, time_zone)}, ${format.age(at, now)}`}
              </span>
              {note && (
                <span className="bm-small bm-muted">
                  <WithDates text={note} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanRow({ id, name, plan }: { id: number; name: string; plan: AlarmPlan | undefined }) {
  const { t } = useTranslation('alarm-plan')
  const has = plan !== undefined && plan.people.length > 0
  const status: Status = !has ? 'no_data' : plan.test_due ? 'attention' : 'good'
  const tested = plan?.tested_at && momentIn(plan.tested_at, plan.time_zone)
  return (
    <li>
      <StatusShape status={status} size={22} />
      <span className={classes.who}>
        <ScreenLink to={linkTo(alarmPlanScreen, { params: { id: id } })} className={classes.place}>
          {name}
        </ScreenLink>
        {plan && (
          <span className="bm-small bm-muted">
            {!has
              ? t('watch.no_plan')
              : `${t('watch.people', { count: plan.people.length })}, ${
                  tested ? t('test.last', { time: tested }) : t('watch.untested')
                }`}
          </span>
        )}
      </span>
    </li>
  )
}

function Plans() {
  const { t } = useTranslation('alarm-plan')
  const { data: locations = [] } = useQuery(LOCATIONS)
  const own = locations.filter(({ may }) => may.includes('share'))
  const plans = useQueries({ queries: own.map(({ id }) => queryOf(api.getAlarmPlan, { params: { id } })) })
  if (own.length === 0) return null
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="plans">
      <h2 id="plans">{t('watch.plans')}</h2>
      <ul className={classes.beats}>
        {own.map(({ id, name }, index) => (
          <PlanRow key={id} plan={plans[index]?.data} {...{ id, name }} />
        ))}
      </ul>
    </section>
  )
}

export const reads = () => [ALARM_WATCH] as const

/** Proof that the watch is alive, and the alarm plan of each location. */
export default function AlarmWatchPage() {
  const { t } = useTranslation(['alarm-plan', 'app'])
  const watch = useRead(ALARM_WATCH)
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('app:title.alarm_watch')}</PageHeading>
        <p className="bm-muted">{t('watch.lead')}</p>
      </header>
      <p className={classes.own}>
        <IconShieldExclamation size={22} stroke={1.8} aria-hidden="true" />
        <span>{t('own_alarm')}</span>
      </p>
      <Beats watch={watch} />
      <Plans />
    </div>
  )
}
