import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconCloud, IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { changed } from '../../kit/routing/changes.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { planningScreen } from '../../research/screens.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CompletenessCard, useCompleteness } from '../charts/completeness-card.tsx'
import { CorrelationCard, useCorrelation } from '../charts/correlation-card.tsx'
import { LinesCard, useLines } from '../charts/lines-card.tsx'
import { SpreadCard, useSpread } from '../charts/spread-card.tsx'
import { useWeekmap, WeekmapCard } from '../charts/weekmap-card.tsx'
import { CompareBar } from '../comparison/compare-bar.tsx'
import { ComparedCharts, type Comparing, comparedPaper, useComparison } from '../comparison/compared-charts.tsx'
import { Filters } from '../filters/filters.tsx'
import { Explanations } from '../numbers/explain.tsx'
import { PeaksCard, usePeaks } from '../numbers/peaks-card.tsx'
import { SavedButton } from '../saved/saved-button.tsx'
import { linkToSaved, SAVED_CALLS, savedSearch } from '../saved/saved-search.ts'
import { AnalystsOnly } from './analysts-only.tsx'
import { BenchmarkCard, useBenchmark } from './benchmark-card.tsx'
import { type ChartFacts, useChartFacts } from './chart-facts.ts'
import classes from './dashboard.module.css'
import { MEANS } from './means.ts'
import { type ChangeSelection, DASHBOARD_READS, type Dashboard, useDashboard, useSelection } from './queries.ts'
import { NoCharts, sharedFailure } from './read-failure.tsx'
import { cleared, filtersIn, type Selection } from './selection.ts'
import { ShareMenuButton } from './share-menu-button.tsx'

export const reads = () => DASHBOARD_READS

/** The professional data dashboard: what the areas one may see have in common, and what sets them apart. */
export default function DashboardPage() {
  return (
    <AnalystsOnly permission="pro-analysis">
      <Explanations>
        <DataDashboard />
      </Explanations>
    </AnalystsOnly>
  )
}

function DataDashboard() {
  const [selection, change] = useSelection()
  const dashboard = useDashboard(selection)
  const facts = useChartFacts(dashboard)
  const askAndChange: ChangeSelection = some => {
    dashboard.askAhead(changed(selection, some))
    change(some)
  }
  return facts && <Screen selection={selection} dashboard={dashboard} facts={facts} onChange={askAndChange} />
}

interface ScreenProps {
  selection: Selection
  dashboard: Dashboard
  facts: ChartFacts
  onChange: ChangeSelection
}

function Screen({ selection, dashboard, facts, onChange: change }: ScreenProps) {
  const { t } = useTranslation(['statistics', 'app'])
  const isDesktop = useIsDesktop()
  const [opened, sheet] = useDisclosure()
  const contents = useContents(dashboard, facts)
  const comparing = useComparison(dashboard, facts)
  const { compared, overview, asked } = dashboard
  // Charts of two selections wait as such: those of one would stand there for a moment.
  const isComing = asked.against !== null && !overview.answer && !overview.failure
  const isComparing = (compared.sides !== null || isComing) && !compared.isEmpty
  const below = summaryOf(dashboard, facts, isComparing ? comparing : null)
  const filters = (
    <Filters selection={selection} dashboard={dashboard} facts={facts} onChange={change} untitled={!isDesktop} />
  )
  const count = filtersIn(selection)
  return (
    <div className={classes.page}>
      {isDesktop && (
        <aside className={`bm-card ${classes.aside}`} aria-label={t('filters.title')}>
          {filters}
        </aside>
      )}
      <div className={classes.main}>
        <header className={classes.head}>
          <PageHeading className={classes.heading}>{t('app:title.data_dashboard')}</PageHeading>
          {!isDesktop && (
            <Button
              variant="light"
              leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.8} />}
              onClick={sheet.open}
            >
              {count > 0 ? t('filters.open_some', { count }) : t('filters.title')}
            </Button>
          )}
          <Segments
            className={classes.means}
            aria-label={t('means.label')}
            value={selection.means}
            onChange={means => change({ means })}
            data={MEANS.map(value => ({ value, label: t(`means.${value}`) }))}
          />
          <button
            type="button"
            className={classes.pill}
            aria-pressed={selection.weather}
            onClick={() => change(({ weather }) => ({ weather: !weather }))}
          >
            {selection.weather ? <IconCloud size={18} stroke={1.9} /> : <IconCloudOff size={18} stroke={1.9} />}
            <span className={classes.word}>{t(selection.weather ? 'weather_on' : 'weather_off')}</span>
          </button>
          <SavedButton search={savedSearch(selection)} of={SAVED_CALLS} linkOf={linkToSaved} />
          <ShareMenuButton below={below} {...(isComparing ? comparedPaper(comparing) : paperOf(contents))} />
        </header>
        <p className={classes.summary}>
          <QuantityName name={below} />
        </p>
        <CompareBar selection={selection} dashboard={dashboard} onChange={change} />
        <Content
          selection={selection}
          dashboard={dashboard}
          facts={facts}
          contents={contents}
          comparing={isComparing ? comparing : null}
          below={below}
          onChange={change}
        />
      </div>
      {!isDesktop && (
        <Dialog opened={opened} title={t('filters.title')} onClose={sheet.close}>
          {filters}
          <Button fullWidth mt="md" onClick={sheet.close}>
            {t('filters.show')}
          </Button>
        </Dialog>
      )}
    </div>
  )
}

/** Line that says what the charts are of: on paper it is all that tells. */
const summaryOf = ({ asked }: Dashboard, facts: ChartFacts, comparing: Comparing | null): string =>
  [
    facts.name,
    ...(comparing?.periods.second ? [facts.t('compare.with', comparing.periods)] : []),
    // Two groups of areas have one period.
    ...(comparing?.periods.second && comparing.by !== 'areas' ? [] : [facts.period]),
    ...(asked.means === 'research' ? [] : [facts.t(`means.${asked.means}`)]),
    ...(facts.range === null ? [] : [facts.range]),
    ...(asked.withLowCoverage ? [] : [facts.t('summary.low_coverage')]),
    ...(asked.withEmpty ? [] : [facts.t('summary.empty')]),
  ]
    // The days are known once an answer is there.
    .filter(Boolean)
    .join(' · ')

/** Everything that is drawn, with its numbers. */
const useContents = (dashboard: Dashboard, facts: ChartFacts) => {
  const { areas, asked, lists } = dashboard
  return {
    spread: useSpread(dashboard.spread, areas, facts),
    weekmap: useWeekmap(dashboard.weekmap, areas, facts),
    lines: useLines(dashboard.lines, areas, facts, asked, { marks: dashboard.marks }),
    correlation: useCorrelation(dashboard.correlation, areas, facts, { asked, lists }),
    peaks: usePeaks(dashboard.peaks, areas, facts),
    completeness: useCompleteness(dashboard.overview, areas, facts),
    benchmark: useBenchmark(dashboard, facts),
  }
}
type Contents = ReturnType<typeof useContents>

/** Pictures and tables of all that is drawn, in the order of the screen. */
const paperOf = ({ spread, weekmap, lines, correlation, completeness, peaks, benchmark }: Contents) => ({
  pictures: [spread, weekmap, lines, correlation, completeness].map(one => one?.content ?? null),
  tables: [peaks, benchmark].flatMap(one => one?.content.table ?? []),
})

interface ContentProps extends ScreenProps {
  contents: Contents
  /** Charts of two selections; null where nothing is compared. */
  comparing: Comparing | null
  below: string
}

/** The charts, or why there are none and what to do about it. */
function Content({ selection, dashboard, facts, contents, comparing, below, onChange }: ContentProps) {
  const { t } = useTranslation('statistics')
  const { overview, options, areas } = dashboard
  const isAnswered = overview.answer !== undefined && !overview.old && !dashboard.moving
  if (isAnswered && options.length === 0 && filtersIn(selection) === 0 && selection.period.index === 0)
    return (
      <EmptyState
        title={t('empty.areas_title')}
        text={t('empty.areas_text')}
        action={
          <Button component={ScreenLink} to={linkTo(planningScreen)}>
            {t('empty.areas_action')}
          </Button>
        }
      />
    )
  if (isAnswered && areas.length === 0) {
    const chosen = selection.slots !== null && options.length > 0
    return (
      <EmptyState
        title={t(chosen ? 'empty.chosen_title' : 'empty.data_title')}
        text={t(chosen ? 'empty.chosen_text' : 'empty.data_text')}
        action={
          <Button onClick={() => onChange(before => (chosen ? { slots: null } : { ...cleared(before), period: YEAR }))}>
            {t(chosen ? 'empty.chosen_action' : 'empty.data_action')}
          </Button>
        }
      />
    )
  }
  return <Charts {...{ dashboard, facts, contents, comparing, below, onChange }} />
}

/** Period in which there is something more likely than in any shorter one. */
const YEAR = { interval: 'year', index: 0 } as const

function Charts({ dashboard, facts, contents, comparing, below, onChange }: Omit<ContentProps, 'selection'>) {
  const { spread, weekmap, lines, correlation, peaks, completeness, benchmark } = contents
  const { overview, moving } = dashboard
  const failed = sharedFailure(overview, [dashboard.spread, dashboard.weekmap, dashboard.lines, dashboard.peaks])
  if (failed) return <NoCharts read={failed} />
  // The charts are drawn of the areas of the overview: they wait for it.
  const of = (read: Dashboard['spread']) => (overview.answer ? { ...read, old: read.old || moving } : overview)
  if (comparing) return <ComparedCharts {...{ dashboard, comparing, below, of, onChange }} />
  return (
    <div className={classes.grid}>
      <SpreadCard read={of(dashboard.spread)} spread={spread} facts={facts} below={below} />
      <WeekmapCard read={of(dashboard.weekmap)} weekmap={weekmap} facts={facts} below={below} />
      <LinesCard
        read={of(dashboard.lines)}
        chart={lines}
        facts={facts}
        below={below}
        onDays={() => onChange({ means: 'day' })}
      />
      <CorrelationCard
        read={of(dashboard.correlation)}
        chart={correlation}
        facts={facts}
        dashboard={dashboard}
        below={below}
        onChange={onChange}
      />
      <PeaksCard read={of(dashboard.peaks)} peaks={peaks} facts={facts} below={below} />
      {benchmark && <BenchmarkCard read={of(dashboard.overview)} benchmark={benchmark} facts={facts} below={below} />}
      <CompletenessCard read={of(dashboard.overview)} completeness={completeness} facts={facts} below={below} />
    </div>
  )
}
