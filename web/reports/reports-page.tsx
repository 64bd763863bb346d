import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { Report } from '#shared/contract/measurements/reports.ts'
import { REPORT_LISTED_DAYS } from '#shared/rules/reports/report-states.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { useScreenSearch } from '../kit/routing/link.tsx'
import cards from '../ui/data-display/card-list.module.css'
import { useSome } from '../ui/data-display/use-some.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { NoReports } from './no-reports.tsx'
import { PLACEMENTS, REPORTS, useReportAreas, useReports } from './queries.ts'
import { ReportCard } from './report-card.tsx'
import { ReportForm } from './report-form.tsx'
import classes from './reports.module.css'
import { reportsScreen } from './screens.ts'

export const reads = () => [REPORTS, PLACEMENTS, LOCATIONS] as const

/** Reports listed before somebody asks for more. */
const SHOWN = 30

/** Reports as PDF: what was made lately, and a new one of any areas and period. */
export default function ReportsPage() {
  const { t } = useTranslation(['reports', 'app'])
  const reports = useReports()
  const areas = useReportAreas()
  const { again } = useScreenSearch(reportsScreen)
  const [some, more] = useSome(reports, SHOWN)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('app:title.reports')}</PageHeading>
        <p className="bm-muted">{t('text')}</p>
      </header>
      {again !== undefined && <LinkOver key={again} id={again} reports={reports} />}
      {areas.length === 0 ? (
        <NoReports />
      ) : (
        <div className={classes.columns}>
          <ReportForm />
          <section className={classes.made}>
            <h2 ref={heading} tabIndex={-1}>
              {t('list', { count: REPORT_LISTED_DAYS })}
            </h2>
            {reports.length === 0 && <p className="bm-muted">{t('none')}</p>}
            <ul className={cards.list}>
              {some.map(report => (
                // The button that was pressed goes with its card.
                <ReportCard key={report.id} report={report} onGone={() => heading.current?.focus()} />
              ))}
            </ul>
            {more}
          </section>
        </div>
      )}
    </div>
  )
}

/** Note to somebody who opened a link of yesterday: they make the report again, if it is theirs. */
function LinkOver({ id, reports }: { id: number; reports: readonly Report[] }) {
  const { t } = useTranslation(['reports', 'form'])
  const again = useApiMutation(api.repeatReport, { refresh: [api.listReports] })
  const report = reports.find(one => one.id === id)
  if (again.isSuccess) return null
  const isOthers = again.isError && again.error instanceof CallFailed && again.error.code === 'not_found'
  if (isOthers) return <Note status="attention">{t('link_over_other')}</Note>
  return (
    <Note status="attention">
      <p>{report ? t('link_over', { name: report.names.join(', ') }) : t('link_over_older')}</p>
      <Button
        loading={again.isPending}
        leftSection={<IconRefresh size={19} stroke={1.9} />}
        onClick={() => again.mutate({ params: { id } })}
      >
        {t('again')}
      </Button>
      {again.isError && <p>{again.error.message || t('form:no_answer')}</p>}
    </Note>
  )
}
