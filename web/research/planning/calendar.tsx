import { IconTemperature, IconWind } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { type LineProps, useWindowedGroups } from '../../kit/browser/windowed-groups.ts'
import { dayIn, shownDate, shownMonthDay } from '../../kit/language/viewer-formats.ts'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import classes from './planning.module.css'
import { partsOf } from './row-parts.ts'
import { type PlanningRow, type RowGroup, stateOf } from './rows.ts'
import { barOf, type TimelineScale, ticksOf, windowShareAt } from './timeline.ts'

const EMISSION = 1382
/** px: a heading, a row of one lane, and each lane more. */
const HEAD = 28
const ROW = 42
const LANE = 34

const percent = (share: number): string => `${share * 100}%`

interface RowProps {
  row: PlanningRow
  /** Lane of each placement of the row. */
  lanes: readonly number[]
  /** True for what no line stands above. */
  first: boolean
  props: Props
  line: LineProps
}

interface Props {
  groups: readonly RowGroup[]
  window: Interval
  scale: TimelineScale
  /** Epoch ms. */
  now: number
  timeZone: string
  chosen: number | null
  onChoose: (id: number) => void
  speciesOf: (areaTypeId: number) => string | undefined
}

/** Words in a bar: what the row does not say already. */
const useWords = () => {
  const { t } = useTranslation('research')
  return (one: LocationResearch) => ({
    title: one.research_name ?? one.device_name,
    rest: one.research_name ? one.device_name : '',
    all: t('bar', {
      name: one.research_name ?? t('alone_one'),
      device: one.device_name,
      area: one.area_name,
      location: one.location_name,
      start: dayIn(one.start, one.time_zone),
      end: one.end ? dayIn(one.end, one.time_zone) : t('open'),
    }),
  })
}

function Bar({ one, lane, props }: { one: LocationResearch; lane: number; props: Props }) {
  const words = useWords()(one)
  const bar = barOf(one, props.window)
  if (!bar) return null
  const Icon = one.research_subject_id === EMISSION ? IconWind : IconTemperature
  return (
    <button
      type="button"
      className={classes.bar}
      data-state={stateOf(one, new Date(props.now).toISOString())}
      data-chosen={one.id === props.chosen || undefined}
      data-cut-left={bar.cutLeft || undefined}
      data-cut-right={bar.cutRight || undefined}
      style={{ left: percent(bar.left), width: percent(bar.width), top: 7 + lane * LANE }}
      aria-label={words.all}
      aria-pressed={one.id === props.chosen}
      title={words.all}
      onClick={() => props.onChoose(one.id)}
    >
      <Icon size={16} stroke={1.9} aria-hidden="true" />
      <b>{words.title}</b>
      <span>{words.rest}</span>
    </button>
  )
}

function CalendarRow({ row, lanes, first, props, line }: RowProps) {
  const height = ROW + Math.max(0, ...lanes) * LANE
  const species = row.areaTypeId === null ? undefined : props.speciesOf(row.areaTypeId)
  return (
    <div className={classes.row} style={{ minHeight: height }} data-first={first || undefined} {...line}>
      <h4 className={classes.rowName}>
        {species && <SpeciesGlyph species={species} size={22} />}
        <span title={row.name}>{row.name}</span>
      </h4>
      <div className={classes.track}>
        {row.placements.map((one, index) => (
          <Bar key={one.id} one={one} lane={lanes[index] ?? 0} props={props} />
        ))}
      </div>
    </div>
  )
}

/** Rows with bars over weeks, or over the months of a year. */
export function Calendar(props: Props) {
  const { t } = useTranslation('research')
  const { groups, window, scale, now, timeZone } = props
  const ticks = ticksOf(window, scale)
  const today = windowShareAt(now, window)
  const label = (tick: number) => {
    const date = new Date(tick).toISOString()
    return scale === 'year' ? shownDate(date.slice(0, 7)) : shownMonthDay(date.slice(0, 10))
  }
  const parts = useMemo(() => groups.map(group => ({ ...group, rows: group.rows.flatMap(partsOf) })), [groups])
  const { element, drawn, whole, moved } = useWindowedGroups({
    groups: parts.map(({ id, name, rows }) => ({ key: id, head: name !== null, lines: rows.length })),
    guess: { head: HEAD, line: ROW },
    gap: 0,
  })
  const weeks = (window.until - window.from) / (7 * 86_400_000)
  return (
    <section
      className={`bm-card ${classes.calendar}`}
      aria-label={t('calendar')}
      style={{ '--weeks': weeks, '--today': percent(today) }}
    >
      <div className={classes.axis} aria-hidden="true">
        <span />
        <div className={classes.ticks}>
          {ticks.map(tick => (
            <i key={tick} style={{ left: percent(windowShareAt(tick, window)) }}>
              {label(tick)}
            </i>
          ))}
          {today >= 0 && today <= 1 && (
            <b className={classes.today} style={{ left: percent(today) }}>
              {t('today', { date: shownMonthDay(localDateAt(now, timeZone)) })}
            </b>
          )}
        </div>
      </div>
      <div ref={element} className={classes.rows} style={whole} data-weekends={scale !== 'year' || undefined}>
        {today >= 0 && today <= 1 && <i className={classes.todayLine} aria-hidden="true" />}
        <div style={moved}>
          {drawn.map(({ group: index, head, lines }) => {
            const group = elementAt(parts, index)
            return (
              <section key={group.id} aria-label={group.name ?? undefined}>
                {head && (
                  <h3 className={classes.farm} {...head}>
                    {group.colour && <i style={{ background: group.colour }} />}
                    {group.name}
                  </h3>
                )}
                {lines.map(({ line, props: of }) => {
                  const { row, lanes, key } = elementAt(group.rows, line)
                  const first = line === 0 && group.name === null
                  return <CalendarRow key={key} {...{ row, lanes, first, props }} line={of} />
                })}
              </section>
            )
          })}
        </div>
      </div>
    </section>
  )
}
