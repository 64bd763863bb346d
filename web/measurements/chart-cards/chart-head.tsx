import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { type MeasurementDefinition, statusOfLast } from '#shared/rules/science/measurement-definition.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type Cursor, useCursorIndex } from '../../charts/control/cursor.ts'
import { KEEPS_CURSOR } from '../../charts/control/use-cursor-control.ts'
import { DASH } from '../../charts/drawing/chart-theme.ts'
import { useFormat } from '../../kit/language/format.ts'
import { clockIn, dayIn, shortMomentIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../page/data.module.css'
import { whichOf } from '../period/wall-clock.ts'
import why from '../why/why.module.css'
import { useWhy, type WhyQuestion } from '../why/why.tsx'
import { cursorStepFor } from './at-cursor.ts'
import type { Chart } from './groups.ts'

interface Props {
  chart: Chart
  frame: SeriesAnswer
  last: LastValues
  cursor: Cursor
}

/** A step as short as its period allows: `14:20`, `11-17 14:20`, `2026-11-17`. */
export const timeOf = (time: number, frame: SeriesAnswer): string => {
  const { time_zone } = frame
  if (frame.step_seconds >= 86_400) return dayIn(time, time_zone)
  const isOfADay = Date.parse(frame.until) - Date.parse(frame.from) <= 1.1 * DAY_MS
  return (isOfADay ? clockIn(time, time_zone) : shortMomentIn(time, time_zone)) + whichOf(time, time_zone)
}

/** The last value, where it belongs to the period on screen and is not too old to be shown. */
const lastIn = (frame: SeriesAnswer, last: LastValues[string] | undefined, now: number) => {
  if (!last) return null
  const at = Date.parse(last.time)
  const isInPeriod = at >= Date.parse(frame.from) && at < Date.parse(frame.until) + frame.step_seconds * 1000
  return isInPeriod ? { last, freshness: freshnessOf(last.time, now) } : null
}

/** The interval that holds one reading. */
export const readingInterval = (time: string) => ({ from: Date.parse(time), until: Date.parse(time) + 1 })

/** A value that tells, when it is pressed, how it came about. */
function WhyValue({ question, children }: { question: WhyQuestion; children: ReactNode }) {
  const { t } = useTranslation('measurements')
  const ask = useWhy()
  if (!ask) return children
  const label = t('why_ask', { name: question.definition.type.name })
  return (
    <button
      type="button"
      className={why.value}
      title={label}
      {...{ [KEEPS_CURSOR]: true }}
      onClick={() => ask(question)}
    >
      {children}
      <span className="bm-hidden">{label}</span>
    </button>
  )
}

/** Reading at the right of the head: the value under the cursor with its time, else the last one with its shape. */
export function ChartReading({ chart, frame, last, cursor }: Props) {
  const format = useFormat()
  const now = useNow()
  const index = useCursorIndex(cursor, frame.time)
  const [definition] = chart.measured
  const alone = chart.measured.length === 1
  const number = (value: number) => format.figure(value, definition.quantity.decimals, definition.quantity.unit)
  if (index !== null) {
    const columns = frame.series[definition.type.abbreviation]
    const step = (columns && alone ? cursorStepFor(frame, columns, index, now) : null) ?? index
    const value = columns?.mean[step] ?? null
    const from = frame.time[step] ?? 0
    return (
      <p className={classes.reading}>
        <span>{timeOf(from, frame)}</span>
        {alone && value === null && <b>–</b>}
        {alone && value !== null && (
          <WhyValue question={{ definition, from, until: from + frame.step_seconds * 1000 }}>
            <b className="bm-num">{number(value)}</b>
          </WhyValue>
        )}
      </p>
    )
  }
  const present = alone && lastIn(frame, last[definition.type.abbreviation], now)
  if (!present) return null
  const gone = present.freshness === 'gone'
  const status = gone ? 'no_data' : statusOfLast(definition, present.last)
  return (
    <p
      className={classes.reading}
      data-status={status ?? undefined}
      data-stale={present.freshness === 'stale' || undefined}
    >
      {present.freshness === 'stale' && <span>{format.age(present.last.time, now)}</span>}
      {gone ? (
        <>
          <StatusShape status="no_data" size={18} />
          <b>–</b>
        </>
      ) : (
        <WhyValue question={{ definition, ...readingInterval(present.last.time) }}>
          {status && <StatusShape status={present.freshness === 'fresh' ? status : 'stale'} size={18} />}
          <b className="bm-num">{number(present.last.value)}</b>
        </WhyValue>
      )}
    </p>
  )
}

const dashOf = (index: number): string | undefined => {
  const dash = DASH[index % DASH.length]
  return typeof dash === 'string' ? undefined : dash?.join(' ')
}

function Swatch({ index }: { index: number }) {
  return (
    <svg width="22" height="4" aria-hidden="true">
      <path d="M0 2H22" stroke={`var(--bm-s${index + 1})`} strokeWidth="2.6" strokeDasharray={dashOf(index)} />
    </svg>
  )
}

/** The mean that stands for a step, null where nothing was measured. */
export const meanAt = (
  frame: SeriesAnswer,
  { type }: MeasurementDefinition,
  index: number,
  now: number,
): number | null => {
  const columns = frame.series[type.abbreviation]
  const step = columns && cursorStepFor(frame, columns, index, now)
  return typeof step === 'number' ? (columns?.mean[step] ?? null) : null
}

/** Names the lines of a chart that has several, each with its value under the cursor or its last one. */
export function Legend({ chart, frame, last, cursor }: Props) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const now = useNow()
  const index = useCursorIndex(cursor, frame.time)
  if (chart.measured.length === 1) return null
  const lastOf = ({ type }: MeasurementDefinition) =>
    index === null ? lastIn(frame, last[type.abbreviation], now) : null
  const textOf = (definition: MeasurementDefinition): string => {
    const present = lastOf(definition)
    const value =
      index === null
        ? present && present.freshness !== 'gone' && present.last.value
        : meanAt(frame, definition, index, now)
    return typeof value === 'number'
      ? format.figure(value, definition.quantity.decimals, definition.quantity.unit)
      : '–'
  }
  const ageOf = (definition: MeasurementDefinition): string | undefined => {
    const present = lastOf(definition)
    return present?.freshness === 'stale' ? format.age(present.last.time, now) : undefined
  }
  return (
    <ul className={classes.legend} aria-label={t('lines')}>
      {chart.measured.map((definition, line) => (
        <li key={definition.type.abbreviation}>
          <Swatch index={line} />
          <QuantityName name={definition.type.name} />{' '}
          <b className="bm-num" data-stale={ageOf(definition) && true}>
            {textOf(definition)}
          </b>{' '}
          {ageOf(definition)}
        </li>
      ))}
    </ul>
  )
}
