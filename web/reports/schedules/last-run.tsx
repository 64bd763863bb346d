import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { ScheduleRun } from '#shared/contract/measurements/report-schedules.ts'
import { MAX_REPORT_AREAS } from '#shared/rules/reports/report-states.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { reportsScreen, scheduleScreen } from '../screens.ts'
import { shapeOf } from './queries.ts'
import classes from './schedules.module.css'

/** A run with what became of it: open it, make it again, and which mails came back. */
export function LastRun({ run, zone, schedule }: { run: ScheduleRun; zone: string; schedule: number }) {
  const { t } = useTranslation(['schedules', 'form'])
  const again = useApiMutation(api.repeatReport, { refresh: [api.listReports, api.listReportSchedules] })
  const mail = useApiMutation(api.sendRunAgain, { refresh: [api.listReportSchedules] })
  const time = momentIn(run.time, zone)
  return (
    <span className={classes.run}>
      <StatusShape status={shapeOf(run)} size={18} />
      <span className={classes.facts}>
        <span>
          {time} <span className="bm-small bm-muted">{t(`run.${run.state}`)}</span>
        </span>
        {run.failed.length > 0 && (
          <span className={classes.back}>
            {t('came_back', { count: run.failed.length, all: run.recipients.length })}
            {run.failed.map(({ recipient, error }) => (
              <span key={recipient} className="bm-small">
                {recipient}: {error}
              </span>
            ))}
            {run.is_there && (
              <button
                type="button"
                className="bm-link"
                disabled={mail.isPending}
                onClick={() => mail.mutate({ params: { id: schedule, report_id: run.report_id } })}
              >
                {t('mail_again')} <span className="bm-hidden">{time}</span>
              </button>
            )}
            <ScreenLink to={linkTo(scheduleScreen, { params: { id: schedule } })} className="bm-link">
              {t('change_addresses')}
            </ScreenLink>
            {mail.isError && <span>{mail.error.message || t('form:no_answer')}</span>}
          </span>
        )}
        {mail.isSuccess && (
          <span className="bm-small" aria-live="polite">
            {t(mail.data.sent > 0 ? 'mailed_again' : 'not_mailed_again')}
          </span>
        )}
        {run.delayed.length > 0 && (
          <span className="bm-small bm-muted">{t('delayed', { addresses: run.delayed.join(', ') })}</span>
        )}
        {run.left_out > 0 && (
          <span className="bm-small">{t('left_out', { count: run.left_out, limit: MAX_REPORT_AREAS })}</span>
        )}
        {run.error !== null && <span className={classes.back}>{run.error}</span>}
        {run.is_there || again.isSuccess ? (
          <ScreenLink to={linkTo(reportsScreen)} className="bm-link">
            {t('open')} <span className="bm-hidden">{time}</span>
          </ScreenLink>
        ) : (
          run.state !== 'waiting' &&
          run.state !== 'running' && (
            <button
              type="button"
              className="bm-link"
              disabled={again.isPending}
              onClick={() => again.mutate({ params: { id: run.report_id } })}
            >
              {t('again')} <span className="bm-hidden">{time}</span>
            </button>
          )
        )}
        {again.isError && <span className={classes.back}>{again.error.message || t('form:no_answer')}</span>}
      </span>
    </span>
  )
}
