import { useDisclosure } from '@mantine/hooks'
import { lazy, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame, LastValues, SeriesAnswer } from '../../shared/contract/measurements.ts'
import { summaryOf } from '../../shared/rules/frame.ts'
import type { ChartType } from '../charts/chart-spec.ts'
import { ClimateChart } from '../charts/climate-chart.tsx'
import type { Cursor } from '../charts/cursor.ts'
import { useFormat } from '../kit/format.ts'
import { useNow } from '../kit/now.ts'
import { Opened } from '../ui/opened.tsx'
import { QuantityName } from '../ui/quantity-name.tsx'
import { Legend, Reading, timeOf } from './chart-head.tsx'
import classes from './data.module.css'
import type { Chart } from './groups.ts'
import { percentOf } from './percent.ts'
import { columnsOf, useChartSpec } from './use-chart-spec.ts'

const TableDialog = lazy(() => import('./table-dialog.tsx'))

interface Props {
  chart: Chart
  frame: SeriesAnswer
  last: LastValues
  /** What it is compared with. */
  compare: Frame | null
  type: ChartType
  /** Shows a stretch (epoch ms) closer. */
  onZoom: (from: number, until: number) => void
  showBand: boolean
  cursor: Cursor
  height: number
}

/** Below this share of data a mean is not to be trusted (beyond the specification: coverage-aware statistics). */
const ENOUGH = 0.75
const MINUTE = 60_000

const useName = (chart: Chart) => {
  const { t } = useTranslation(['measurements', 'ui'])
  const [first] = chart.measured
  if (chart.measured.length === 1) return first.type.name
  const { name } = chart.group
  return chart.part ? t('part', { name, ...chart.part }) : name
}

function Card({ chart, frame, last, compare, type, onZoom, showBand, cursor, height }: Props) {
  const { t } = useTranslation(['measurements', 'ui'])
  const format = useFormat()
  const now = useNow(MINUTE)
  const [tableOpen, table] = useDisclosure()
  const spec = useChartSpec(chart, frame, { compare, type, band: showBand, now })
  const name = useName(chart)
  const [{ quantity }] = chart.measured
  const number = (value: number) => format.number(value, quantity.decimals)
  const alone = chart.measured.length === 1
  const summary = summaryOf(columnsOf(frame, chart.measured[0]))
  const figures = summary && { min: number(summary.min), mean: number(summary.mean), max: number(summary.max) }
  const coverage = Math.max(...chart.measured.map(known => columnsOf(frame, known).coverage))
  const spoken =
    figures && alone ? t('chart_label', { name, unit: quantity.unit, ...figures }) : t('chart_lines', { name })
  const sayAt = (index: number): string => {
    const values = chart.measured.map(known => {
      const value = columnsOf(frame, known).mean[index] ?? null
      const said = value === null ? t('no_reading') : format.value(value, quantity.decimals, quantity.unit)
      return alone ? said : `${known.type.name} ${said}`
    })
    return t('at', { time: timeOf(frame.time[index] ?? 0, frame), values: values.join(', ') })
  }
  return (
    <section className={`bm-card ${classes.chart}`} aria-label={name}>
      <header className={classes.chartHead}>
        <h3>
          <QuantityName name={name} /> <span className={classes.unit}>{quantity.unit}</span>
        </h3>
        <Reading chart={chart} frame={frame} last={last} cursor={cursor} />
      </header>
      <Legend chart={chart} frame={frame} last={last} cursor={cursor} />
      <ClimateChart
        spec={spec}
        cursor={cursor}
        height={height}
        label={summary ? spoken : t('chart_empty', { name })}
        sayAt={sayAt}
        onZoom={onZoom}
      />
      <footer className={classes.foot}>
        {figures && alone && (
          <>
            <span>
              {t('min')} <b>{figures.min}</b>
            </span>
            <span data-doubtful={coverage < ENOUGH || undefined}>
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
      <Opened when={tableOpen}>
        {opened => <TableDialog opened={opened} onClose={table.close} name={name} chart={chart} frame={frame} />}
      </Opened>
    </section>
  )
}

/** What a chart does not show may change: a live message makes a new frame, but few of its columns are new. */
const showsTheSame = (before: Props, after: Props): boolean => {
  const { frame: old, last: oldLast, compare: oldCompare, ...rest } = before
  const { frame, last, compare, ...newRest } = after
  const keys = [...after.chart.measured, ...after.chart.setPoints].map(known => known.type.abbreviation)
  return (
    Object.entries(newRest).every(([name, value]) => value === rest[name as keyof typeof rest]) &&
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

/** One chart of the Data screen with its head, its figures and its table. */
export const ChartCard = memo(Card, showsTheSame)
