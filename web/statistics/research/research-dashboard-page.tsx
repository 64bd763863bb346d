import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ENOUGH_DATA } from '#shared/rules/ingest/frame.ts'
import { CHART_TYPES } from '../../charts/drawing/chart-spec.ts'
import { useRead } from '../../kit/api/query.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { RESEARCH } from '../../research/queries.ts'
import { newProjectScreen, projectScreen } from '../../research/screens.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { CompletenessCard, useCompleteness } from '../charts/completeness-card.tsx'
import { ROW } from '../charts/completeness-option.ts'
import { LinesCard, useLines } from '../charts/lines-card.tsx'
import { SpreadCard, useSpread } from '../charts/spread-card.tsx'
import { useWeekmaps, WeekmapCard } from '../charts/weekmap-card.tsx'
import { AnalystsOnly } from '../dashboard/analysts-only.tsx'
import { type ChartFacts, useChartFacts } from '../dashboard/chart-facts.ts'
import dashboardClasses from '../dashboard/dashboard.module.css'
import { NoCharts, sharedFailure } from '../dashboard/read-failure.tsx'
import { ShareMenuButton } from '../dashboard/share-menu-button.tsx'
import { Explanations } from '../numbers/explain.tsx'
import { SavedButton } from '../saved/saved-button.tsx'
import { linkToSavedResearch, RESEARCH_SAVED_CALLS, savedResearchSearch } from '../saved/saved-search.ts'
import { GradesCard, useGrades } from './grades-card.tsx'
import { GroupsCard, useGroups } from './groups-card.tsx'
import { MatrixCard, useMatrixRows } from './matrix-card.tsx'
import {
  type ChangeResearch,
  RESEARCH_DASHBOARD_READS,
  type ResearchDashboard,
  useResearchDashboard,
  useResearchSelection,
} from './queries.ts'
import classes from './research.module.css'
import { ResearchFilters } from './research-filters.tsx'
import type { ResearchSelection } from './research-selection.ts'
import type { ResearchWords } from './words.ts'

export const reads = () => RESEARCH_DASHBOARD_READS

/** The research dashboard: what the placements of a project measured, how complete that is, and what sets them apart. */
export default function ResearchDashboardPage() {
  return (
    <AnalystsOnly permission="research-analysis">
      <Explanations>
        <Chosen />
      </Explanations>
    </AnalystsOnly>
  )
}

/** The project of the address, or the first that runs. */
function Chosen() {
  const { t } = useTranslation(['research-dashboard', 'app'])
  const projects = useRead(RESEARCH)
  const [selection, change] = useResearchSelection()
  const project =
    projects.find(({ id }) => id === selection.project) ??
    projects.find(({ state }) => state === 'active') ??
    projects[0]
  if (!project)
    return (
      <>
        <PageHeading>{t('app:title.research_dashboard')}</PageHeading>
        <EmptyState
          title={t('no_projects.title')}
          text={t('no_projects.text')}
          action={
            <Button component={ScreenLink} to={linkTo(newProjectScreen)}>
              {t('no_projects.action')}
            </Button>
          }
        />
      </>
    )
  return <DashboardOf key={project.id} id={project.id} selection={selection} onChange={change} />
}

function DashboardOf({ id, ...rest }: { id: number; selection: ResearchSelection; onChange: ChangeResearch }) {
  const dashboard = useResearchDashboard(rest.selection, id)
  const facts = useChartFacts({ ...dashboard, rows: 'devices' })
  return facts && <Screen {...rest} dashboard={dashboard} facts={facts} />
}

interface ScreenProps {
  selection: ResearchSelection
  dashboard: ResearchDashboard
  facts: ChartFacts
  onChange: ChangeResearch
}

/** px for completeness and good days at the right of the map. */
const TOTALS = 138

/** Everything that is drawn, with its numbers. */
const useContents = ({ selection, dashboard, facts }: ScreenProps, words: ResearchWords) => {
  const { areas, asked, lists, notShared } = dashboard
  const phone = usePhone()
  const title = words('completeness.title')
  const shown = { title, ...(notShared ? { notShared } : {}), ...(phone ? {} : { right: TOTALS }) }
  return {
    completeness: useCompleteness(dashboard.overview, areas, facts, shown),
    spread: useSpread(dashboard.spread, areas, facts),
    lines: useLines(dashboard.lines, areas, facts, asked, { type: selection.type, marks: dashboard.marks }),
    grades: useGrades(dashboard.spread, areas, facts, { lists, words }),
    matrix: useMatrixRows(dashboard, facts, words),
    weekmaps: useWeekmaps(dashboard.weekmaps, areas, facts),
    groups: useGroups(dashboard.groups, selection, facts, words),
  }
}
type Contents = ReturnType<typeof useContents>

const paperOf = ({ completeness, spread, lines, weekmaps, groups, grades, matrix }: Contents) => ({
  pictures: [
    ...[completeness.content, spread.content, lines.content, groups.content],
    ...weekmaps.map(({ content }) => content),
  ],
  tables: [grades.content.table, matrix.content.table],
})

function Screen(props: ScreenProps) {
  const { selection, dashboard, facts, onChange } = props
  const { t: words } = useTranslation('research-dashboard')
  const { t } = useTranslation(['app', 'statistics'])
  const isDesktop = useIsDesktop()
  const [opened, sheet] = useDisclosure()
  const contents = useContents(props, words)
  const { data, projects, asked } = dashboard
  const project = projects.find(({ id }) => id === asked.project)
  const below = [
    project?.name,
    facts.name,
    facts.period,
    ...(selection.least === 0 ? [] : [words('least.summary', { share: Math.round(selection.least * 100) })]),
    ...(selection.calibrated ? [] : [words('raw')]),
  ]
    .filter(Boolean)
    .join(' · ')
  const filters = <ResearchFilters {...{ selection, dashboard, facts, words, onChange }} untitled={!isDesktop} />
  return (
    <div className={dashboardClasses.page}>
      {isDesktop && (
        <aside className={`bm-card ${dashboardClasses.aside}`} aria-label={t('statistics:filters.title')}>
          {filters}
        </aside>
      )}
      <div className={dashboardClasses.main}>
        <header className={dashboardClasses.head}>
          <PageHeading className={dashboardClasses.heading}>{t('title.research_dashboard')}</PageHeading>
          {data && data.agreed > 0 && (
            <span className={classes.agreed}>
              <IconShieldCheck size={19} stroke={1.8} aria-hidden="true" />
              {words('agreed', { count: data.agreed })}
            </span>
          )}
          {!isDesktop && (
            <Button
              variant="light"
              leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.8} />}
              onClick={sheet.open}
            >
              {t('statistics:filters.title')}
            </Button>
          )}
          <SavedButton search={savedResearchSearch(selection)} of={RESEARCH_SAVED_CALLS} linkOf={linkToSavedResearch} />
          <ShareMenuButton below={below} {...paperOf(contents)} />
        </header>
        <p className={dashboardClasses.summary}>
          <QuantityName name={below} />
        </p>
        <Content {...props} contents={contents} words={words} below={below} />
      </div>
      {!isDesktop && (
        <Dialog opened={opened} title={t('statistics:filters.title')} onClose={sheet.close}>
          {filters}
          <Button fullWidth mt="md" onClick={sheet.close}>
            {t('statistics:filters.show')}
          </Button>
        </Dialog>
      )}
    </div>
  )
}

interface ContentProps extends ScreenProps {
  contents: Contents
  words: ResearchWords
  below: string
}

/** The charts, or why there are none and what to do about it. */
function Content(props: ContentProps) {
  const { dashboard, selection, words, onChange } = props
  const { overview, options, areas, asked, data, moving } = dashboard
  const isAnswered = overview.answer !== undefined && !overview.old && !moving
  if (data?.placements === 0)
    return (
      <EmptyState
        title={words('empty.consent_title')}
        text={words('empty.consent_text')}
        action={
          <Button component={ScreenLink} to={linkTo(projectScreen, { params: { id: asked.project } })}>
            {words('empty.consent_action')}
          </Button>
        }
      />
    )
  if (isAnswered && areas.length === 0) {
    const isChosen = selection.slots !== null && options.some(({ days }) => (days ?? 0) > 0)
    return (
      <EmptyState
        title={words(isChosen ? 'empty.chosen_title' : 'empty.data_title')}
        text={words(isChosen ? 'empty.chosen_text' : 'empty.data_text')}
        action={
          <Button onClick={() => onChange(isChosen ? { slots: null } : { slots: null, span: 'research', least: 0 })}>
            {words(isChosen ? 'empty.chosen_action' : 'empty.data_action')}
          </Button>
        }
      />
    )
  }
  return <Charts {...props} />
}

function Charts({ selection, dashboard, facts, contents, words, below, onChange }: ContentProps) {
  const { completeness, spread, lines, grades, matrix, weekmaps, groups } = contents
  const phone = usePhone()
  const { overview, moving, options } = dashboard
  const failed = sharedFailure(overview, [dashboard.spread, dashboard.lines, dashboard.weekmaps])
  if (failed) return <NoCharts read={failed} />
  const of = (read: ResearchDashboard['spread']) => ({ ...read, old: read.old || moving })
  return (
    <div className={dashboardClasses.grid}>
      <CompletenessCard
        read={of(overview)}
        completeness={completeness}
        facts={facts}
        below={below}
        totals={!phone && <Totals rows={completeness.rows} facts={facts} words={words} />}
      />
      <SpreadCard read={of(dashboard.spread)} spread={spread} facts={facts} below={below} />
      <LinesCard
        read={of(dashboard.lines)}
        chart={lines}
        facts={facts}
        below={below}
        controls={
          <Segments
            size="xs"
            aria-label={words('type.label')}
            value={selection.type}
            onChange={type => onChange({ type })}
            data={CHART_TYPES.map(value => ({ value, label: words(`type.${value}`) }))}
          />
        }
      />
      <GradesCard read={of(dashboard.spread)} {...{ grades, facts, words, below }} />
      <MatrixCard {...{ dashboard, matrix, facts, words, below, onChange }} />
      {weekmaps.length === 0 ? (
        <WeekmapCard read={of(dashboard.weekmaps)} weekmap={null} facts={facts} below={below} />
      ) : (
        weekmaps.map(({ area, ...weekmap }) => (
          <WeekmapCard
            key={area.id}
            read={of(dashboard.weekmaps)}
            weekmap={weekmap}
            of={area.name}
            facts={facts}
            below={below}
          />
        ))
      )}
      <GroupsCard
        overview={of(overview)}
        read={dashboard.groups}
        {...{ groups, options, selection, facts, words, below, onChange }}
      />
    </div>
  )
}

/** Share of the data and good days of each row of the map. */
function Totals({
  rows,
  facts: { t },
  words,
}: { rows: Contents['completeness']['rows'] } & Pick<ContentProps, 'facts' | 'words'>) {
  return rows.map(({ id, share, good, days }, index) => (
    <span key={id} className={classes.totals} style={{ top: 2 + index * ROW, height: ROW, width: TOTALS - 8 }}>
      {share < ENOUGH_DATA && <StatusShape status="attention" size={15} />}
      <b>{t('percent', { share: Math.round(share * 100) })}</b>
      <span title={words('completeness.good_days')}>{words('completeness.good', { good, days })}</span>
    </span>
  ))
}
