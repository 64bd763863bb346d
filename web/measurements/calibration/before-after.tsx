import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalibrationPreview } from '#shared/contract/devices/calibrations.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { ClimateChart } from '../../charts/climate-chart.tsx'
import { createCursor } from '../../charts/control/cursor.ts'
import type { Plot } from '../../charts/drawing/chart-scale.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { timeOf } from '../chart-cards/chart-head.tsx'
import type { Chart } from '../chart-cards/groups.ts'
import { useChartSpec } from '../chart-cards/use-chart-spec.ts'
import classes from './calibration.module.css'
import { ValidFromHandle } from './valid-from-handle.tsx'

export const SPANS = ['day', 'two_days', 'week'] as const
export type SpanName = (typeof SPANS)[number]

interface Props {
  chart: Chart
  /** Readings as they would be, with the values before as the ones compared. */
  frame: SeriesAnswer
  references: CalibrationPreview['references']
  span: SpanName
  onSpan: (span: SpanName) => void
  /** Epoch ms. */
  validFrom: number
  validFromText: string
  onMove: (at: number) => void
}

function References({ plot, frame, references }: Pick<Props, 'frame' | 'references'> & { plot: Plot }) {
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  return references
    .map(({ time, reference }) => ({ at: Date.parse(time), reference }))
    .filter(({ at }) => at >= from && at < until)
    .map(({ at, reference }) => (
      <i
        key={`${at} ${reference}`}
        className={classes.diamond}
        style={{ left: plot.x(at), top: Math.min(Math.max(plot.y(reference), plot.top), plot.top + plot.height) }}
      />
    ))
}

/** Chart of the readings as measured and as they would be, with the references and the line from which on it holds. */
export function BeforeAfter({ chart, frame, references, span, onSpan, validFrom, validFromText, onMove }: Props) {
  const { t } = useTranslation(['calibration', 'measurements'])
  const format = useFormat()
  const now = useNow(60_000)
  const cursor = useMemo(createCursor, [])
  const spec = useChartSpec(chart, frame, { compare: frame.compare, band: true, type: 'line', now })
  const [{ type, quantity }] = chart.measured
  const valueAt = (column: (number | null)[] | undefined, index: number) => {
    const value = column?.[index] ?? null
    return value === null ? t('measurements:no_reading') : format.value(value, quantity.decimals, quantity.unit)
  }
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.chartHead}>
        <h2>{t('before_after')}</h2>
        <ul className={classes.legend}>
          <li data-mark="after">{t('after')}</li>
          <li data-mark="before">{t('before')}</li>
          <li data-mark="reference">{t('reference')}</li>
        </ul>
        <Segments value={span} onChange={onSpan} data={SPANS.map(value => ({ value, label: t(`span.${value}`) }))} />
      </header>
      <ClimateChart
        spec={spec}
        cursor={cursor}
        height={320}
        label={t('chart_label', { name: type.name })}
        sayAt={index =>
          t('at', {
            time: timeOf(frame.time[index] ?? 0, frame),
            before: valueAt(frame.compare?.series[type.abbreviation]?.mean, index),
            after: valueAt(frame.series[type.abbreviation]?.mean, index),
          })
        }
        overlay={plot => (
          <>
            <References plot={plot} frame={frame} references={references} />
            <ValidFromHandle {...{ plot, from, until, onMove }} at={validFrom} text={validFromText} />
          </>
        )}
      />
    </section>
  )
}
