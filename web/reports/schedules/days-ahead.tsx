import { useTranslation } from 'react-i18next'
import type { ReportSchedule } from '#shared/contract/measurements/report-schedules.ts'
import { DAYS_AHEAD, REPORT_SOURCES } from '#shared/rules/reports/report-states.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { useUser } from '../../kit/api/session.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from './schedules.module.css'
import { useScheduleWords } from './words.ts'

/** Runs that a day names; the others are counted. */
const MAX_NAMED = 4

type Run = Pick<ReportSchedule, 'id' | 'name' | 'source'>

function Runs({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('schedules')
  const rest = runs.slice(MAX_NAMED)
  return (
    <>
      {runs.slice(0, MAX_NAMED).map(({ id, name, source }) => (
        <span key={id} title={`${name}, ${t(`sources.${source}`)}`} data-source={source}>
          {name}
        </span>
      ))}
      {rest.length > 0 && (
        <small title={rest.map(({ name }) => name).join(', ')}>{t('more', { count: rest.length })}</small>
      )}
    </>
  )
}

/** Runs of the next 14 days, each on the day of its own zone. */
export function DaysAhead({ schedules }: { schedules: readonly ReportSchedule[] }) {
  const { t } = useTranslation('schedules')
  const { dayOf } = useScheduleWords()
  const { time_zone } = useUser()
  const now = useNow(HOUR_MS)
  const runs = schedules.flatMap(({ id, name, source, timezone, upcoming }) =>
    upcoming.map(time => ({ id, name, source, day: dateTimeIn(time, timezone).slice(0, 10) })),
  )
  const sources = REPORT_SOURCES.filter(source => runs.some(run => run.source === source))
  const today = Date.parse(dateTimeIn(now, time_zone).slice(0, 10))
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) =>
    new Date(today + index * DAY_MS).toISOString().slice(0, 10),
  )
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="days-ahead">
      <div className={classes.aheadHead}>
        <h2 id="days-ahead">{t('ahead', { count: DAYS_AHEAD })}</h2>
        {sources.length > 1 && (
          <p className={classes.sources}>
            {sources.map(source => (
              <span key={source} data-source={source}>
                {t(`sources.${source}`)}
              </span>
            ))}
          </p>
        )}
      </div>
      <ol className={classes.days}>
        {days.map(day => (
          <li key={day}>
            <b>{dayOf(day)}</b>
            <Runs runs={runs.filter(run => run.day === day)} />
          </li>
        ))}
      </ol>
    </section>
  )
}
