import { useTranslation } from 'react-i18next'
import type { Manual } from '#shared/contract/manual.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { Plot } from '../../charts/drawing/chart-scale.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import type { Chart } from '../chart-cards/groups.ts'
import classes from './manual.module.css'

interface Props {
  plot: Plot
  chart: Chart
  frame: SeriesAnswer
  manual: readonly Manual[]
}

/** Marks of what was measured by hand, as hollow squares; beyond the scale they lie at its end. */
export function ManualMarks({ plot, chart, frame, manual }: Props) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  return manual.flatMap(({ id, deleted_at, measurement, time, value, unit }) => {
    const known = chart.measured.find(({ type }) => type.abbreviation === measurement)
    const at = Date.parse(time)
    if (!known || deleted_at !== null || at < from || at >= until) return []
    const said = format.value(value, known.quantity.decimals, unit)
    const label = t('manual.mark', { value: said, time: momentIn(time, frame.time_zone) })
    const top = Math.min(Math.max(plot.y(value), plot.top), plot.top + plot.height)
    return [
      <i
        key={id}
        className={classes.mark}
        role="img"
        aria-label={label}
        title={label}
        style={{ left: plot.x(at), top }}
      />,
    ]
  })
}
