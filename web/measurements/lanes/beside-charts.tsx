import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { Cursor } from '../../charts/control/cursor.ts'
import type { InsightWords } from '../../insights/insight-words.ts'
import InsightsCard from '../../insights/insights-card.tsx'
import { useInsights } from '../../insights/use-insights.ts'
import { useMinWidth, usePhone } from '../../kit/browser/is-desktop.ts'
import type { Subject } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { EventLanes } from './event-lanes.tsx'
import { countOf, type DrawnLane, drawnLane, type LaneKey, NARROW_TRACK, WIDE_TRACK } from './lane.ts'
import classes from './lanes.module.css'
import { usePhotoTicks } from './photo-times.ts'
import type { AlertNames } from './use-alerts.ts'
import { useLanes } from './use-lanes.ts'

interface Props {
  subject: Subject
  frame: SeriesAnswer
  notes: readonly AreaNote[]
  lists: InsightWords['lists'] & AlertNames
  cursor: Cursor
  period: PeriodControl
}

/** Window (em) from which a column has room beside three charts; page/data.module.css makes it. */
const COLUMN_FROM = 90

/**
 * What happened in the period, and what its days and nights say: beside the charts where there is room, else above them,
 * counted in a line that opens in place (docs/decisions/0152).
 */
export default function BesideCharts({ subject, frame, notes, lists, cursor, period }: Props) {
  const isColumn = useMinWidth(COLUMN_FROM)
  const isNarrow = usePhone() || isColumn
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  const lanes = useLanes(subject.device_id, frame, { ...lists, notes })
    .map(lane => drawnLane(lane, from, until, isNarrow ? NARROW_TRACK : WIDE_TRACK))
    .filter(lane => countOf(lane) > 0)
  const photos = usePhotoTicks(subject.device_id, frame, isNarrow)
  const insights = useInsights(subject.device_id, frame)
  const content = (
    <>
      <EventLanes {...{ subject, frame, lanes, photos, cursor, period, isNarrow }} titled={isColumn} />
      <InsightsCard deviceId={subject.device_id} frame={frame} lists={lists} />
    </>
  )
  if (isColumn) return content
  const open = insights.data?.filter(({ dismissed_at }) => dismissed_at === null).length ?? 0
  return (
    <Folded lanes={lanes} insights={open}>
      {content}
    </Folded>
  )
}

/** Lanes as a line counts them, what asks for somebody first. Where a device hangs is no news. */
const COUNTED: readonly (LaneKey | 'insights')[] = [
  'alerts',
  'insights',
  'faults',
  'area_notes',
  'inspections',
  'manual',
  'calibrations',
  'notes',
]

function Folded({ lanes, insights, children }: { lanes: readonly DrawnLane[]; insights: number; children: ReactNode }) {
  const { t } = useTranslation(['measurements', 'insights'])
  const [opened, { toggle }] = useDisclosure()
  const id = useId()
  const countIn = (key: LaneKey): number =>
    lanes.filter(lane => lane.key === key).reduce((sum, lane) => sum + countOf(lane), 0)
  const counts = COUNTED.map(key =>
    key === 'insights'
      ? { key, name: t('insights:title'), count: insights }
      : { key, name: t(`lanes.${key}`), count: countIn(key) },
  ).filter(({ count }) => count > 0)
  return (
    <>
      <button
        type="button"
        className={`bm-card ${classes.fold}`}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={toggle}
      >
        <b>{t('lanes.title')}</b>
        <span className={classes.counts}>
          {counts.length === 0 && t('lanes.nothing')}
          {counts.map(({ key, name, count }) => (
            <span key={key} data-kind={key}>
              {name} <b>{count}</b>
            </span>
          ))}
        </span>
        <IconChevronDown size={18} stroke={2} aria-hidden="true" className={classes.arrow} />
      </button>
      {opened && (
        <div id={id} className={classes.unfolded}>
          {children}
        </div>
      )}
    </>
  )
}
