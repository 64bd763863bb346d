import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { RAMP } from '../../charts/drawing/chart-theme.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { shownDate, shownMonthDay } from '../../kit/language/viewer-formats.ts'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import type { StatisticsRead } from '../dashboard/queries.ts'
import { useExplain } from '../numbers/explain.tsx'
import { explainDay } from '../numbers/explanation.ts'
import { roomFor } from './chart-words.ts'
import {
  type CompletenessRow,
  completenessHeight,
  completenessOption,
  RIGHT,
  SHARES,
  shareStep,
} from './completeness-option.ts'

export interface Row extends CompletenessRow {
  bins: readonly number[]
  /** Share of all days that was measured, days that are good for statistics, and days there are. */
  share: number
  good: number
  days: number
}

/** Days of each placement that its owner does not share, and the first of its days, as dates of its own clock. */
export type NotShared = ReadonlyMap<number, { first: string; refused: ReadonlySet<string> }>

const NONE: NotShared = new Map()

/** Days of an overview, those of all areas as dates of their own clocks, and what was measured on each. */
export const completenessRows = (
  answer: StatisticsAnswer,
  areas: readonly ChartArea[],
  measurement: string,
  notShared: NotShared = NONE,
): { days: string[]; rows: Row[] } => {
  const found = answeredIn(answer, areas, measurement).flatMap(({ area, answered, of }) => {
    if (!of.completeness) return []
    const { time, bins, coverage, left_out } = of.completeness
    const days = time.map(at => localDateAt(at, answered.time_zone))
    return [{ area, of, byDay: new Map(days.map((day, index) => [day, index])), bins, coverage, left_out }]
  })
  const shown = found.flatMap(({ area }) => [...(notShared.get(area.id)?.refused ?? [])])
  const days = [...new Set([...found.flatMap(({ byDay }) => [...byDay.keys()]), ...shown])].sort()
  const rows = found.map(({ area, of, byDay, bins, coverage, left_out }): Row => {
    const places = days.map(day => byDay.get(day))
    return {
      id: area.id,
      name: area.name,
      slot: area.slot,
      shares: places.map(place => (place === undefined ? null : (coverage[place] ?? 0))),
      bins: places.map(place => (place === undefined ? 0 : (bins[place] ?? 0))),
      leftOut: places.map(place => place !== undefined && (left_out[place] ?? false)),
      refused: days.map(day => notShared.get(area.id)?.refused.has(day) ?? false),
      share: of.coverage,
      good: of.valid_days,
      days: byDay.size,
    }
  })
  return { days, rows }
}

export const useCompleteness = (
  read: StatisticsRead,
  areas: readonly ChartArea[],
  facts: ChartFacts,
  { title, notShared, right = RIGHT }: { title?: string; notShared?: NotShared; right?: number } = {},
) => {
  const { t, name } = facts
  const { answer } = read
  const key = facts.definition.type.abbreviation
  const { days, rows } = useMemo(
    () => (answer ? completenessRows(answer, areas, key, notShared) : { days: [], rows: [] }),
    [answer, areas, key, notShared],
  )
  const draw = useMemo(() => completenessOption(rows, days, right), [rows, days, right])
  const content: CardContent = {
    table: {
      title: `${title ?? t('completeness.title')}: ${name}`,
      columns: [{ head: t('lines.step.day') }, ...rows.map(row => ({ head: row.name, decimals: 0 }))],
      rows: days.map((day, index) => [
        day,
        ...rows.map(({ shares }) => {
          const share = shares[index] ?? null
          return share === null ? null : share * 100
        }),
      ]),
    },
    picture: { draw, foot: t('completeness.foot'), entries: [] },
  }
  return { title: title ?? t('completeness.title'), days, rows, draw, content, notShared, right }
}

interface Props {
  read: StatisticsRead
  completeness: ReturnType<typeof useCompleteness>
  facts: ChartFacts
  below: string
  /** Lies at the right of the rows. */
  totals?: ReactNode
}

/** Share of each day of each area that was measured: what all other charts are made of. */
export function CompletenessCard({ read, completeness, facts, below, totals }: Props) {
  const { t, name } = facts
  const { title, rows, content } = completeness
  const [said, setSaid] = useState<string | null>(null)
  return (
    <ChartCard
      name={title}
      unit={name}
      note={<Shares facts={facts} />}
      read={read}
      height={completenessHeight(Math.max(1, rows.length))}
      nothing={rows.length === 0 ? t('nothing') : undefined}
      content={content}
      below={below}
      className={classes.whole}
      foot={<span aria-live="polite">{said ?? t('completeness.struck')}</span>}
    >
      <Days {...completeness} facts={facts} totals={totals} onSay={setSaid} />
    </ChartCard>
  )
}

function Shares({ facts: { t } }: { facts: ChartFacts }) {
  const scheme = useComputedColorScheme('light')
  return (
    <span className={classes.ramp}>
      <i className={classes.hatched} /> {t('completeness.none')}
      {SHARES.map((share, index) => (
        <span key={share} className={classes.share}>
          <i style={{ background: RAMP[scheme][shareStep(share || 0.01) ?? 0] }} />
          {index === 0 ? t('completeness.less') : t('completeness.from', { share: share * 100 })}
        </span>
      ))}
    </span>
  )
}

const [TOP, BOTTOM] = [2, 22]
/** px that words before the first day of a row need. */
const JOINED_ROOM = 84

/** Place of the cells in the drawing. */
const gridOf = (
  rows: readonly Row[],
  days: number,
  { width, height }: { width: number; height: number },
  right: number,
) => {
  const left = roomFor(
    rows.map(({ name }) => name),
    width,
  )
  return { left, column: (width - left - right) / days, row: (height - TOP - BOTTOM) / rows.length }
}

const STEPS: Record<string, [row: number, day: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

type DaysProps = Pick<Props, 'facts' | 'totals'> &
  Omit<ReturnType<typeof useCompleteness>, 'content' | 'title'> & { onSay: (words: string | null) => void }

/** The map itself: mouse, finger and arrow keys choose a day, which is read out; pressed, it tells why it counts. */
function Days({ rows, days, draw, notShared, right, facts, totals, onSay }: DaysProps) {
  const { t, name } = facts
  const explain = useExplain()
  const [chosen, choose] = useState<{ row: number; day: number } | null>(null)
  const setChosen = (next: typeof chosen) => {
    choose(next)
    onSay(next && saidOf(next))
  }
  const at = chosen && rows[chosen.row] && days[chosen.day] !== undefined ? chosen : null
  const saidOf = ({ row, day }: { row: number; day: number }): string => {
    const share = rows[row]?.shares[day] ?? null
    const none = t(rows[row]?.refused?.[day] ? 'completeness.not_shared' : 'completeness.not_there')
    const said = share === null ? none : t('completeness.share', { share: Math.round(share * 100) })
    return `${rows[row]?.name}, ${shownDate(days[day] ?? '')}: ${said}`
  }
  const ask = (place: typeof at) => {
    const row = place ? rows[place.row] : undefined
    const share = (place && row?.shares[place.day]) ?? null
    if (!place || !row || share === null) return
    const day = {
      name: row.name,
      bins: row.bins[place.day] ?? 0,
      coverage: share,
      leftOut: row.leftOut[place.day] ?? false,
    }
    explain(explainDay(facts, shownDate(days[place.day] ?? ''), day))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return ask(at ?? { row: 0, day: days.length - 1 })
    }
    const [row, day] = STEPS[event.key] ?? []
    if (row === undefined || day === undefined) return
    event.preventDefault()
    setChosen(
      at
        ? {
            row: Math.min(rows.length - 1, Math.max(0, at.row + row)),
            day: Math.min(days.length - 1, Math.max(0, at.day + day)),
          }
        : { row: 0, day: days.length - 1 },
    )
  }
  const placeOf = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect()
    const grid = gridOf(rows, days.length, box, right)
    const row = Math.floor((event.clientY - box.top - TOP) / grid.row)
    const day = Math.floor((event.clientX - box.left - grid.left) / grid.column)
    return rows[row] && day >= 0 && day < days.length ? { row, day } : null
  }
  return (
    <OptionChart
      draw={draw}
      height={completenessHeight(rows.length)}
      label={t('completeness.label', { name, count: rows.length })}
      overlay={size => {
        const grid = gridOf(rows, days.length, size, right)
        const [first = ''] = days
        return (
          <>
            {rows.map(({ id }, row) => {
              const joined = notShared?.get(id)?.first ?? first
              const before = days.filter(day => day < joined).length * grid.column
              return before < JOINED_ROOM ? null : (
                <span
                  key={id}
                  className={classes.joined}
                  style={{ left: grid.left, width: before - 6, top: TOP + row * grid.row, height: grid.row }}
                >
                  {t('completeness.joins', { date: shownMonthDay(joined) })}
                </span>
              )
            })}
            {totals}
            <button
              type="button"
              className={classes.over}
              data-plain
              style={{ inset: 0 }}
              aria-label={t('completeness.keys')}
              onKeyDown={onKey}
              onPointerMove={event => setChosen(placeOf(event))}
              onPointerLeave={() => setChosen(null)}
              onClick={event => event.detail > 0 && ask(placeOf(event))}
            />
            {at && (
              <i
                className={classes.chosenCell}
                style={{
                  left: grid.left + at.day * grid.column,
                  top: TOP + at.row * grid.row,
                  width: grid.column,
                  height: grid.row,
                }}
              />
            )}
          </>
        )
      }}
    />
  )
}
