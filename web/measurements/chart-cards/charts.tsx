import { IconChartAreaLine, IconX, IconZoomExclamation } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Manual } from '#shared/contract/manual.ts'
import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { BeforeKey } from '../../charts/before-key.tsx'
import { createCursor } from '../../charts/control/cursor.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { useProgressiveCount } from '../../kit/first-paint/progressive.ts'
import { useFormat } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { useChangeSearch, useScreenSearch, useStepBack } from '../../kit/routing/link.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { hasOutdoors } from '../compare/comparison.ts'
import { PageMenuButton } from '../files/chart-menu-button.tsx'
import { useFoundFaults } from '../lanes/use-faults.ts'
import { noteMarks, useAreaNotes } from '../notes/area-notes.ts'
import classes from '../page/data.module.css'
import type { DeviceOption } from '../page/device-picker.tsx'
import { type Subject, subjectPlaceName } from '../page/subject.ts'
import type { QueryPeriod } from '../period/period-choice.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { useZoom } from '../period/use-zoom.ts'
import { type DataLists, useCompared } from '../queries.ts'
import { dataScreen } from '../screens.ts'
import { ArrangeButton, HiddenCharts } from './arrange-button.tsx'
import { useArrangedCharts } from './arrangement.ts'
import { ChartCard } from './chart-card.tsx'
import { ChartTypeButton, CompareButton, useComparedName, useFileComparedName } from './chart-menus.tsx'
import { type Chart, chartsOf } from './groups.ts'
import { EmptyPeriod } from './no-charts.tsx'

/** Fetched beside the first charts, which need not wait for it. */
const BesideCharts = lazyPart(() => import('../lanes/beside-charts.tsx'))

type Read = DataLists

/** Fetched when somebody wants it. */
const FullChart = lazyPart(() => import('./full-chart.tsx'))

interface Props {
  subject: Subject
  choices: DeviceOption[]
  read: Read
  period: PeriodControl
  /** Period the frame was asked for. */
  queryPeriod: QueryPeriod
  frame: SeriesAnswer
  last: LastValues
  manual: readonly Manual[]
  /** Another period is on its way. */
  waiting: boolean
  /** True where the device was never heard, in whatever period. */
  waits: boolean
  now: number
  /** px that the head of the page takes up above what scrolls. */
  headHeight: number
  /** Content below the charts. */
  children: ReactNode
}

const PHONE = 208
const DENSE = 152
const WIDE = 220

/** The charts of a frame; the same objects until it has other measurements. */
const useCharts = ({ area_type_id: areaTypeId }: Subject, frame: SeriesAnswer, lists: Read['lists']): Chart[] => {
  const keys = Object.keys(frame.series).sort().join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the frame only which measurements it has
  return useMemo(() => chartsOf(frame, areaTypeId, lists), [keys, areaTypeId, lists])
}

export function Charts({
  subject,
  choices,
  read,
  period,
  queryPeriod,
  frame,
  last,
  manual,
  waiting,
  waits,
  now,
  headHeight,
  children,
}: Props) {
  const { t } = useTranslation('measurements')
  const phone = usePhone()
  const [cursor] = useState(createCursor)
  const [showBand, setShowBand] = useState(true)
  const [perRow, setPerRow] = usePerRow(read.settings)
  const zoom = useZoom(period, now)
  const compared = useCompared(subject.target, queryPeriod, period.comparison, { frame, waiting })
  const compareName = useComparedName(period, choices)
  const fileCompareName = useFileComparedName(period, choices)
  const area = subjectPlaceName(subject)
  const place = [area, subject.location_name].filter(Boolean).join(', ')
  const all = useCharts(subject, frame, read.lists)
  const arranged = useArrangedCharts(all, subject.area_type_id)
  const charts = arranged.shown
  const notes = useAreaNotes(subject, frame)
  const marks = useMemo(() => noteMarks(notes), [notes])
  // A phone shows one at a time, then what happened above them; below the charts comes one more part.
  const drawn = useProgressiveCount(charts.length + 1, phone)
  const full = useFullChart(all, subject, waiting)
  const cardOf = (chart: Chart) => ({
    subject,
    chart,
    frame,
    last,
    compare: compared.compare,
    compareName: fileCompareName,
    place,
    area,
    farm: subject.location_name,
    type: period.chartType,
    ...zoom,
    manual,
    marks,
    showBand,
    cursor,
  })
  const empty = <EmptyPeriod period={period} from={frame.from} now={now} />
  const filling = (
    <LazyOverlay when={full.chart !== undefined} onFailed={full.leave}>
      {opened =>
        full.chart && (
          <FullChart
            opened={opened}
            onClose={full.leave}
            card={cardOf(full.chart)}
            compareName={compareName}
            empty={full.isEmpty && empty}
          />
        )
      }
    </LazyOverlay>
  )
  if (all.length === 0)
    return (
      <>
        {!waits && empty}
        {filling}
        {children}
      </>
    )
  return (
    <>
      {phone && (
        <header className={classes.toolsHead}>
          <h2>{t('charts')}</h2>
          {compared.compare && <BeforeKey name={compareName} />}
          <Step seconds={frame.step_seconds} />
        </header>
      )}
      <div className={classes.tools}>
        {!phone && <h2>{t('charts')}</h2>}
        <CompareButton {...{ period, subject, choices }} outdoors={hasOutdoors(frame)} />
        <ChartTypeButton period={period} />
        {period.chartType === 'line' && (
          <Toggle on={showBand} onChange={setShowBand} icon={<IconChartAreaLine size={18} stroke={1.8} />}>
            {t('min_max_band')}
          </Toggle>
        )}
        <PageMenuButton
          charts={charts}
          frame={frame}
          view={{ compare: compared.compare, type: period.chartType, band: showBand, marks }}
          compareName={fileCompareName}
          place={place}
          area={area}
          farm={subject.location_name}
          subject={subject}
          period={period}
        />
        <ArrangeButton {...{ subject, arranged }} lists={read.lists} />
        <FaultsToggle subject={subject} frame={frame} period={period} />
        {!phone && compared.compare && <BeforeKey name={compareName} />}
        {!phone && <Step seconds={frame.step_seconds} />}
        {!phone && (
          <Segments
            aria-label={t('per_row')}
            className={classes.perRow}
            size="xs"
            data={['1', '2', '3']}
            value={perRow}
            onChange={setPerRow}
          />
        )}
      </div>
      {compared.failed && <p className={classes.small}>{t('compare.failed')}</p>}
      <div className={classes.sideBySide} style={{ '--head': `${headHeight}px` }}>
        {/* First in the order of keys, too: nobody should have to go past fourteen charts. */}
        <div className={classes.side}>
          {drawn > 1 && (
            <LazyBoundary>
              <BesideCharts {...{ subject, frame, notes, cursor, period }} lists={read.lists} />
            </LazyBoundary>
          )}
        </div>
        <div
          className={classes.charts}
          data-per-row={phone ? '1' : perRow}
          data-waiting={waiting || undefined}
          aria-busy={waiting}
        >
          {charts.slice(0, drawn).map(chart => (
            <ChartCard
              key={`${chart.id} ${chart.measured.length} ${chart.setPoints.length}`}
              {...cardOf(chart)}
              height={phone ? PHONE : perRow === '3' ? DENSE : WIDE}
            />
          ))}
        </div>
      </div>
      {filling}
      <HiddenCharts {...{ subject, arranged }} lists={read.lists} />
      {drawn > charts.length && children}
    </>
  )
}

/**
 * Chart that the address wants as large as the screen, and the way out. One that has no values in the stretch shown now stays,
 * as it is nowhere else; an address that names none that the device has is cleared.
 */
const useFullChart = (all: readonly Chart[], { device_id }: Subject, waiting: boolean) => {
  const { full } = useScreenSearch(dataScreen)
  const change = useChangeSearch(dataScreen)
  const stepBack = useStepBack('full')
  const found = all.find(({ id }) => id === full)
  const [last, setLast] = useState<{ device_id: number; chart: Chart }>()
  if (found && found !== last?.chart) setLast({ device_id, chart: found })
  const chart = found ?? (last?.device_id === device_id && last.chart.id === full ? last.chart : undefined)
  const isUnknown = full !== undefined && !chart && !waiting
  useEffect(() => {
    if (isUnknown) void change({ full: undefined })
  }, [isUnknown, change])
  const leave = () => {
    if (!stepBack()) void change({ full: undefined })
  }
  return { chart, isEmpty: chart !== undefined && !found, leave }
}

/** "10 min means" */
function Step({ seconds }: { seconds: number }) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const text = () => {
    if (seconds >= 86_400) return t('means.days', { count: seconds / 86_400 })
    if (seconds >= 3600) return t('means.hours', { value: format.number(seconds / 3600) })
    return t('means.minutes', { value: format.number(seconds / 60) })
  }
  return <span className={classes.means}>{text()}</span>
}

/** Leaves doubtful readings out of charts and means; there where the period has some. */
function FaultsToggle({ subject, frame, period }: Pick<Props, 'subject' | 'frame' | 'period'>) {
  const { t } = useTranslation('measurements')
  const hasSuspectReadings = useFoundFaults(subject.device_id, frame).some(({ dismissed_at }) => dismissed_at === null)
  if (!hasSuspectReadings && !period.withoutFaults) return null
  return (
    <Toggle
      on={period.withoutFaults}
      onChange={period.leaveOutFaults}
      icon={<IconZoomExclamation size={18} stroke={1.8} />}
    >
      {t('without_faults')}
    </Toggle>
  )
}

interface ToggleProps {
  on: boolean
  onChange: (on: boolean) => void
  icon: ReactNode
  children: ReactNode
}

function Toggle({ on, onChange, icon, children }: ToggleProps) {
  return (
    <button type="button" className={classes.toggle} aria-pressed={on} onClick={() => onChange(!on)}>
      {icon}
      {children}
      {on && <IconX size={15} stroke={2} />}
    </button>
  )
}

/** Charts per row, kept with the account. */
const usePerRow = (settings: Read['settings']): [string, (perRow: string) => void] => {
  const save = useApiMutation(api.saveSettings, { refresh: [api.getSettings] })
  const saved = settings.find(({ name }) => name === 'charts_per_row')?.value ?? '3'
  const [perRow, setPerRow] = useState(saved)
  const change = (value: string) => {
    setPerRow(value)
    save.mutate({ body: { charts_per_row: value as '1' | '2' | '3' } })
  }
  return [perRow, change]
}
