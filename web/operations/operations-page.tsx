import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { AlertParts, JobRun, Operations, QueueState } from '#shared/contract/operations.ts'
import { HOUR_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { queryOf, type Read, useRead } from '../kit/api/query.ts'
import { readSession, useUser } from '../kit/api/session.ts'
import { useFileSize } from '../kit/language/file-size.ts'
import { useFormat } from '../kit/language/format.ts'
import { momentIn, shownDate } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { useNow } from '../kit/time/now.ts'
import { outgoingMailScreen } from '../notifications/screens.ts'
import { AdminsOnly } from '../people/admins-only.tsx'
import { RecordList } from '../ui/data-display/record-list.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../ui/feedback/read-boundary.tsx'
import type { Status } from '../ui/status/status.ts'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './operations.module.css'

const RELOAD = 30_000
/** ms. Work that waits for longer than this is late. */
const LATE = HOUR_MS

const OPERATIONS = { ...queryOf(api.getOperations, {}), refetchInterval: RELOAD }

export const reads = (): readonly Read[] => (readSession().user?.admin ? [OPERATIONS] : [])

const queueStatus = ({ waiting, oldest_at, failed }: QueueState, now: number): Status => {
  if (failed > 0) return 'attention'
  if (waiting === 0) return 'good'
  return oldest_at !== null && now - Date.parse(oldest_at) > LATE ? 'attention' : 'pending'
}

const useQueueWords = () => {
  const { t } = useTranslation('operations')
  const format = useFormat()
  const now = useNow()
  return (queue: QueueState) => {
    const status = queueStatus(queue, now)
    return {
      status: (
        <StatusWord status={status} word={t(status === 'attention' ? 'look' : queue.waiting ? 'busy' : 'empty')} />
      ),
      oldest: queue.oldest_at === null ? '–' : format.age(queue.oldest_at, now),
    }
  }
}

function QueueName({ name }: Pick<QueueState, 'name'>) {
  const { t } = useTranslation('operations')
  const words = t(`queue.${name}`)
  return name.startsWith('outbox_') ? <ScreenLink to={linkTo(outgoingMailScreen)}>{words}</ScreenLink> : words
}

function Queues({ queues }: Pick<Operations, 'queues'>) {
  const { t } = useTranslation('operations')
  const format = useFormat()
  const wordsOf = useQueueWords()
  return (
    <section>
      <h2>{t('queues')}</h2>
      <RecordList
        entries={queues.map(queue => ({ id: queue.name, ...queue }))}
        heads={[t('column.queue'), t('column.state'), t('column.waiting'), t('column.oldest'), t('column.failed')]}
        row={queue => (
          <tr>
            <th scope="row">
              <QueueName name={queue.name} />
            </th>
            <td>{wordsOf(queue).status}</td>
            <td>{format.number(queue.waiting)}</td>
            <td className="bm-nowrap">{wordsOf(queue).oldest}</td>
            <td>{format.number(queue.failed)}</td>
          </tr>
        )}
        card={queue => (
          <>
            <strong>
              <QueueName name={queue.name} />
            </strong>
            {wordsOf(queue).status}
            <span className="bm-small">
              {t('column.waiting')} {format.number(queue.waiting)} · {t('column.oldest')} {wordsOf(queue).oldest} ·{' '}
              {t('column.failed')} {format.number(queue.failed)}
            </span>
          </>
        )}
      />
    </section>
  )
}

function JobState({ job: { problem, failures } }: { job: JobRun }) {
  const { t } = useTranslation('operations')
  if (problem === null) return <StatusWord status="good" word={t('went_well')} />
  return (
    <span className={classes.problem}>
      <StatusWord status="attention" word={t('failed_times', { count: failures })} />
      <span className="bm-small">{problem}</span>
    </span>
  )
}

function Jobs({ jobs }: Pick<Operations, 'jobs'>) {
  const { t } = useTranslation('operations')
  const { time_zone } = useUser()
  // Failed jobs come first: people look for them.
  const sorted = jobs.toSorted((one, other) => other.failures - one.failures || one.name.localeCompare(other.name))
  const duration = useDuration()
  const took = ({ took_ms }: JobRun) => duration(took_ms)
  return (
    <section>
      <h2>{t('jobs')}</h2>
      <p className="bm-muted">{jobs.length === 0 ? t('no_jobs') : t('jobs_text')}</p>
      {jobs.length > 0 && (
        <RecordList
          entries={sorted.map(job => ({ id: job.name, ...job }))}
          heads={[t('column.job'), t('column.state'), t('column.began'), t('column.took')]}
          row={job => (
            <tr>
              <th scope="row">
                <code>{job.name}</code>
              </th>
              <td>
                <JobState job={job} />
              </td>
              <td className="bm-nowrap">{momentIn(job.began_at, time_zone)}</td>
              <td className="bm-nowrap">{took(job)}</td>
            </tr>
          )}
          card={job => (
            <>
              <code>{job.name}</code>
              <JobState job={job} />
              <span className="bm-small">
                <span className="bm-nowrap">{momentIn(job.began_at, time_zone)}</span> · {t('column.took')} {took(job)}
              </span>
            </>
          )}
        />
      )}
    </section>
  )
}

const useDuration = () => {
  const format = useFormat()
  return (ms: number) => (ms < SECOND_MS ? format.value(ms, 0, 'ms') : format.value(ms / SECOND_MS, 1, 's'))
}

/** Tells whether there is something to say of who has which parts: one process that is there simply has all. */
const isDivided = (parts: readonly AlertParts[]): boolean => parts.length > 1 || parts.some(({ is_there }) => !is_there)

function Parts({ parts: all }: { parts: readonly AlertParts[] }) {
  const { t } = useTranslation('operations')
  const format = useFormat()
  const duration = useDuration()
  const { time_zone } = useUser()
  const sum = all.reduce((sum, { parts }) => sum + parts, 0)
  const wordsOf = ({ process, is_there, parts, evaluated_at, took_ms }: AlertParts) => ({
    name: process === null ? '–' : <code>{process}</code>,
    state: <StatusWord status={is_there ? 'good' : 'attention'} word={t(is_there ? 'running' : 'not_responding')} />,
    share: format.value((100 * parts) / sum, 0, '%'),
    evaluated: evaluated_at === null ? '–' : momentIn(evaluated_at, time_zone),
    took: took_ms === null ? '–' : duration(took_ms),
  })
  return (
    <section>
      <h2>{t('alert_parts')}</h2>
      <p className="bm-muted">
        {t('alert_parts_text')}
        {all.filter(({ is_there }) => is_there).length > 1 && ` ${t('alert_parts_taken_over')}`}
      </p>
      <RecordList
        entries={all.map(parts => ({ id: parts.process ?? '', ...parts }))}
        heads={[t('column.process'), t('column.state'), t('column.parts'), t('column.evaluated'), t('column.took')]}
        row={parts => (
          <tr>
            <th scope="row">{wordsOf(parts).name}</th>
            <td>{wordsOf(parts).state}</td>
            <td>{wordsOf(parts).share}</td>
            <td className="bm-nowrap">{wordsOf(parts).evaluated}</td>
            <td className="bm-nowrap">{wordsOf(parts).took}</td>
          </tr>
        )}
        card={parts => (
          <>
            <strong>{wordsOf(parts).name}</strong>
            {wordsOf(parts).state}
            <span className="bm-small">
              {t('column.parts')} {wordsOf(parts).share} · {t('column.evaluated')}{' '}
              <span className="bm-nowrap">{wordsOf(parts).evaluated}</span> · {t('column.took')} {wordsOf(parts).took}
            </span>
          </>
        )}
      />
    </section>
  )
}

/** Facts in lines of a word and a value. */
function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <section className={`bm-card ${classes.facts}`}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Stores({ operations }: { operations: Operations }) {
  const { t } = useTranslation('operations')
  const format = useFormat()
  const size = useFileSize()
  const { database_bytes, measurements, readings, free_bytes } = operations
  const kept = readings.kept === null ? t('kept_ever') : t(`kept_${readings.kept.unit}`, { count: readings.kept.count })
  const sized = (bytes: number | null) => (bytes === null ? t('not_known') : size(bytes))
  const tables = measurements?.map(
    ({ name, rows, bytes }) =>
      [name, t('rows', { count: rows, rows: format.number(rows), size: size(bytes) })] as const,
  ) ?? [[t('measurements'), t('not_known')] as const]
  return (
    <Facts
      title={t('stores')}
      facts={[
        [t('database'), sized(database_bytes)],
        ...tables,
        [
          t('single_values'),
          readings.from === null ? kept : `${kept}; ${t('kept_from', { date: shownDate(readings.from.slice(0, 10)) })}`,
        ],
        [t('free'), sized(free_bytes)],
      ]}
    />
  )
}

function ThisProcess({ operations: { process } }: { operations: Operations }) {
  const { t } = useTranslation('operations')
  const format = useFormat()
  const size = useFileSize()
  const now = useNow()
  return (
    <Facts
      title={t('process')}
      facts={[
        [t('role'), process.role],
        [t('started'), format.age(now - process.uptime_seconds * SECOND_MS, now)],
        [t('memory'), size(process.memory_bytes)],
        [t('failed_answers'), format.number(process.failed_answers)],
      ]}
    />
  )
}

function State() {
  const operations = useRead(OPERATIONS)
  return (
    <>
      <Queues queues={operations.queues} />
      {isDivided(operations.alert_parts) && <Parts parts={operations.alert_parts} />}
      <Jobs jobs={operations.jobs} />
      <div className={classes.parts}>
        <Stores operations={operations} />
        <ThisProcess operations={operations} />
      </div>
    </>
  )
}

export default function OperationsPage() {
  const { t } = useTranslation('operations')
  return (
    <AdminsOnly>
      <div className={classes.page}>
        <header>
          <PageHeading>{t('title')}</PageHeading>
          <p className="bm-muted">{t('text')}</p>
        </header>
        <ReadBoundary waiting={<PageLoading />}>
          <State />
        </ReadBoundary>
      </div>
    </AdminsOnly>
  )
}
