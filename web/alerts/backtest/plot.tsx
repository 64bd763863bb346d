import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import type { SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { ClimateChart } from '../../charts/climate-chart.tsx'
import { createCursor } from '../../charts/control/cursor.ts'
import { plotOf } from '../../charts/drawing/chart-scale.ts'
import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import classes from '../backtest.module.css'
import { drawnDevices } from './figures.ts'
import { Lanes } from './lanes.tsx'
import { LimitOverlay } from './limit-overlay.tsx'

const HEIGHT = 300

const columnsOf = (
  values: readonly (number | null)[],
  unit: string,
  step: number,
  coverage: number,
): SeriesColumns => ({
  unit,
  min: [...values],
  mean: [...values],
  max: [...values],
  count: values.map(value => (value === null ? 0 : 1)),
  interval_seconds: step,
  coverage,
})

const hoursIn = (from: number, until: number): number[] => {
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS
  return Array.from(
    { length: Math.max(0, Math.ceil((until - first) / HOUR_MS)) },
    (_, index) => first + index * HOUR_MS,
  )
}

interface Props {
  answer: BacktestAnswer
  /** Unit in which its numbers are read: a change is per hour. */
  unit: string
  quantity: PhysicalQuantity
  /** A value that is calculated, as a change per hour, has no zero to start from. */
  calculated: boolean
  timeZone: string
  limit: number | null
  clear: number | null
  onMove: (limit: number) => void
}

const useSpec = ({ answer, quantity, calculated, timeZone }: Props): ChartSpec => {
  const { language } = useFormat()
  return useMemo(() => {
    const { time, series, unit, limits } = answer
    const step_seconds = ((time[1] ?? 0) - (time[0] ?? 0)) / 1000 || 60
    const own = limits[Math.floor(limits.length / 2)]
    return {
      frame: { time, step_seconds, from: answer.from, until: answer.until, time_zone: timeZone },
      lines: drawnDevices(answer).map(device => ({
        key: String(device.device_id),
        name: device.area_name ?? device.device_name,
        series: columnsOf(
          series.find(({ device_id }) => device_id === device.device_id)?.values ?? [],
          unit,
          step_seconds,
          device.coverage,
        ),
        before: null,
      })),
      setPoints: [],
      now: Date.parse(answer.until),
      comfort: { low: null, high: null },
      limit: null,
      limitLabel: '',
      clockChangeLabel: '',
      hours: hoursIn(Date.parse(answer.from), Date.parse(answer.until)),
      reach: own ? [own.threshold_value] : [],
      fromZero: isFromZero(quantity) && !calculated,
      ceiling: calculated ? null : ceilingOf(quantity),
      showBand: false,
      type: 'line',
      language,
      unit,
      isDifference: calculated,
    }
  }, [answer, quantity, calculated, timeZone, language])
}

/** Plot of what was measured, the limit to be moved, and below it when each device would have fired. */
export default function BacktestPlot(props: Props) {
  const { t } = useTranslation('alert-rules')
  const { answer, unit, quantity, calculated, timeZone, limit, clear, onMove } = props
  const { unit: kept } = answer
  const format = useFormat()
  const figureOf = calculated ? format.differenceFigure : format.figure
  const say = (value: number) => `${figureOf(value, quantity.decimals, kept)}\u00A0${unit}`.trim()
  const [cursor] = useState(createCursor)
  const spec = useSpec(props)
  const { left, right } = useMemo(() => plotOf(spec, 600, HEIGHT), [spec])
  const sayAt = (index: number): string => {
    const values = spec.lines.map(({ name, series }) => {
      const value = series.mean[index] ?? null
      return `${name} ${value === null ? t('backtest.no_reading') : say(value)}`
    })
    return `${momentIn(answer.time[index] ?? 0, timeZone)}: ${values.join(', ')}`
  }
  return (
    <div className={classes.plot}>
      <ClimateChart
        spec={spec}
        cursor={cursor}
        height={HEIGHT}
        label={t('backtest.chart', {
          name: quantity.name,
          unit,
          count: answer.firings_total,
        })}
        sayAt={sayAt}
        overlay={plot =>
          limit !== null && (
            <LimitOverlay
              plot={plot}
              firings={answer.firings}
              kept={kept}
              unit={unit}
              isDifference={calculated}
              {...{ limit, clear, onMove }}
            />
          )
        }
      />
      <Lanes answer={answer} inset={{ left, right }} />
    </div>
  )
}
