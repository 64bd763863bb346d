import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useRead } from '../../kit/api/query.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { NoReports } from '../no-reports.tsx'
import { PLACEMENTS, PROJECTS, useReportAreas, useReportProjects } from '../queries.ts'
import { scheduleScreen } from '../screens.ts'
import { SCHEDULES } from './queries.ts'
import { ScheduleForm } from './schedule-form.tsx'
import classes from './schedules.module.css'

export const reads = () => [SCHEDULES, PLACEMENTS, LOCATIONS, PROJECTS, LISTS] as const

/** Page of a report schedule, or of a new one. */
export default function SchedulePage() {
  const { t } = useTranslation(['app', 'schedules'])
  const { id } = useScreenParams(scheduleScreen)
  const schedules = useRead(SCHEDULES)
  const schedule = schedules.find(one => one.id === id) ?? null
  const areas = useReportAreas()
  const projects = useReportProjects()
  usePageName(schedule?.name)
  // Stands in the place of the page as what the server does not find.
  if (id !== 'new' && !schedule) throw new CallFailed(404, { code: 'not_found', message: '' })
  return (
    <div className={classes.page}>
      <PageHeading>{t(schedule ? 'title.schedule' : 'schedules:new')}</PageHeading>
      {schedule || areas.length > 0 || projects.length > 0 ? (
        <ScheduleForm key={schedule?.id ?? 'new'} schedule={schedule} />
      ) : (
        <NoReports />
      )}
    </div>
  )
}
