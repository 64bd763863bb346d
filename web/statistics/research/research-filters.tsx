import { Button, Select, Slider, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { exportScreen } from '../../exports/screens.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { usePressed } from '../../kit/routing/pressed.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import { exportSearchOf } from '../dashboard/export-link.ts'
import { AreaFilter } from '../filters/area-filter.tsx'
import filterClasses from '../filters/filters.module.css'
import { PeriodDates } from '../filters/period-filter.tsx'
import type { ChangeResearch, ResearchDashboard } from './queries.ts'
import classes from './research.module.css'
import { PERIODS, type ResearchSelection } from './research-selection.ts'
import type { ResearchWords } from './words.ts'

const STEP = 5

interface Props {
  selection: ResearchSelection
  dashboard: ResearchDashboard
  facts: ChartFacts
  words: ResearchWords
  onChange: ChangeResearch
  /** True where the frame around them has a title already. */
  untitled?: boolean
}

/** Everything that decides what the charts of a project show. */
export function ResearchFilters({ selection: standing, dashboard, facts, words, onChange: change, untitled }: Props) {
  const { t } = facts
  const [selection, onChange] = usePressed(standing, change)
  const { projects, asked, data, overview, lists } = dashboard
  const nameOf = new Map(lists.measurement_types.map(({ abbreviation, name }) => [abbreviation, name]))
  const measurements = [...new Set([asked.measurement, ...(data?.measurements ?? [])])].map(key => ({
    value: key,
    label: nameOf.get(key) ?? key,
  }))
  const exported = overview.answer ? exportSearchOf(asked, dashboard.areas, overview.answer) : null
  return (
    <div className={filterClasses.filters}>
      {!untitled && (
        <div className={filterClasses.head}>
          <h2>{t('filters.title')}</h2>
        </div>
      )}
      <section className={filterClasses.group}>
        <Select
          size="md"
          label={words('project')}
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(asked.project)}
          searchable={projects.length > 8}
          allowDeselect={false}
          // Another project has other placements.
          onChange={id =>
            id &&
            onChange({ project: Number(id), slots: null, matrix: null, treatment: [], control: [], measurement: null })
          }
        />
        <Select
          size="md"
          label={t('filters.measurement')}
          data={measurements}
          value={asked.measurement}
          searchable={measurements.length > 8}
          allowDeselect={false}
          nothingFoundMessage={t('filters.none_found')}
          onChange={measurement => measurement && onChange({ measurement })}
        />
      </section>
      <AreaFilter
        selection={selection}
        dashboard={dashboard}
        kind="devices"
        onSlots={slots => onChange(before => ({ slots: slots(before) }))}
      />
      <section className={filterClasses.group} aria-label={t('filters.period')}>
        <h3>{t('filters.period')}</h3>
        <Segments
          aria-label={t('filters.period')}
          fullWidth
          value={selection.span}
          onChange={span => onChange({ span, period: { interval: 'month', index: 0 } })}
          data={PERIODS.map(value => ({ value, label: words(`period.${value}`) }))}
        />
        <PeriodDates
          period={selection.span === 'month' ? selection.period : asked.period}
          overview={overview}
          onPeriod={next =>
            onChange(before => {
              const period = next(before.period)
              return { period, span: period.interval === 'selection' ? 'selection' : 'month' }
            })
          }
        />
      </section>
      <section className={filterClasses.group}>
        <h3 id="least-of-days">{words('least.title')}</h3>
        <Slider
          className={classes.least}
          aria-labelledby="least-of-days"
          thumbProps={{ 'aria-labelledby': 'least-of-days' }}
          min={0}
          max={100}
          step={STEP}
          label={null}
          // The address changes once, when the handle rests.
          key={selection.least}
          defaultValue={Math.round(selection.least * 100)}
          onChangeEnd={least => onChange({ least: least / 100 })}
        />
        <p className="bm-small">
          {selection.least === 0
            ? words('least.any')
            : words('least.share', { share: Math.round(selection.least * 100) })}
        </p>
      </section>
      <section className={`${filterClasses.group} ${classes.switches}`}>
        <Switch
          label={words('calibrated')}
          checked={selection.calibrated}
          onChange={event => onChange({ calibrated: event.currentTarget.checked })}
        />
        <Switch
          label={words('weather')}
          description={words('weather_help')}
          checked={selection.weather}
          onChange={event => onChange({ weather: event.currentTarget.checked })}
        />
      </section>
      {exported && (
        <div className={filterClasses.foot}>
          <Button
            variant="light"
            className={filterClasses.export}
            component={ScreenLink}
            to={linkTo(exportScreen, { search: exported })}
            leftSection={<IconDownload size={19} stroke={2} />}
          >
            {t('filters.export')}
          </Button>
        </div>
      )}
    </div>
  )
}
