import { Button, Checkbox, Select } from '@mantine/core'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportScreen } from '../../exports/screens.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { usePressed } from '../../kit/routing/pressed.ts'
import { reportsScreen } from '../../reports/screens.ts'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import { exportSearchOf, reportSearchOf } from '../dashboard/export-link.ts'
import type { ChangeSelection, Dashboard } from '../dashboard/queries.ts'
import { cleared, filtersIn, type Selection } from '../dashboard/selection.ts'
import { AreaFilter } from './area-filter.tsx'
import classes from './filters.module.css'
import { MonthsFilter } from './months-filter.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { RangeFilter } from './range-filter.tsx'
import { SpeciesFilter } from './species-filter.tsx'

interface Props {
  selection: Selection
  dashboard: Dashboard
  facts: ChartFacts
  onChange: ChangeSelection
  /** True where the frame around them has a title already. */
  untitled?: boolean
}

/** Everything that decides what the charts show. */
export function Filters({ selection: standing, dashboard, facts, onChange: change, untitled }: Props) {
  const { t } = useTranslation('statistics')
  const [selection, onChange] = usePressed(standing, change)
  const { choices, asked, overview } = dashboard
  const groups = [
    { group: t('filters.measured'), items: choices.measured },
    { group: t('filters.weather'), items: choices.weather },
    { group: t('filters.others'), items: choices.others },
  ].filter(({ items }) => items.length > 0)
  const exported = overview.answer ? exportSearchOf(asked, dashboard.areas, overview.answer) : null
  const { sides, areas: comparedAreas, lines: comparedLines } = dashboard.compared
  // A change parts the period: what is before it is in the file of the whole.
  const comparedExport =
    sides && sides.second.against?.by !== 'date' && comparedLines.answer
      ? exportSearchOf(sides.second, comparedAreas, comparedLines.answer)
      : null
  const reported = overview.answer ? reportSearchOf(asked, dashboard.areas, overview.answer) : null
  return (
    <div className={classes.filters}>
      <div className={classes.head}>
        {!untitled && <h2>{t('filters.title')}</h2>}
        {(filtersIn(selection) > 0 || selection.withEmpty || selection.withLowCoverage) && (
          <button type="button" className="bm-link" onClick={() => onChange(cleared)}>
            {t('filters.clear')}
          </button>
        )}
      </div>
      <section className={classes.group}>
        <Select
          size="md"
          label={t('filters.measurement')}
          data={groups}
          value={asked.measurement}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('filters.none_found')}
          onChange={measurement => measurement && onChange({ measurement, min: null, max: null })}
        />
        <RangeFilter selection={selection} dashboard={dashboard} facts={facts} onChange={onChange} />
      </section>
      <AreaFilter
        selection={selection}
        dashboard={dashboard}
        kind="areas"
        onSlots={slots => onChange(before => ({ slots: slots(before) }))}
      />
      <SpeciesFilter selection={selection} dashboard={dashboard} onChange={onChange} />
      <section className={classes.group} aria-label={t('filters.period')}>
        <h3>{t('filters.period')}</h3>
        <PeriodFilter selection={selection} dashboard={dashboard} onChange={onChange} />
        <MonthsFilter selection={selection} onChange={onChange} />
      </section>
      <LeaveOut selection={selection} dashboard={dashboard} onChange={onChange} />
      {exported && (
        <div className={classes.foot}>
          <Button
            variant="light"
            className={classes.export}
            component={ScreenLink}
            to={linkTo(exportScreen, { search: exported })}
            leftSection={<IconDownload size={19} stroke={2} />}
          >
            {t('filters.export')}
          </Button>
          {comparedExport && (
            <Button
              variant="light"
              className={classes.export}
              component={ScreenLink}
              to={linkTo(exportScreen, { search: comparedExport })}
              leftSection={<IconDownload size={19} stroke={2} />}
            >
              {t('compare.export')}
            </Button>
          )}
          {reported && (
            <Button
              variant="light"
              className={classes.export}
              component={ScreenLink}
              to={linkTo(reportsScreen, { search: reported })}
              leftSection={<IconFileText size={19} stroke={2} />}
            >
              {t('filters.report')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Days that do not count, with how many there are of them, whether they are left out or not. */
function LeaveOut({ selection, dashboard, onChange }: Pick<Props, 'selection' | 'dashboard' | 'onChange'>) {
  const { t } = useTranslation('statistics')
  const { leftOut, areas, asked } = dashboard
  const of = areas.flatMap(({ id }) => {
    const found = leftOut.answer?.areas.find(({ area_id }) => area_id === id)
    return found?.measurements[asked.measurement] ?? []
  })
  const sum = (name: 'low_coverage_days' | 'empty_days') => of.reduce((total, one) => total + one[name], 0)
  const lines = [
    ['withLowCoverage', t('filters.low_coverage'), 'low_coverage_days'],
    ['withEmpty', t('filters.empty'), 'empty_days'],
  ] as const
  return (
    <section className={classes.group} aria-label={t('filters.leave_out')}>
      <h3>{t('filters.leave_out')}</h3>
      {lines.map(([name, label, days]) => (
        <div key={name} className={classes.line}>
          <Checkbox
            label={label}
            checked={!selection[name]}
            onChange={event => onChange({ [name]: !event.currentTarget.checked })}
          />
          {leftOut.answer && <span className={classes.days}>{t('days', { count: sum(days) })}</span>}
        </div>
      ))}
    </section>
  )
}
