import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardChart as Chart } from '#shared/contract/measurements/boards.ts'
import type { SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import type { DefinitionLists } from '#shared/rules/science/measurement-definition.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { ClimateChart } from '../../charts/climate-chart.tsx'
import { type Cursor, useCursorIndex } from '../../charts/control/cursor.ts'
import type { ZoomWays } from '../../charts/control/use-zoom-control.ts'
import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { DASH } from '../../charts/drawing/chart-theme.ts'
import { useFormat } from '../../kit/language/format.ts'
import { clockIn, dayIn, shortMomentIn, unitFor } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { cursorStepFor } from '../../measurements/chart-cards/at-cursor.ts'
import data from '../../measurements/page/data.module.css'
import { whichOf } from '../../measurements/period/wall-clock.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import classes from '../boards.module.css'
import type { BoardSeries } from '../queries.ts'
import { chartTitle, lineName, type SeenLine, seenLines } from './lines.ts'
import { TableButton } from './table-button.tsx'
import { useBoardSpec } from './use-board-spec.ts'

interface Props {
  chart: Chart
  lists: DefinitionLists
  /** Answers by area or device; null where there is nothing to see. */
  frames: BoardSeries['frames']
  cursor: Cursor
  zoom: ZoomWays
  height: number
  /** Buttons in the head, while the board is changed. */
  tools?: ReactNode
}

/** A step as short as its period allows. */
const timeOf = (time: number, frame: ChartSpec['frame']): string => {
  const { time_zone } = frame
  if (frame.step_seconds >= 86_400) return dayIn(time, time_zone)
  const isOfADay = Date.parse(frame.until) - Date.parse(frame.from) <= 1.1 * DAY_MS
  return (isOfADay ? clockIn(time, time_zone) : shortMomentIn(time, time_zone)) + whichOf(time, time_zone)
}

const dashOf = (index: number): string | undefined => {
  const dash = DASH[index % DASH.length]
  return typeof dash === 'string' ? undefined : dash?.join(' ')
}

/** Piece of a line as it is drawn: a diamond marks those of the right axis. */
function Swatch({ index, isRight }: { index: number; isRight: boolean }) {
  const colour = `var(--bm-s${index + 1})`
  return (
    <svg width="22" height="10" aria-hidden="true">
      <path d="M0 5H22" stroke={colour} strokeWidth="2.6" strokeDasharray={dashOf(index)} />
      {isRight && <path d="M11 0.5 15.5 5 11 9.5 6.5 5Z" fill={colour} />}
    </svg>
  )
}

/** The mean under the cursor, else the last one where that is not too old to stand for now. */
const useReadings = (spec: ChartSpec | null, cursor: Cursor) => {
  const now = useNow()
  const time = spec?.frame.time ?? []
  const index = useCursorIndex(cursor, time)
  const at = ({ count, mean, ...rest }: SeriesColumns): number | null => {
    if (!spec) return null
    if (index !== null) {
      const step = cursorStepFor(spec.frame, { count, mean, ...rest }, index, now)
      return step === null ? null : (mean[step] ?? null)
    }
    const last = count.findLastIndex(readings => readings > 0)
    const end = (time[last] ?? 0) + spec.frame.step_seconds * 1000
    const isPresent = last >= 0 && freshnessOf(new Date(Math.min(end, now)).toISOString(), now) !== 'gone'
    return isPresent ? (mean[last] ?? null) : null
  }
  return { index, at }
}

interface LegendProps {
  lines: readonly SeenLine[]
  spec: ChartSpec | null
  cursor: Cursor
}

/** Names each line with its value and, where there are two units, the axis it is read at. */
function Legend({ lines, spec, cursor }: LegendProps) {
  const { t } = useTranslation(['boards', 'measurements'])
  const format = useFormat()
  const { index, at } = useReadings(spec, cursor)
  const hasTwo = lines.some(({ isRight }) => isRight)
  return (
    <>
      {spec && index !== null && <p className={data.reading}>{timeOf(spec.frame.time[index] ?? 0, spec.frame)}</p>}
      <ul className={data.legend} aria-label={t('measurements:lines')}>
        {lines.map((line, nth) => {
          const { unit, decimals } = line.definition.quantity
          const columns = spec?.lines[nth]?.series
          const value = columns ? at(columns) : null
          return (
            <li key={`${line.subject} ${line.definition.type.id}`} className={classes.line}>
              <Swatch index={nth} isRight={line.isRight} />
              <QuantityName name={lineName(line, lines)} />{' '}
              <b className="bm-num">{value === null ? '–' : format.value(value, decimals, unit)}</b>{' '}
              {hasTwo && <span>{t(line.isRight ? 'axis.right' : 'axis.left')}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Lines that are not drawn, or drawn for their past alone: those of others without a name, own ones with the name they had. */
function UnseenLines({ chart }: { chart: Chart }) {
  const { t } = useTranslation('boards')
  const unseen = chart.lines.filter(({ seen }) => !seen)
  const named = unseen.filter(({ measurement }) => measurement !== null)
  const nameless = unseen.length - named.length
  const past = chart.lines.filter(({ seen, is_past }) => seen && is_past)
  return (
    <>
      {past.map(({ device_id, measurement, name }) => (
        <p key={`${device_id} ${measurement}`} className={classes.unseen}>
          {t('unseen.past', { name })}
        </p>
      ))}
      {named.map(line => (
        <p key={`${line.area_id} ${line.device_id} ${line.measurement}`} className={classes.unseen}>
          {t('unseen.own', { name: [line.name, line.location_name].filter(Boolean).join(', ') })}
        </p>
      ))}
      {nameless > 0 && <p className={classes.unseen}>{t('unseen.others', { count: nameless })}</p>}
    </>
  )
}

/** A chart of a board: its lines, by one or two axes. */
export function BoardChart({ chart, lists, frames, cursor, zoom, height, tools }: Props) {
  const { t } = useTranslation(['boards', 'measurements'])
  const format = useFormat()
  const now = useNow()
  const lines = useMemo(() => seenLines(chart, lists), [chart, lists])
  const spec = useBoardSpec(lines, frames)
  const name = chartTitle(chart, lines) || t('untitled')
  const units = [...new Set(lines.map(({ definition }) => unitFor(definition.quantity.unit)))].filter(Boolean)
  const isEmpty = spec?.lines.every(({ series: { count } }) => count.every(readings => readings === 0)) ?? true
  const isAwaited = lines.some(({ subject }) => !frames.has(subject))
  const sayAt = (index: number): string => {
    if (!spec) return ''
    const values = lines.map(({ definition: { quantity } }, nth) => {
      const line = spec.lines[nth]
      const step = line ? cursorStepFor(spec.frame, line.series, index, now) : null
      const value = step === null ? null : (line?.series.mean[step] ?? null)
      const said = value === null ? t('measurements:no_reading') : format.value(value, quantity.decimals, quantity.unit)
      return `${line?.name} ${said}`
    })
    return t('measurements:at', { time: timeOf(spec.frame.time[index] ?? 0, spec.frame), values: values.join(', ') })
  }
  return (
    <section className={`bm-card ${data.chart}`} aria-label={name}>
      <header className={`${data.chartHead} ${classes.chartHead}`}>
        <h2>
          <QuantityName name={name} /> <span className={data.unit}>{units.join(' · ')}</span>
        </h2>
        {tools}
      </header>
      <Legend {...{ lines, spec, cursor }} />
      {spec && !isEmpty ? (
        <ClimateChart
          spec={spec}
          cursor={cursor}
          height={height}
          label={t('measurements:chart_lines', { name })}
          sayAt={sayAt}
          zoom={zoom}
        />
      ) : (
        <p className={classes.nothing} style={{ minHeight: height }}>
          {lines.length > 0 && !isAwaited && t('measurements:nothing_here')}
        </p>
      )}
      {spec && !isEmpty && <TableButton {...{ spec, lines, name }} />}
      <UnseenLines chart={chart} />
    </section>
  )
}
