import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import type { SharedBoard } from '#shared/contract/measurements/boards.ts'
import { createCursor } from '../../charts/control/cursor.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useReads } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { useProgressiveCount } from '../../kit/first-paint/progressive.ts'
import { useNow } from '../../kit/time/now.ts'
import data from '../../measurements/page/data.module.css'
import { PeriodBar } from '../../measurements/period/period-bar.tsx'
import { queryPeriodOf } from '../../measurements/period/period-choice.ts'
import { usePeriod } from '../../measurements/period/use-period.ts'
import { useZoom } from '../../measurements/period/use-zoom.ts'
import { RetriedRead } from '../../ui/feedback/read-boundary.tsx'
import classes from '../boards.module.css'
import { type BoardSeries, useBoardSeries } from '../queries.ts'
import { BoardChart } from './board-chart.tsx'
import { axisOf, boardSubjects, subjectKeyOf } from './lines.ts'

const PHONE = 208
const WIDE = 220

interface Props {
  charts: SharedBoard['charts']
  /** Period where the address names none. */
  saved: Parameters<typeof usePeriod>[0]
  /** Buttons in the head of a chart, while the board is changed. */
  toolsOf?: (index: number, name: string) => ReactNode
}

const MemoChart = memo(BoardChart)

type ChartProps = Omit<ComponentProps<typeof BoardChart>, 'frames'> & { all: BoardSeries['frames'] }

/** A chart with the answers that it is made of alone: one for another chart draws nothing of it anew. */
function ChartOfBoard({ all, ...chart }: ChartProps) {
  const own = boardSubjects([chart.chart]).map(({ target }) => subjectKeyOf(target))
  const answers = own.map(key => all.get(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers, not the list that holds them
  const frames = useMemo(
    () => new Map(own.flatMap((key, index) => (answers[index] === undefined ? [] : [[key, answers[index]] as const]))),
    [own.join(), ...answers],
  )
  return <MemoChart {...chart} frames={frames} />
}

/** Period and charts of a board; the cursor of one chart stands in all. */
export function BoardCharts({ charts, saved, toolsOf }: Props) {
  const phone = usePhone()
  const now = useNow()
  const { time_zone } = useUser()
  const [lists] = useReads([LISTS])
  const [cursor] = useState(createCursor)
  const period = usePeriod(saved)
  const zoom = useZoom(period, now)
  const series = useBoardSeries(charts, queryPeriodOf(period.settled, null, now))
  const drawn = useProgressiveCount(charts.length, phone)
  const waiting = period.moving || series.isOld
  const frame = axisOf([...series.frames.values()].filter(one => one !== null))
  return (
    <>
      <div className={data.head}>
        <PeriodBar
          period={period}
          research={false}
          queryPeriod={queryPeriodOf(period.choice, null, now)}
          frame={waiting ? undefined : frame}
          timeZone={frame?.time_zone ?? time_zone ?? DEFAULT_TIME_ZONE}
          now={now}
        />
      </div>
      {series.failure !== null && <RetriedRead failure={series.failure} onRetry={series.retry} />}
      <div className={classes.charts} data-waiting={waiting || undefined} aria-busy={waiting || series.isPending}>
        {charts.slice(0, drawn).map((chart, index) => (
          <ChartOfBoard
            // biome-ignore lint/suspicious/noArrayIndexKey: two charts of a board may be alike
            key={index}
            height={phone ? PHONE : WIDE}
            all={series.frames}
            {...{ chart, lists, cursor, zoom }}
            tools={toolsOf?.(index, chart.title ?? '')}
          />
        ))}
      </div>
    </>
  )
}
