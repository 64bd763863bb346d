import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { useFormat } from '../../kit/language/format.ts'
import { limitFigure } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import type { BoardSeries } from '../queries.ts'
import { axisOf, columnsOn, lineName, type SeenLine } from './lines.ts'

const NO_EDGES = { low_value: null, high_value: null, limit_value: null }
const NO_COMFORT = { low: null, high: null }

/** Description of what a chart of a board shows; null while there is nothing to draw it on. */
export const useBoardSpec = (lines: readonly SeenLine[], frames: BoardSeries['frames']): ChartSpec | null => {
  const { t } = useTranslation('measurements')
  const { language } = useFormat()
  const now = Math.floor(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  return useMemo(() => {
    const own = lines.map(({ subject }) => frames.get(subject) ?? null)
    const axis = axisOf(own.filter((frame): frame is SeriesAnswer => frame !== null))
    const [first] = lines
    if (!axis || !first) return null
    const { time, from, until, step_seconds, time_zone } = axis
    // Comfort belongs to one measurement and the animals of one area.
    const alone = lines.length === 1
    const { low_value, high_value, limit_value } = (alone && first.definition.edges) || NO_EDGES
    const key = first.definition.type.abbreviation
    const byAge = alone ? (own[0]?.comfort ?? []).filter(({ measurement }) => measurement === key) : []
    const right = lines.find(({ isRight }) => isRight)
    const axisFor = ({ definition: { quantity } }: SeenLine) => ({
      fromZero: isFromZero(quantity),
      ceiling: ceilingOf(quantity),
      unit: quantity.unit,
    })
    return {
      frame: { time, from, until, step_seconds, time_zone },
      lines: lines.map((line, index) => {
        const { abbreviation } = line.definition.type
        return {
          key: `${line.subject} ${abbreviation} ${index}`,
          name: lineName(line, lines),
          series: columnsOn(axis, own[index] ?? { ...axis, series: {} }, abbreviation),
          before: null,
          isRight: line.isRight,
        }
      }),
      setPoints: [],
      now,
      comfort: byAge.length > 0 ? NO_COMFORT : { low: low_value, high: high_value },
      ...(byAge.length > 0 ? { comfortByAge: byAge } : {}),
      limit: limit_value,
      limitLabel:
        limit_value === null ? '' : t('limit', { value: limitFigure(limit_value, first.definition.quantity.unit) }),
      clockChangeLabel: t('clock_change'),
      ...axisFor(first),
      ...(right ? { rightAxis: axisFor(right) } : {}),
      showBand: true,
      type: 'line',
      language,
    }
  }, [lines, frames, now, language, t])
}
