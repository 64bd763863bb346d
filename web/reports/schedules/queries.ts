import { api } from '#shared/contract/index.ts'
import type { ReportSchedule } from '#shared/contract/measurements/report-schedules.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'
import type { Status } from '../../ui/status/status.ts'

export const SCHEDULES = { ...queryOf(api.listReportSchedules, {}), staleTime: FRESH.staleTime }

/** Body of a schedule as it is, for what changes one thing of it. */
export const bodyOf = ({ interval, source, ...schedule }: ReportSchedule) => {
  const { name, area_ids, measurements, frequency, weekday, relative, language, timezone, recipients, active } =
    schedule
  const rest = { name, area_ids, frequency, weekday, relative, language, timezone, recipients, active }
  return { ...rest, interval, source, ...(measurements ? { measurements } : {}) }
}

/** Shape of a run: its mails came back, it failed, waits, or is fine. */
export const shapeOf = ({ state, failed }: NonNullable<ReportSchedule['last_run']>): Status => {
  if (state === 'failed' || failed.length > 0) return 'act_now'
  return state === 'ready' ? 'good' : 'pending'
}
