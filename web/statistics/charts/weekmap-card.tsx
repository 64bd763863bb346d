import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { WeekmapAnswer } from '#shared/contract/measurements/statistics.ts'
import { RAMP } from '../../charts/drawing/chart-theme.ts'
import type { DrawOption } from '../../charts/drawing/option.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { shownHour, unitFor, viewerFormats } from '../../kit/language/viewer-formats.ts'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import type { StatisticsRead } from '../dashboard/queries.ts'
import { useExplain } from '../numbers/explain.tsx'
import { explainCell } from '../numbers/explanation.ts'
import {
  HOURS,
  inOwnWeek,
  rangeOf,
  sharedRange,
  WEEKDAYS,
  weekdayNames,
  weekmapCellAt,
  weekmapFrame,
  weekmapOption,
  weekmapTable,
} from './weekmap-option.ts'

const HEIGHT = 206

/** A weekday-hour map with all that is said of it. */
export interface ShownMap {
  map: WeekmapAnswer
  draw: DrawOption
  weekdays: readonly string[]
  places: readonly string[]
  range: ReturnType<typeof rangeOf>
  content: CardContent
}

interface Mapped {
  title: string
  map: WeekmapAnswer
  weekdays: readonly string[]
  places: readonly string[]
  range: ReturnType<typeof rangeOf>
}

const shownMap = ({ title, map: answered, weekdays, places, range }: Mapped, facts: ChartFacts): ShownMap => {
  const map = inOwnWeek(answered, viewerFormats())
  const { t, unit, decimals, language } = facts
  const draw = weekmapOption(map, weekdays, range)
  const scale = range ? t('weekmap.scale', { least: facts.value(range.least), most: facts.value(range.most) }) : ''
  const table = weekmapTable(answered, { title, unit, decimals, hour: t('weekmap.hour'), language })
  const foot = `${scale} ${t('weekmap.foot', { count: places.length })}`
  return { map, draw, weekdays, places, range, content: { table, picture: { draw, foot, entries: [] } } }
}

/** The map of all areas as one; null where there is none. It shares its scale with a map that stands beside it. */
export const useWeekmap = (
  read: StatisticsRead,
  areas: readonly ChartArea[],
  facts: ChartFacts,
  beside?: WeekmapAnswer,
): ShownMap | null => {
  const { t, name, language } = facts
  const key = facts.definition.type.abbreviation
  const { answer } = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  return useMemo(() => {
    const map = answer?.together?.[key]
    if (!map) return null
    const places = answeredIn(answer, areas, key).map(({ area }) => area.name)
    const title = `${t('weekmap.title')}: ${name}`
    const range = beside && rangeOf(map) ? sharedRange([map, beside]) : rangeOf(map)
    return shownMap({ title, map, weekdays: weekdayNames(language, viewerFormats()), places, range }, facts)
  }, [answer, areas, key, name, language, beside])
}

/** A map of each area, all of them on one scale. */
export const useWeekmaps = (read: StatisticsRead, areas: readonly ChartArea[], facts: ChartFacts) => {
  const { t, name, language } = facts
  const key = facts.definition.type.abbreviation
  const { answer } = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  return useMemo(() => {
    const found = (answer ? answeredIn(answer, areas, key) : []).flatMap(({ area, of }) =>
      of.weekmap && rangeOf(of.weekmap) ? [{ area, map: of.weekmap }] : [],
    )
    const range = sharedRange(found.map(({ map }) => map))
    const weekdays = weekdayNames(language, viewerFormats())
    return found.map(({ area, map }) => {
      const title = `${t('weekmap.title')}: ${name}, ${area.name}`
      return { area, ...shownMap({ title, map, weekdays, places: [area.name], range }, facts) }
    })
  }, [answer, areas, key, name, language])
}

interface Props {
  read: StatisticsRead
  weekmap: ShownMap | null
  facts: ChartFacts
  below: string
  /** Name of what alone the map is of. */
  of?: string
}

export function WeekmapCard({ read, weekmap, facts, below, of }: Props) {
  const { t, figure } = facts
  const [said, setSaid] = useState<string | null>(null)
  const { range = null, places = [] } = weekmap ?? {}
  return (
    <ChartCard
      name={t('weekmap.title')}
      unit={of ?? (places.length > 0 ? t('weekmap.mean', { count: places.length }) : '')}
      note={range && <Ramp {...range} text={figure} unit={unitFor(facts.unit)} />}
      read={read}
      height={HEIGHT}
      nothing={range ? undefined : t('weekmap.nothing')}
      content={weekmap?.content ?? null}
      below={below}
      foot={<span aria-live="polite">{said ?? t('press_to_explain')}</span>}
    >
      {weekmap && <WeekMap {...weekmap} facts={facts} onSay={setSaid} />}
    </ChartCard>
  )
}

function Ramp({
  least,
  most,
  text,
  unit,
}: {
  least: number
  most: number
  text: (value: number) => string
  unit: string
}) {
  const scheme = useComputedColorScheme('light')
  return (
    <span className={classes.ramp}>
      {text(least)}
      {RAMP[scheme].map(colour => (
        <i key={colour} style={{ background: colour }} />
      ))}
      {text(most)} {unit}
    </span>
  )
}

interface MapProps extends Omit<ShownMap, 'content' | 'range'> {
  facts: ChartFacts
  onSay: (words: string | null) => void
}

const MOVES: Record<string, [days: number, hours: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

const moved = (cell: number, key: string): number | null => {
  const [days, hours] = MOVES[key] ?? []
  if (days === undefined || hours === undefined) return null
  const day = Math.min(WEEKDAYS - 1, Math.max(0, Math.floor(cell / HOURS) + days))
  return day * HOURS + Math.min(HOURS - 1, Math.max(0, (cell % HOURS) + hours))
}

/** The map itself: mouse, finger and arrow keys choose a cell, which is read out; pressed, it tells how it came about. */
function WeekMap({ map, draw, weekdays, places, facts, onSay }: MapProps) {
  const { t, value, name } = facts
  const explain = useExplain()
  const [cell, choose] = useState<number | null>(null)
  const setCell = (next: number | null) => {
    choose(next)
    onSay(next === null ? null : saidOf(next))
  }
  const whenOf = (one: number) =>
    t('weekmap.when', { day: weekdays[Math.floor(one / HOURS)], hour: shownHour(one % HOURS) })
  const saidOf = (one: number): string => {
    const mean = map.mean[one] ?? null
    const said = mean === null ? t('weekmap.none') : value(mean)
    return t('weekmap.said', { when: whenOf(one), value: said, count: map.n[one] ?? 0 })
  }
  const ask = (one: number | null) =>
    one !== null && explain(explainCell(facts, whenOf(one), { map, cell: one, places }))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return ask(cell ?? 0)
    }
    if (event.key === 'Escape') return setCell(null)
    const next = moved(cell ?? 0, event.key)
    if (next === null) return
    event.preventDefault()
    setCell(cell === null ? 0 : next)
  }
  const cellOf = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return weekmapCellAt(event.clientX - left, event.clientY - top, { width, height })
  }
  return (
    <OptionChart
      draw={draw}
      height={HEIGHT}
      label={t('weekmap.label', { name })}
      overlay={size => (
        <>
          <button
            type="button"
            className={classes.over}
            data-plain
            style={{ inset: 0 }}
            aria-label={t('weekmap.keys')}
            onKeyDown={onKey}
            onPointerMove={event => setCell(cellOf(event))}
            onPointerLeave={() => setCell(null)}
            onClick={event => event.detail > 0 && ask(cellOf(event))}
          />
          {cell !== null && <i className={classes.chosenCell} style={weekmapFrame(cell, size)} />}
        </>
      )}
    />
  )
}
