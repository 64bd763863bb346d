import { Button, Textarea } from '@mantine/core'
import { IconBell, IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmLogEntry, AlarmPlan } from '#shared/contract/alerts/alarm-plans.ts'
import { api } from '#shared/contract/index.ts'
import { alertsScreen } from '../alerts/screens.ts'
import { queryOf, useApiMutation, useRead } from '../kit/api/query.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import type { Status } from '../ui/status/status.ts'
import { StatusShape } from '../ui/status/status-shape.tsx'
import classes from './alarm.module.css'
import { whoIs } from './people.tsx'

type AlarmNotification = AlarmLogEntry['tellings'][number]
const WAY_STATUS = { waiting: 'pending', sent: 'good', failed: 'act_now' } as const
const RELOAD = 10_000

function NotificationRow({
  notification,
  entry,
  zone,
}: {
  notification: AlarmNotification
  entry: AlarmLogEntry
  zone: string
}) {
  const { t } = useTranslation('alarm-plan')
  const { name, phone, told_at, confirmed_at, remark, ways } = notification
  const status: Status = confirmed_at === null ? 'pending' : entry.kind === 'test' ? 'good' : 'on_it'
  return (
    <li>
      <StatusShape status={status} size={18} />
      <div className={classes.who}>
        <span>
          <b>{name}</b>
          {phone !== null && <span className="bm-muted"> {phone}</span>}
        </span>
        <span className="bm-small">
          {confirmed_at === null
            ? t('log.unconfirmed', { time: momentIn(told_at, zone) })
            : t(`log.confirmed_${entry.kind}`, { time: momentIn(confirmed_at, zone) })}
        </span>
        {remark && <q className="bm-small">{remark}</q>}
        {ways.map(({ channel, event, state, at, error }) => (
          <span key={channel + event} className={`bm-small bm-muted ${classes.way}`}>
            <StatusShape status={WAY_STATUS[state]} size={13} />
            {t(`log.way.${channel}`)}
            {event === 'over' && ` (${t('log.over')})`}: {t(`log.state.${state}`)}
            {at !== null && ` ${momentIn(at, zone)}`}
            {error && `. ${error}`}
          </span>
        ))}
      </div>
    </li>
  )
}

function Remark({ entry, id, onDone }: { entry: AlarmLogEntry; id: number; onDone: () => void }) {
  const { t } = useTranslation(['alarm-plan', 'ui', 'form'])
  const [text, setText] = useState(entry.remark ?? '')
  const save = useApiMutation(api.remarkAlarmTest, { refresh: [api.getAlarmLog] })
  return (
    <form
      className={classes.remark}
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ params: { id }, body: { remark: text || null } }, { onSuccess: onDone })
      }}
    >
      <Textarea
        label={t('log.remark')}
        description={t('log.remark_help')}
        maxLength={2500}
        autosize
        value={text}
        error={save.error && (save.error.message || t('form:no_answer'))}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onDone}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function Entry({ entry, plan }: { entry: AlarmLogEntry; plan: AlarmPlan }) {
  const { t } = useTranslation('alarm-plan')
  const [writing, setWriting] = useState(false)
  const { kind, test_id, alert_id, at, subject, started_by, remark, tellings } = entry
  const confirmed = tellings.filter(({ confirmed_at }) => confirmed_at !== null).length
  const mayWrite = test_id !== null && plan.may.includes('edit') && !writing
  return (
    <li className={classes.entry}>
      <header>
        {kind === 'test' ? (
          <IconBellRinging size={20} stroke={1.8} aria-hidden="true" />
        ) : (
          <IconBell size={20} stroke={1.8} aria-hidden="true" />
        )}
        <div className={`bm-grow ${classes.who}`}>
          {alert_id === null ? (
            <b>{subject ?? t('log.test')}</b>
          ) : (
            <ScreenLink to={linkTo(alertsScreen, { search: { alert: alert_id } })} className="bm-link">
              <b>{subject}</b>
            </ScreenLink>
          )}
          <span className="bm-small bm-muted">
            {momentIn(at, plan.time_zone)}
            {started_by && `, ${started_by}`}
            {kind === 'test' && `. ${t('log.count', { confirmed, count: tellings.length })}`}
          </span>
          {remark && <q className="bm-small">{remark}</q>}
        </div>
        {mayWrite && (
          <Button className={classes.tool} variant="subtle" onClick={() => setWriting(true)}>
            {t(remark ? 'log.change' : 'log.note')}
          </Button>
        )}
      </header>
      {writing && test_id !== null && <Remark entry={entry} id={test_id} onDone={() => setWriting(false)} />}
      <ul className={classes.notifications}>
        {tellings.map(notification => (
          <NotificationRow key={whoIs(notification)} zone={plan.time_zone} {...{ notification, entry }} />
        ))}
      </ul>
    </li>
  )
}

/** Every test and every alert that went along the plan; never edited, but for a remark beside a test. */
export function AlarmLogList({ plan }: { plan: AlarmPlan }) {
  const { t } = useTranslation('alarm-plan')
  const { entries } = useRead({
    ...queryOf(api.getAlarmLog, { params: { id: plan.location_id } }),
    refetchInterval: RELOAD,
  })
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="alarm-log">
      <header>
        <h2 id="alarm-log">{t('log.title')}</h2>
      </header>
      <p className="bm-small bm-muted">{t('log.text')}</p>
      {entries.length === 0 ? (
        <p className="bm-muted">{t('log.empty')}</p>
      ) : (
        <ol className={classes.log}>
          {entries.map(entry => (
            <Entry key={`${entry.kind}${entry.test_id ?? entry.alert_id ?? entry.at}`} {...{ entry, plan }} />
          ))}
        </ol>
      )}
    </section>
  )
}
