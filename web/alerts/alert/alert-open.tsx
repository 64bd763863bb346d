import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { PlanAtAlert } from '../../alarm/plan-at-alert.tsx'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { deviceDataScreen, scheduleScreen } from '../../measurements/screens.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import type { Status } from '../../ui/status/status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { AlertDock, AlertMenu } from '../list/alert-actions.tsx'
import { AlertFigure, AlertPeople } from '../list/alert-row.tsx'
import classes from '../list/alerts.module.css'
import type { AlertChanges } from '../list/use-alert-changes.ts'
import { editRuleScreen } from '../screens.ts'
import { aroundOf, periodSearchOf } from './alert-around.ts'
import { durationWords, momentWords, quantityOf, statusOfAlert, titleOf, useAlertValue } from './alert-words.tsx'

const AlertChart = lazyPart(() => import('./alert-chart.tsx'))

interface Props {
  alert: Alert
  lists: TaxonomyLists
  now: number
  /** Time up to which is known how it was: before now without reception. */
  asOf: number
  changes: AlertChanges
  /** Place of the alert in the list, for the way to its neighbours; null outside of the list. */
  place: { index: number; count: number } | null
  onStep: (by: number) => void
  onGone: () => void
}

/** Sentence of how long, how far, and why it is over: "over it for 1 h 45 min", "during 3 h 20 min, worst 24.6 ppm at 05:40". */
function Verdict({ alert, lists, now, asOf }: Pick<Props, 'alert' | 'lists' | 'now' | 'asOf'>) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const say = useAlertValue(alert, lists)
  const status = statusOfAlert(alert, lists)
  const { resolved_at, started_at, time_zone, worst_value, worst_at, ended_by } = alert
  const open = alert.state === 'firing'
  const length = durationWords(Math.max(0, (resolved_at ? Date.parse(resolved_at) : asOf) - Date.parse(started_at)), t)
  const limit = open || alert.threshold_value === null ? [] : [t('limit', { value: say.limit(alert.threshold_value) })]
  const worst =
    worst_value === null || worst_at === null
      ? null
      : [t('worst', { value: say.value(worst_value), time: momentWords(worst_at, time_zone, now) }), ...limit].join(
          ', ',
        )
  // Alerts without a rule end so only when their limit was changed.
  const endedBy = ended_by === 'rule' && alert.kind !== 'rule' ? 'limit' : (ended_by ?? 'value')
  const kind = alert.kind === 'rule' ? 'rule' : 'built_in'
  return (
    <section className={classes.verdict} data-status={status}>
      <StatusShape status={status} size={40} />
      <div className="bm-grow">
        <p className={classes.figure}>
          <AlertFigure alert={alert} lists={lists} now={now} />
        </p>
        <p>{open ? t(`for.${kind}`, { length }) : [t('during', { length }), worst].filter(Boolean).join(', ')}</p>
        {open && worst && worst_value !== alert.last_value && <p className="bm-small">{worst}</p>}
        <p className="bm-small bm-muted">
          {t('since', { time: momentWords(started_at, time_zone, now) })}
          {resolved_at && ` · ${t(`ended.${endedBy}`, { time: momentWords(resolved_at, time_zone, now) })}`}
        </p>
        {open && alert.cannot_tell && (
          <p className={classes.cannot}>
            <StatusShape status="no_data" size={18} />
            {t('cannot_tell_long')}
          </p>
        )}
      </div>
      {open && alert.last_at && freshnessOf(alert.last_at, now) === 'fresh' && (
        <span className={`bm-small ${classes.age}`}>{format.age(alert.last_at, now)}</span>
      )}
    </section>
  )
}

/** Ticks stay with this browser until the window is closed. */
function Checks({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const key = `barnometer.alert-checks.${alert.id}`
  // The server, which renders a first screen, knows of no ticks: the browser adds its own afterwards.
  const [done, setDone] = useState<string[]>([])
  useEffect(() => setDone(JSON.parse(sessionStorage.getItem(key) ?? '[]')), [key])
  const toggle = (check: string, on: boolean) => {
    const next = on ? [...done, check] : done.filter(one => one !== check)
    sessionStorage.setItem(key, JSON.stringify(next))
    setDone(next)
  }
  if (alert.checks.length === 0) return null
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('checks')}</h2>
      <ul className={classes.checks}>
        {alert.checks.map(check => (
          <li key={check}>
            <Checkbox
              size="md"
              label={check}
              checked={done.includes(check)}
              onChange={event => toggle(check, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const DELIVERED: Record<Alert['deliveries'][number]['state'], Status> = {
  waiting: 'pending',
  held: 'pending',
  sent: 'good',
  failed: 'act_now',
}

function Told({ alert, now }: Pick<Props, 'alert' | 'now'>) {
  const { t } = useTranslation('alerts')
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('told.title')}</h2>
      {alert.deliveries.length === 0 && <p className="bm-muted">{t('told.nobody')}</p>}
      <ul className={classes.told}>
        {alert.deliveries.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same person may be told twice of the same thing
          <li key={index}>
            <StatusShape status={DELIVERED[one.state]} size={20} />
            <span>
              <b>{one.name}</b> {t(`told.channel.${one.channel}`)}
              {one.event !== 'fired' && ` (${t(`told.event.${one.event}`)})`},{' '}
              {t(`told.state.${one.state}`, { time: one.at ? momentWords(one.at, alert.time_zone, now) : '' })}
              {one.absences.map(({ reason, name }) => ` · ${t(`told.absence.${reason}`, { name })}`).join('')}
              {one.error && <span className={classes.wrong}>{one.error}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const hasMeasurement = (alert: Alert): alert is Alert & { measurement: string } => alert.measurement !== null

function Around({ alert, lists, now }: Pick<Props, 'alert' | 'lists' | 'now'>) {
  const { t } = useTranslation('alerts')
  const say = useAlertValue(alert, lists)
  const quantity = quantityOf(alert, lists)
  // Steps of ten minutes: not anew with each tick of the clock.
  const around = aroundOf(alert, Math.ceil(now / 600_000) * 600_000)
  const period = periodSearchOf(around, alert.time_zone)
  const { data: placements = [] } = useQuery(queryOf(api.listLocationResearch, {}))
  // Placement at the time: by now it may hang elsewhere.
  const there = placements.find(
    ({ device_id, start, end }) =>
      device_id === alert.device_id && start <= alert.started_at && (end === null || alert.started_at < end),
  )
  return (
    <section className={`bm-card ${classes.part}`}>
      <p className={classes.where}>
        <b>{alert.area_name ?? alert.device_name}</b>
        <span className="bm-muted bm-grow">
          {[alert.area_name && alert.device_name, alert.location_name].filter(Boolean).join(' · ')}
        </span>
        <ScreenLink
          to={
            there
              ? linkTo(scheduleScreen, { params: { id: there.id }, search: period })
              : linkTo(deviceDataScreen, { params: { id: alert.device_id }, search: period })
          }
          className="bm-link bm-nowrap"
        >
          {t('open_data')}
        </ScreenLink>
      </p>
      {quantity && hasMeasurement(alert) && (
        <Suspense fallback={<span className="bm-skeleton" style={{ height: 210 }} />}>
          <AlertChart {...{ alert, quantity, say, around }} />
        </Suspense>
      )}
    </section>
  )
}

/** Page of one alert (mock-up c): how it is, how it came, what to check, who knows, and the two things to do. */
export function AlertOpen({ alert, lists, now, asOf, changes, place, onStep, onGone }: Props) {
  const { t } = useTranslation('alerts')
  const title = titleOf(alert, lists, t)
  const readIt = useEffectEvent(() => {
    if (!alert.read) changes.mark.mutate({ params: { id: alert.id }, body: { read: true } })
  })
  // Opening is reading; marked unread again it stays so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each alert
  useEffect(() => readIt(), [alert.id])
  return (
    <article className={classes.open} aria-label={title}>
      <header className={classes.openHead}>
        {place && (
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('previous')}
            disabled={place.index === 0}
            onClick={() => onStep(-1)}
          >
            <IconChevronLeft size={24} stroke={2} />
          </ActionIcon>
        )}
        <h2 className="bm-grow">
          <QuantityName name={title} />
        </h2>
        {place && (
          <>
            <span className="bm-small bm-muted bm-nowrap">
              {t('place', { number: place.index + 1, all: place.count })}
            </span>
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('next')}
              disabled={place.index + 1 === place.count}
              onClick={() => onStep(1)}
            >
              <IconChevronRight size={24} stroke={2} />
            </ActionIcon>
          </>
        )}
        <AlertMenu {...{ alert, changes, onGone }} />
      </header>
      <Verdict {...{ alert, lists, now, asOf }} />
      <AlertPeople alert={alert} now={now} />
      <Around {...{ alert, lists, now }} />
      <Checks key={alert.id} alert={alert} />
      <Told alert={alert} now={now} />
      {alert.state === 'firing' && alert.location_id !== null && (
        <PlanAtAlert alertId={alert.id} locationId={alert.location_id} />
      )}
      {alert.may.includes('own') && alert.alert_rule_id !== null && (
        <ScreenLink to={linkTo(editRuleScreen, { params: { id: alert.alert_rule_id } })} className="bm-link">
          {t('to_rule')}
        </ScreenLink>
      )}
      {alert.state === 'firing' && <AlertDock {...{ alert, changes, now }} />}
    </article>
  )
}
