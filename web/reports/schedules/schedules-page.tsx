import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { ReportSchedule } from '#shared/contract/measurements/report-schedules.ts'
import { refresh, useApiMutation, useRead } from '../../kit/api/query.ts'
import { isOvertaken } from '../../kit/forms/use-version.ts'
import { byName } from '../../kit/language/by-name.ts'
import { momentIn, shownClock } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { scheduleScreen } from '../screens.ts'
import { DaysAhead } from './days-ahead.tsx'
import { LastRun } from './last-run.tsx'
import { bodyOf, SCHEDULES } from './queries.ts'
import classes from './schedules.module.css'
import { useScheduleWords } from './words.ts'

export const reads = () => [SCHEDULES] as const

const SHOWN = ['all', 'active', 'expired'] as const
type Filter = (typeof SHOWN)[number]

/** Schedules listed before somebody asks for more. */
const SCHEDULES_SHOWN = 30

/** Addresses that a row names; the others are counted. */
const MAX_NAMED = 2

/** Report schedules: what is mailed to whom and when, what became of the last run, and the days ahead. */
export default function SchedulesPage() {
  const { t } = useTranslation(['schedules', 'app'])
  const schedules = useRead(SCHEDULES).toSorted(byName)
  const [filter, setFilter] = useState<Filter>('all')
  const of = (one: Filter) => schedules.filter(({ state }) => one === 'all' || state === one)
  const [some, more] = useSome(of(filter), SCHEDULES_SHOWN)
  const add = (
    <Button
      component={ScreenLink}
      to={linkTo(scheduleScreen, { params: { id: 'new' } })}
      leftSection={<IconPlus size={20} stroke={1.9} />}
    >
      {t('new')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading>{t('app:title.schedules')}</PageHeading>
        {schedules.length > 0 && (
          <Segments
            aria-label={t('shown')}
            data={SHOWN.map(value => ({ value, label: t(`filter.${value}`, { count: of(value).length }) }))}
            value={filter}
            onChange={setFilter}
          />
        )}
        <span className={`bm-small bm-muted ${classes.leave}`}>{t('leave', { time: shownClock('07:00') })}</span>
        {schedules.length > 0 && add}
      </header>
      {schedules.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <>
          <section className={`bm-card ${classes.card}`} aria-label={t('app:title.schedules')}>
            {of(filter).length === 0 && <p className="bm-muted">{t('none')}</p>}
            <ul className={classes.list}>
              {some.map(schedule => (
                <Row key={schedule.id} schedule={schedule} />
              ))}
            </ul>
            {more}
          </section>
          {schedules.some(({ upcoming }) => upcoming.length > 0) && <DaysAhead schedules={schedules} />}
        </>
      )}
    </div>
  )
}

function Row({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useTranslation(['schedules', 'form'])
  const words = useScheduleWords()
  const client = useQueryClient()
  const change = useApiMutation(api.updateReportSchedule, { refresh: [api.listReportSchedules] })
  const { id, name, timezone, state, next_run, last_run, recipients, stopped, about, source } = schedule
  return (
    <li className={classes.row} data-dim={state !== 'active' || undefined}>
      <div className={classes.name}>
        <ScreenLink to={linkTo(scheduleScreen, { params: { id } })} className="bm-link">
          <b>{name}</b>
        </ScreenLink>
        <span className="bm-small bm-muted">
          {[t(`sources.${source}`), about.join(', ')].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div>
        <span>{words.when(schedule)}</span>
        <span className="bm-small bm-muted">{words.about(schedule)}</span>
      </div>
      <div>
        <span className="bm-small bm-muted">{t('last')}</span>
        {last_run ? (
          <LastRun run={last_run} zone={timezone} schedule={schedule.id} />
        ) : (
          <span className="bm-muted">{t('not_yet')}</span>
        )}
      </div>
      <div>
        <span className="bm-small bm-muted">{t('next')}</span>
        <span>{next_run === null ? '–' : momentIn(next_run, timezone)}</span>
      </div>
      <div>
        <span className="bm-small bm-muted">{t('to')}</span>
        <span className={classes.people} title={recipients.join(', ')}>
          {recipients.slice(0, MAX_NAMED).join(', ')}
          {recipients.length > MAX_NAMED && ` ${t('more', { count: recipients.length - MAX_NAMED })}`}
        </span>
        {stopped.length > 0 && (
          <span className="bm-small bm-muted">{t('no_longer', { addresses: stopped.join(', ') })}</span>
        )}
      </div>
      <div>
        {state === 'expired' ? (
          <StatusWord status="stale" word={t('state.expired')} />
        ) : (
          <Switch
            size="md"
            label={t(`state.${state}`)}
            aria-label={t('switch', { name })}
            checked={schedule.active}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked } }) =>
              change.mutate(
                { params: { id }, body: { ...bodyOf(schedule), active: checked, version: schedule.version } },
                // A row that was read before somebody saved the schedule is read anew.
                { onError: failure => isOvertaken(failure) && void refresh(client, [api.listReportSchedules]) },
              )
            }
          />
        )}
        {change.isError && <Note status="act_now">{change.error.message || t('form:no_answer')}</Note>}
      </div>
    </li>
  )
}
