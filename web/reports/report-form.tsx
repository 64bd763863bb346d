import { Button, MultiSelect, NativeSelect } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import {
  fittingRows,
  MAX_REPORT_AREAS,
  REPORT_ROWS,
  REPORT_SOURCES,
  rowsThatFit,
} from '#shared/rules/reports/report-states.ts'
import { EMITTED } from '#shared/rules/science/emission-chain.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { useFormat } from '../kit/language/format.ts'
import { OWN_NAME } from '../kit/language/language.ts'
import { useScreenSearch } from '../kit/routing/link.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { DateField } from '../ui/forms/date-field.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import {
  bodyOf,
  choiceIn,
  isOfMoments,
  lengthOfChoice,
  PERIODS,
  periodNameOf,
  type ReportChoice,
  shownMinutesOf,
  wantingIn,
  withPeriod,
} from './choice.ts'
import { useReportAreas } from './queries.ts'
import classes from './reports.module.css'
import { reportsScreen } from './screens.ts'

const chosenOf = <Value extends string>(values: readonly Value[], text: string, otherwise: Value): Value =>
  values.find(one => one === text) ?? otherwise

/** Areas, period, table and language of a report that is made now. */
export function ReportForm() {
  const { t } = useTranslation(['reports', 'form', 'emission'])
  const [allAreas, ofEmission] = [useReportAreas(), useReportAreas('Emission')]
  const { language } = useFormat()
  const { time_zone } = useUser()
  const search = useScreenSearch(reportsScreen)
  const [choice, setChoice] = useState(() => choiceIn(search, language, allAreas))
  const create = useApiMutation(api.createReport, { refresh: [api.listReports] })
  const [title, wants] = [useId(), useId()]
  const change = (some: Partial<ReportChoice>) => {
    // The refusal was for a choice that is no longer asked for.
    create.reset()
    setChoice(before => ({ ...before, ...some }))
  }
  const isEmission = choice.source === 'Emission'
  const areas = isEmission ? ofEmission : allAreas
  const period = periodNameOf(choice)
  const wanting = wantingIn(choice)
  const length = lengthOfChoice(choice)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (wanting === null) create.mutate({ body: bodyOf(choice, time_zone) })
  }
  return (
    <form className={`bm-card ${classes.form}`} aria-labelledby={title} onSubmit={send}>
      <h2 id={title}>{t('make')}</h2>
      <Segments
        fullWidth
        aria-label={t('source')}
        data={REPORT_SOURCES.map(value => ({ value, label: t(`sources.${value}`) }))}
        value={choice.source}
        onChange={source =>
          change(
            source === 'Emission'
              ? { source, areaIds: choice.areaIds.filter(id => ofEmission.some(one => one.id === id)) }
              : { source },
          )
        }
      />
      {isEmission && (
        <NativeSelect
          size="md"
          label={t('gas')}
          description={t('emission_help')}
          value={choice.gas}
          onChange={({ currentTarget }) => change({ gas: chosenOf(EMITTED, currentTarget.value, 'nh3') })}
          data={EMITTED.map(value => ({ value, label: t(`emission:substance.${value}`) }))}
        />
      )}
      <MultiSelect
        size="md"
        searchable
        maxValues={MAX_REPORT_AREAS}
        label={t('areas')}
        placeholder={choice.areaIds.length === 0 ? t('choose_areas') : undefined}
        nothingFoundMessage={t('no_such_area')}
        data={[...Map.groupBy(areas, ({ location }) => location)].map(([group, of]) => ({
          group,
          items: of.map(({ id, name }) => ({ value: String(id), label: name })),
        }))}
        value={choice.areaIds.map(String)}
        onChange={ids => change({ areaIds: ids.map(Number) })}
      />
      <NativeSelect
        size="md"
        label={t('period')}
        description={
          isOfMoments(choice)
            ? t('moments', { ...shownMinutesOf(choice, time_zone), zone: time_zone })
            : t('zone', { zone: time_zone })
        }
        value={period ?? 'other'}
        onChange={({ currentTarget }) => change(withPeriod(choice, currentTarget.value, time_zone))}
        data={[
          ...(period === null ? [{ value: 'other', label: t('periods.other') }] : []),
          ...PERIODS.map(name => ({ value: name, label: t(`periods.${name}`) })),
          { value: 'selection', label: t('periods.selection') },
        ]}
      />
      {period === 'selection' && (
        <div className={classes.days}>
          <DateField
            size="md"
            label={t('first_day')}
            value={choice.start.slice(0, 10)}
            onChange={start => change({ start })}
          />
          <DateField
            size="md"
            label={t('last_day')}
            min={choice.start.slice(0, 10)}
            value={choice.end.slice(0, 10)}
            onChange={end => change({ end })}
          />
        </div>
      )}
      {!isEmission && (
        <NativeSelect
          size="md"
          label={t('table')}
          value={fittingRows(choice.rows, length, choice.areaIds.length)}
          onChange={({ currentTarget }) => change({ rows: chosenOf(REPORT_ROWS, currentTarget.value, 'day') })}
          data={rowsThatFit(length, choice.areaIds.length).map(rows => ({ value: rows, label: t(`rows.${rows}`) }))}
        />
      )}
      <NativeSelect
        size="md"
        label={t('language')}
        value={choice.language}
        onChange={({ currentTarget }) => change({ language: chosenOf(LANGUAGES, currentTarget.value, language) })}
        data={LANGUAGES.map(one => ({ value: one, label: OWN_NAME[one] }))}
      />
      <Button
        type="submit"
        size="md"
        loading={create.isPending}
        disabled={wanting !== null}
        aria-describedby={wanting === null ? undefined : wants}
        leftSection={<IconFileText size={20} stroke={1.9} />}
      >
        {t('make')}
      </Button>
      {wanting !== null && (
        <p id={wants} className="bm-small bm-muted">
          {t(`wanting.${wanting}`)}
        </p>
      )}
      {create.isError && <Note status="act_now">{create.error.message || t('form:no_answer')}</Note>}
    </form>
  )
}
