import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { EmissionReport } from '#shared/contract/places/emission-reports.ts'
import { fileName } from '#shared/rules/formats/file-name.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import { REPORT_PERIODS, type ReportPeriod } from '#shared/rules/time/calendar-period-names.ts'
import { dayBefore, periodAfter, startOfPeriod } from '#shared/rules/time/calendar-periods.ts'
import { saveFileAt } from '../../kit/api/file.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { linkTo, type SearchOf } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { reportsScreen } from '../../reports/screens.ts'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { WithDates } from '../../ui/data-display/with-dates.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { ScopeChoice } from '../scope.ts'
import classes from './emission.module.css'
import { useEmissionWords } from './words.ts'

/** Reports listed before somebody asks for more. */
const SHOWN = 30

interface Props {
  chosen: ScopeChoice
  gas: Emitted
  /** First day of the period that is shown, and whether that is a year. */
  from: string
  isYear: boolean
}

/** Reports that the person made, one more of what is shown, and where those of other days are made. */
export function ReportsCard({ onMake, other }: { onMake: () => void; other: SearchOf<typeof reportsScreen> }) {
  const { t } = useTranslation('emission-report')
  const reports = useQuery(queryOf(api.listEmissionReports, {}))
  const [some, more] = useSome(reports.data ?? [], SHOWN)
  const [deleting, setDeleting] = useState<EmissionReport | null>(null)
  return (
    <section className={`bm-card ${classes.reports}`} aria-labelledby="emission-reports">
      <div className={classes.head}>
        <h2 id="emission-reports">{t('screen.title')}</h2>
        <span className="bm-grow" />
        <ScreenLink to={linkTo(reportsScreen, { search: other })} className="bm-link">
          {t('screen.other')}
        </ScreenLink>
        <Button variant="default" size="sm" leftSection={<IconFileText size={18} stroke={1.9} />} onClick={onMake}>
          {t('screen.make')}
        </Button>
      </div>
      <p className="bm-small bm-muted">{t('screen.text')}</p>
      <QueryFailed query={reports} />
      {reports.data?.length === 0 && <p className="bm-muted">{t('screen.none')}</p>}
      <ul>
        {some.map(report => (
          <ReportLine key={report.id} report={report} onDelete={() => setDeleting(report)} />
        ))}
      </ul>
      {more}
      {deleting && <DeleteReport report={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}

function ReportLine({ report, onDelete }: { report: EmissionReport; onDelete: () => void }) {
  const { t } = useTranslation('emission-report')
  const { mass, range, t: emission } = useEmissionWords()
  const [failed, setFailed] = useState(false)
  const { id, name, gas, from, until, made_at, kg } = report
  const days = { from, last: dayBefore(until) }
  const save = (endpoint: typeof api.getEmissionReportPdf | typeof api.getEmissionReportCsv, ending: string) => {
    setFailed(false)
    saveFileAt(urlOf(endpoint, { params: { id }, query: {} }), fileName([t('title'), gas, name], days, ending)).catch(
      () => setFailed(true),
    )
  }
  const spoken = `${name}, ${from}`
  return (
    <li>
      <div className={classes.report}>
        <b>{name}</b>
        <span className={classes.hint}>
          <WithDates
            text={[
              `${emission(`substance.${gas}`)}, ${t('screen.line', { ...days, made: shownDate(made_at.slice(0, 10)) })}`,
              ...(kg === null ? [] : [t('screen.sum', { kg: mass(kg), range: range(report) })]),
            ].join(' · ')}
          />
        </span>
        {failed && <span className={classes.problem}>{t('screen.failed')}</span>}
      </div>
      {(
        [
          ['pdf', api.getEmissionReportPdf],
          ['csv', api.getEmissionReportCsv],
        ] as const
      ).map(([ending, endpoint]) => (
        <Button key={ending} size="sm" variant="default" onClick={() => save(endpoint, ending)}>
          {t(`screen.${ending}`)}
          <span className="bm-hidden"> {spoken}</span>
        </Button>
      ))}
      <Button size="sm" variant="subtle" color="red" onClick={onDelete}>
        {t('screen.delete')}
        <span className="bm-hidden"> {spoken}</span>
      </Button>
    </li>
  )
}

/** Asks for a report of the quarter or year that is shown. */
export function MakeReport({ chosen, gas, from, isYear, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('emission-report')
  const [period, setPeriod] = useState<ReportPeriod>(isYear ? 'year' : 'quarter')
  const make = useApiMutation(api.createEmissionReport, { refresh: [api.listEmissionReports] })
  const start = startOfPeriod(from, period)
  const done = () => {
    showToast({ id: 'emission-report', message: t('screen.made') })
    onClose()
  }
  return (
    <FormDialog
      opened
      title={t('screen.make_title', { name: chosen.label })}
      action={t('screen.make')}
      busy={make.isPending}
      failure={make.error && failureOf(make.error, []).message}
      onSubmit={event => {
        event.preventDefault()
        make.mutate({ body: { ...chosen.scope, gas, period, date: start } }, { onSuccess: done })
      }}
      onClose={onClose}
    >
      <Segments
        aria-label={t('screen.period')}
        value={period}
        onChange={setPeriod}
        data={REPORT_PERIODS.map(value => ({ value, label: t(`screen.${value}`) }))}
      />
      <p className="bm-num">
        {t('screen.of', {
          period: t(`screen.${period}`),
          from: shownDate(start),
          last: shownDate(dayBefore(periodAfter(start, period))),
        })}
      </p>
      <Note status="not_graded">{t('estimate')}</Note>
    </FormDialog>
  )
}

function DeleteReport({ report, onClose }: { report: EmissionReport; onClose: () => void }) {
  const { t } = useTranslation(['emission-report', 'ui'])
  const remove = useApiMutation(api.deleteEmissionReport, { refresh: [api.listEmissionReports] })
  return (
    <Confirm
      opened
      title={t('screen.delete_title', { name: report.name })}
      action={t('ui:delete')}
      busy={remove.isPending}
      failure={remove.error && failureOf(remove.error, []).message}
      onConfirm={() => remove.mutate({ params: { id: report.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('screen.delete_text')}</p>
    </Confirm>
  )
}
