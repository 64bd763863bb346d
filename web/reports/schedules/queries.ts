import { api } from '#shared/contract/index.ts'
import type { ReportSchedule, ScheduleInput } from '#shared/contract/measurements/report-schedules.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'
import type { Status } from '../../ui/status/status.ts'

export const SCHEDULES = { ...queryOf(api.listReportSchedules, {}), staleTime: FRESH.staleTime }

/** Body of a schedule as it is, for what changes one thing of it. */
export const bodyOf = (schedule: ReportSchedule): ScheduleInput => ({
  name: schedule.name,
  source: schedule.source,
  gas: schedule.gas ?? 'nh3',
  area_ids: schedule.area_ids,
  device_ids: schedule.device_ids,
  research_id: schedule.research_id,
  ...(schedule.measurements ? { measurements: schedule.measurements } : {}),
  frequency: schedule.frequency,
  weekday: schedule.weekday,
  relative: schedule.relative,
  interval: schedule.interval,
  csv: schedule.csv,
  language: schedule.language,
  timezone: schedule.timezone,
  recipients: schedule.recipients,
  active: schedule.active,
})

/** Shape of a run: its mails came back, it failed, waits, or is fine. */
export const shapeOf = ({ state, failed }: NonNullable<ReportSchedule['last_run']>): Status => {
  if (state === 'failed' || failed.length > 0) return 'act_now'
  return state === 'ready' ? 'good' : 'pending'
}
