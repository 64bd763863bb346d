import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { BeforeKey } from '../../charts/before-key.tsx'
import { ClimateChart } from '../../charts/climate-chart.tsx'
import { createCursor } from '../../charts/control/cursor.ts'
import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn, unitFor } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from '../list/alerts.module.css'
import { periodSearchOf } from './alert-around.ts'
import type { useAlertValue } from './alert-words.tsx'

const HEIGHT = 210

interface Props {
  alert: Alert & { measurement: string }
  quantity: PhysicalQuantity
  say: ReturnType<typeof useAlertValue>
  around: Interval
}

const useSpec = ({ alert, quantity, say }: Props, frame: SeriesAnswer | undefined): ChartSpec | null => {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const { language } = format
  const minute = Math.floor(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  return useMemo(() => {
    const series = frame?.series[alert.measurement]
    if (!frame || !series) return null
    // A plain value alone can be drawn beside its limit: a change per hour has another scale.
    const plain = alert.comparison === 'value' && alert.calculation !== 'derivative' && alert.calculation !== 'count'
    const limit = plain ? alert.threshold_value : null
    const before = frame.compare?.series[alert.measurement]?.mean ?? null
    return {
      frame,
      lines: [{ key: alert.measurement, name: quantity.name, series, before }],
      setPoints: [],
      now: minute,
      comfort: { low: null, high: null },
      limit,
      limitLabel: limit === null ? '' : t('limit', { value: say.limit(limit) }),
      clockChangeLabel: t('clock_change'),
      fromZero: isFromZero(quantity),
      ceiling: ceilingOf(quantity),
      showBand: true,
      type: 'line',
      language,
      unit: quantity.unit,
    }
  }, [frame, alert, quantity, language, minute])
}

/** Chart of what was measured around the alert, with its limit, and below it how long the alert took. */
export default function AlertChart(props: Props) {
  const { t } = useTranslation('alerts')
  const { alert, quantity, around } = props
  const format = useFormat()
  const [cursor] = useState(createCursor)
  const query = { device_id: alert.device_id, measurements: alert.measurement, compare: 'previous' as const }
  const { data: frame, error } = useQuery(
    queryOf(api.getSeries, { query: { ...query, ...periodSearchOf(around, alert.time_zone) } }),
  )
  const spec = useSpec(props, frame)
  if (error && !frame) return <p className="bm-muted">{t('chart.failed')}</p>
  if (!frame) return <span className="bm-skeleton" style={{ height: HEIGHT }} />
  if (!spec) return <p className="bm-muted">{t('chart.empty')}</p>
  const [start, end] = [Date.parse(alert.started_at), alert.resolved_at ? Date.parse(alert.resolved_at) : around.until]
  const sayAt = (index: number): string => {
    const value = spec.lines[0]?.series.mean[index] ?? null
    const time = momentIn(frame.time[index] ?? 0, frame.time_zone)
    return `${time}: ${value === null ? t('no_data') : format.value(value, quantity.decimals, quantity.unit)}`
  }
  const compared = spec.lines.some(({ before }) => before?.some(value => value !== null))
  return (
    <>
      <ClimateChart
        spec={spec}
        cursor={cursor}
        height={HEIGHT}
        label={t('chart.label', { name: quantity.name, unit: unitFor(quantity.unit) })}
        sayAt={sayAt}
        overlay={plot => {
          const [left, right] = [Math.max(plot.left, plot.x(start)), Math.min(plot.left + plot.width, plot.x(end))]
          return (
            <span
              className={classes.span}
              data-open={alert.state === 'firing' || undefined}
              style={{ left, width: Math.max(4, right - left), top: plot.top, height: plot.height }}
              aria-hidden="true"
            />
          )
        }}
      />
      {compared && <BeforeKey name={t('chart.before')} />}
    </>
  )
}
