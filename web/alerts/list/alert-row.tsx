import { Button, Checkbox } from '@mantine/core'
import { IconBellOff, IconHandStop } from '@tabler/icons-react'
import type { AriaAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import type { LineProps } from '../../kit/browser/windowed-groups.ts'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { WithDates } from '../../ui/data-display/with-dates.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import {
  durationWords,
  momentWords,
  onItWords,
  type Quantities,
  statusOfAlert,
  titleOf,
  useAlertValue,
} from '../alert/alert-words.tsx'
import { alertsScreen } from '../screens.ts'
import classes from './alerts.module.css'
import { type AlertChanges, inHours } from './use-alert-changes.ts'

interface Props {
  alert: Alert
  lists: Quantities
  now: number
  /** Time up to which is known how it was: before now without reception. */
  asOf: number
  changes: AlertChanges
  /** The address that opens it. */
  search: Record<string, string | undefined>
  current: boolean
  /** True where the list is of several farms, whose areas may have the same name. */
  withFarm: boolean
  /** True when the alert is chosen; null while nothing is being chosen. */
  chosen: boolean | null
  onChoose: (chosen: boolean) => void
  /** Attributes of the element of the row, of which its list takes care. */
  line: LineProps & Pick<AriaAttributes, 'aria-setsize' | 'aria-posinset'>
}

/** Value and limit, or what a device that says nothing has to say. */
export function AlertFigure({ alert, lists, now }: { alert: Alert; lists: Quantities; now: number }) {
  const { t } = useTranslation('alerts')
  const say = useAlertValue(alert, lists)
  const format = useFormat()
  const { last_at, last_value, resolved_at, time_zone } = alert
  // The worst value beside the mark of what is well would read as if that value were well.
  if (resolved_at !== null)
    return (
      <>
        <b>
          <WithDates text={t('over_since', { time: momentWords(resolved_at, time_zone, now) })} />
        </b>
        {alert.kind !== 'device_silent' && last_value !== null && (
          <span>{t('ended_at', { value: say.value(last_value) })}</span>
        )}
      </>
    )
  if (alert.kind === 'device_silent') return <b>{t('no_data')}</b>
  const value = last_value ?? alert.worst_value
  const old = last_at !== null && freshnessOf(last_at, now) !== 'fresh'
  return (
    <>
      <b data-stale={old || undefined}>{value === null ? '–' : say.value(value)}</b>
      {old && <span data-stale>{format.age(last_at, now)}</span>}
      {alert.threshold_value !== null && <span>{t('limit', { value: say.limit(alert.threshold_value) })}</span>}
    </>
  )
}

/** People at work on the alert, what they wrote, and until when nobody is told. */
export function AlertPeople({ alert, now }: { alert: Alert; now: number }) {
  const { t } = useTranslation('alerts')
  const { acknowledged, silenced_until: until, time_zone } = alert
  const silent = until !== null && Date.parse(until) > now && alert.state === 'firing'
  if (!acknowledged && !silent) return null
  return (
    <div className={classes.people}>
      {acknowledged && (
        <p>
          <StatusShape status="on_it" size={18} />
          <span>
            {onItWords(acknowledged, momentWords(acknowledged.at, time_zone, now), t)}
            {acknowledged.note && <q>{acknowledged.note}</q>}
          </span>
        </p>
      )}
      {silent && (
        <p>
          <IconBellOff size={18} stroke={1.8} aria-hidden="true" />
          <span>
            <WithDates text={t('silent_until', { time: momentWords(until, time_zone, now) })} />
          </span>
        </p>
      )}
    </div>
  )
}

/** Area, or else device; with its farm where the list is of several. */
const placeOf = (alert: Alert, withFarm: boolean): string =>
  [alert.area_name ?? alert.device_name, withFarm && alert.location_name].filter(Boolean).join(', ')

/** An alert in the list (design §8.11): state, title, value and limit, place, since; unread is bold. */
export function AlertRow({
  alert,
  lists,
  now,
  asOf,
  changes,
  search,
  current,
  withFarm,
  chosen,
  onChoose,
  line,
}: Props) {
  const { t } = useTranslation(['alerts', 'ui'])
  const status = statusOfAlert(alert, lists)
  const title = titleOf(alert, lists, t)
  const open = alert.state === 'firing'
  const from = Date.parse(alert.started_at)
  const length = durationWords(Math.max(0, (alert.resolved_at ? Date.parse(alert.resolved_at) : asOf) - from), t)
  const urgent = open && alert.urgency === 'act_now' && !alert.acknowledged
  const params = { id: alert.id }
  return (
    <li
      className={classes.row}
      data-status={status}
      data-current={current || undefined}
      data-urgent={urgent || undefined}
      {...line}
    >
      <div className={classes.state}>
        <StatusShape status={status} size={24} />
        <span className="bm-hidden">{t(open ? `ui:status.${status}` : 'over')}</span>
        {chosen !== null && (
          <Checkbox
            aria-label={t('choose', { title, place: placeOf(alert, withFarm) })}
            checked={chosen}
            onChange={event => onChoose(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.rowBody}>
        <p className={classes.rowHead}>
          <ScreenLink
            to={linkTo(alertsScreen, { search: { ...search, alert: alert.id } })}
            className={classes.rowTitle}
            data-unread={!alert.read || undefined}
            aria-current={current || undefined}
          >
            <QuantityName name={title} />
            {!alert.read && <span className="bm-hidden">{t('unread')}</span>}
          </ScreenLink>
          <span className="bm-nowrap bm-muted">{length}</span>
        </p>
        <p className={classes.rowValue}>
          <AlertFigure alert={alert} lists={lists} now={now} />
        </p>
        <p className="bm-small bm-muted">
          {placeOf(alert, withFarm)} ·{' '}
          <WithDates text={t('since', { time: momentWords(alert.started_at, alert.time_zone, now) })} />
        </p>
        {open && alert.cannot_tell && (
          <p className={`bm-small ${classes.cannot}`}>
            <StatusShape status="no_data" size={16} />
            {t('cannot_tell')}
          </p>
        )}
        {urgent && chosen === null && (
          <div className={classes.rowActions}>
            <Button
              leftSection={<IconHandStop size={20} stroke={1.8} />}
              loading={changes.acknowledge.isPending && changes.acknowledge.variables.params.id === alert.id}
              onClick={() => changes.takeOn(alert)}
            >
              {t('on_it')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconBellOff size={20} stroke={1.8} />}
              onClick={() =>
                changes.silence.mutate({ params, body: { until: inHours(1, serverNow()) } }, changes.mutateOptions)
              }
            >
              {t('silence.one_hour')}
            </Button>
          </div>
        )}
        <AlertPeople alert={alert} now={now} />
      </div>
    </li>
  )
}
