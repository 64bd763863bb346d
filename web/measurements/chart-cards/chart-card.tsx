import { useDisclosure } from '@mantine/hooks'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Manual } from '#shared/contract/manual.ts'
import type { Frame, LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { entriesOf } from '#shared/rules/collections/keys.ts'
import { ENOUGH_DATA, summaryOf } from '#shared/rules/ingest/frame.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { ClimateChart } from '../../charts/climate-chart.tsx'
import type { Cursor } from '../../charts/control/cursor.ts'
import type { ChartSpec, ChartType } from '../../charts/drawing/chart-spec.ts'
import { useFormat } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { ChartMenuButton } from '../files/chart-menu-button.tsx'
import { ManualMarks } from '../manual/manual-marks.tsx'
import classes from '../page/data.module.css'
import type { Subject } from '../page/subject.ts'
import { useWhy } from '../why/why.tsx'
import { cursorStepFor } from './at-cursor.ts'
import { ChartReading, Legend, meanAt, timeOf } from './chart-head.tsx'
import { type Chart, chartName } from './groups.ts'
import { percentOf } from './percent.ts'
import { columnsOf, useChartSpec } from './use-chart-spec.ts'

const TableDialog = lazyPart(() => import('./table-dialog.tsx'))

interface Props {
  chart: Chart
  frame: SeriesAnswer
  last: LastValues
  /** Frame it is compared with; null for none. */
  compare: Frame | null
  /** Name of what it is compared with, as files say it. */
  compareName: string
  subject: Subject
  /** Area and farm. */
  place: string
  area: string
  farm: string | null
  type: ChartType
  /** Shows an interval (epoch ms) closer. */
  onZoom: (from: number, until: number) => void
  /** Moves what is shown closer by some ms, and leaves it again; without them nothing is shown closer. */
  onPan?: ((by: number) => void) | undefined
  onReset?: (() => void) | undefined
  /** Measured by hand beside the device. */
  manual: readonly Manual[]
  /** Marks of notes, by time (epoch ms). */
  marks: NonNullable<ChartSpec['marks']>
  showBand: boolean
  cursor: Cursor
  height: number
}

function Card({
  subject,
  chart,
  frame,
  last,
  manual,
  marks,
  compare,
  compareName,
  place,
  area,
  farm,
  type,
  onZoom,
  onPan,
  onReset,
  showBand,
  cursor,
  height,
}: Props) {
  const { t } = useTranslation(['measurements', 'ui'])
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const [tableOpen, table] = useDisclosure()
  const ask = useWhy()
  const spec = useChartSpec(chart, frame, { compare, type, band: showBand, marks, now })
  const name = chartName(chart, t)
  const [{ quantity }] = chart.measured
  const number = (value: number) => format.figure(value, quantity.decimals, quantity.unit)
  const alone = chart.measured.length === 1
  const summary = summaryOf(columnsOf(frame, chart.measured[0]))
  const figures = summary && { min: number(summary.min), mean: number(summary.mean), max: number(summary.max) }
  const coverage = Math.max(...chart.measured.map(definition => columnsOf(frame, definition).coverage))
  const spoken =
    figures && alone
      ? t('chart_label', { name, unit: format.unit(quantity.unit), ...figures })
      : t('chart_lines', { name })
  const sayAt = (index: number): string => {
    const values = chart.measured.map(definition => {
      const value = meanAt(frame, definition, index, now)
      const said = value === null ? t('no_reading') : format.value(value, quantity.decimals, quantity.unit)
      return alone ? said : `${definition.type.name} ${said}`
    })
    return t('at', { time: timeOf(frame.time[index] ?? 0, frame), values: values.join(', ') })
  }
  const onPick = (index: number) => {
    for (const definition of chart.measured) {
      const step = cursorStepFor(frame, columnsOf(frame, definition), index, now)
      const from = step === null ? undefined : frame.time[step]
      if (from !== undefined) return ask?.({ definition, from, until: from + frame.step_seconds * 1000 })
    }
  }
  return (
    <section className={`bm-card ${classes.chart}`} aria-label={name}>
      <header className={classes.chartHead}>
        <h3>
          <QuantityName name={name} /> <span className={classes.unit}>{format.unit(quantity.unit)}</span>
        </h3>
        <ChartReading chart={chart} frame={frame} last={last} cursor={cursor} />
        <ChartMenuButton
          charts={[chart]}
          frame={frame}
          view={{ compare, type, band: showBand, marks }}
          compareName={compareName}
          place={place}
          area={area}
          farm={farm}
          name={name}
          subject={subject}
        />
      </header>
      <Legend chart={chart} frame={frame} last={last} cursor={cursor} />
      <ClimateChart
        spec={spec}
        cursor={cursor}
        height={height}
        label={summary ? spoken : t('chart_empty', { name })}
        sayAt={sayAt}
        zoom={{ onZoom, onPan, onReset }}
        onPick={onPick}
        overlay={plot => <ManualMarks {...{ plot, chart, frame, manual }} />}
      />
      <footer className={classes.foot}>
        {figures && alone && (
          <>
            <span>
              {t('min')} <b>{figures.min}</b>
            </span>
            <span data-doubtful={coverage < ENOUGH_DATA || undefined}>
              {t('mean')} <b>{figures.mean}</b>
            </span>
            <span>
              {t('max')} <b>{figures.max}</b>
            </span>
          </>
        )}
        <span className={classes.coverage}>
          {summary ? t('coverage', { share: format.number(percentOf(coverage), 0) }) : t('nothing_here')}
          {summary && (
            <button type="button" className="bm-link" onClick={table.open}>
              {t('table')} <span className="bm-hidden">{name}</span>
            </button>
          )}
        </span>
      </footer>
      <LazyOverlay when={tableOpen} onFailed={table.close}>
        {opened => <TableDialog opened={opened} onClose={table.close} name={name} chart={chart} frame={frame} />}
      </LazyOverlay>
    </section>
  )
}

/** Tells whether a chart shows the same as before: a live message makes a new frame, but few of its columns are new. */
const showsTheSame = (before: Props, after: Props): boolean => {
  const { frame: old, last: oldLast, compare: oldCompare, subject: oldSubject, ...rest } = before
  const { frame, last, compare, subject, ...newRest } = after
  const keys = [...after.chart.measured, ...after.chart.setPoints].map(definition => definition.type.abbreviation)
  return (
    entriesOf<keyof typeof newRest, unknown>(newRest).every(([name, value]) => value === rest[name]) &&
    oldSubject.device_id === subject.device_id &&
    oldSubject.area_id === subject.area_id &&
    old.time === frame.time &&
    old.until === frame.until &&
    keys.every(
      key =>
        old.series[key] === frame.series[key] &&
        oldCompare?.series[key] === compare?.series[key] &&
        oldLast[key] === last[key],
    )
  )
}

/** Chart of the Data screen with its head, its figures and its table. */
export const ChartCard = memo(Card, showsTheSame)
