import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/fixed.ts'
import type { Frame, SeriesAnswer, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import type { MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { ChartLine, ChartSpec, ChartType } from '../../charts/drawing/chart-spec.ts'
import { useFormat } from '../../kit/language/format.ts'
import { limitFigure } from '../../kit/language/viewer-formats.ts'
import type { Chart } from './groups.ts'

const EMPTY: SeriesColumns = { unit: '', min: [], mean: [], max: [], count: [], interval_seconds: null, coverage: 0 }
const NO_EDGES = { low_value: null, high_value: null, limit_value: null }

export const columnsOf = (frame: SeriesAnswer, definition: MeasurementDefinition): SeriesColumns =>
  frame.series[definition.type.abbreviation] ?? EMPTY

/** Choices of what is drawn, besides the measurements themselves. */
export interface ChartView {
  compare: Frame | null
  band: boolean
  type: ChartType
  /** Moments (epoch ms) that are marked by a line with a name. */
  marks?: ChartSpec['marks']
  /** Epoch ms. */
  now: number
}

interface Words {
  t: TFunction<'measurements'>
  language: Language
}

/** Description of what a chart shows, on the screen or on a picture of it. */
export const chartSpec = (chart: Chart, frame: SeriesAnswer, view: ChartView, { t, language }: Words): ChartSpec => {
  const { time, from, until, step_seconds, time_zone } = frame
  const { quantity, edges } = chart.measured[0]
  const { low_value, high_value, limit_value } = edges ?? NO_EDGES
  const moving = frame.comfort?.filter(one => one.measurement === chart.measured[0].type.abbreviation) ?? []
  const byAge = moving.length > 0 ? moving : null
  const lineOf = (definition: MeasurementDefinition): ChartLine => ({
    key: definition.type.abbreviation,
    name: definition.type.name,
    series: columnsOf(frame, definition),
    before: view.compare?.series[definition.type.abbreviation]?.mean ?? null,
  })
  return {
    frame: { time, from, until, step_seconds, time_zone },
    lines: chart.measured.map(lineOf),
    setPoints: chart.setPoints.map(lineOf),
    now: Math.floor(view.now / MINUTE_MS) * MINUTE_MS,
    comfort: chart.setPoints.length > 0 || byAge ? { low: null, high: null } : { low: low_value, high: high_value },
    ...(byAge && chart.setPoints.length === 0 ? { comfortByAge: byAge } : {}),
    limit: limit_value,
    limitLabel: limit_value === null ? '' : t('limit', { value: limitFigure(limit_value, quantity.unit) }),
    clockChangeLabel: t('clock_change'),
    ...(view.marks && view.marks.length > 0 ? { marks: view.marks } : {}),
    fromZero: isFromZero(quantity),
    ceiling: ceilingOf(quantity),
    showBand: view.band,
    type: view.type,
    language,
    unit: quantity.unit,
  }
}

/**
 * Description of what a chart shows. Stays the same object until one of its own measurements, the period or the minute
 * changes.
 */
export const useChartSpec = (chart: Chart, frame: SeriesAnswer, view: ChartView): ChartSpec => {
  const { t } = useTranslation('measurements')
  const { language } = useFormat()
  const now = Math.floor(view.now / MINUTE_MS) * MINUTE_MS
  const { time, from, until, step_seconds, time_zone } = frame
  const all = [...chart.measured, ...chart.setPoints]
  // A live message makes a new frame, but only the columns it has values for are new.
  const columns = all.map(definition => columnsOf(frame, definition))
  const compared = all.map(definition => view.compare?.series[definition.type.abbreviation]?.mean ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns, not the lists that hold them
  return useMemo(
    () => chartSpec(chart, frame, view, { t, language }),
    [
      chart,
      time,
      from,
      until,
      step_seconds,
      time_zone,
      now,
      frame.comfort,
      view.band,
      view.type,
      view.marks,
      language,
      ...columns,
      ...compared,
    ],
  )
}
