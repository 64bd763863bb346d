import type { AxisUnit, Scale } from '#shared/rules/charts/scale.ts'
import { type TimeTick, timeTicks } from '#shared/rules/charts/ticks.ts'
import { tickText, viewerFormats } from '../../kit/language/viewer-formats.ts'
import type { Scheme } from '../../ui/theme/theme.ts'
import { backgroundOf } from './chart-background.ts'
import { comfortByAgeSeries, lineSeries, setPointSeries } from './chart-lines.ts'
import type { Plot } from './chart-scale.ts'
import type { ChartSpec } from './chart-spec.ts'

/** Width a label of the time axis needs, px. */
const LABEL = 55
/** Half of one: nearer to the right edge than this it would be cut. */
const HALF = 19

const timeAxis = (spec: ChartSpec, plot: Plot, ticks: readonly TimeTick[]) => {
  const fits = (time: number) => plot.x(time) <= plot.left + plot.width + plot.right - HALF
  return {
    type: 'value',
    min: Date.parse(spec.frame.from),
    max: Date.parse(spec.frame.until),
    splitLine: { show: false },
    axisLine: { onZero: false },
    axisTick: { show: true, customValues: ticks.map(tick => tick.time) },
    axisLabel: {
      customValues: ticks.map(tick => tick.time),
      formatter: (value: number) => (fits(value) && ticks.find(tick => tick.time === value)?.label) || '',
    },
  }
}

const valueAxis = (scale: Scale, axis: AxisUnit) => ({
  type: 'value',
  ...scale,
  axisLabel: { formatter: (value: number) => tickText(value, scale.interval, axis) },
  axisLine: { show: false },
  axisTick: { show: false },
})

/** Second axis, without lines of its own across the plot: those of two scales could not be told apart. */
const rightAxisOf = (scale: Scale, axis: AxisUnit) => ({
  ...valueAxis(scale, axis),
  position: 'right',
  splitLine: { show: false },
})

/** Option of ECharts for a climate chart. The colours are the design's; nothing is interpolated. */
export const chartOption = (spec: ChartSpec, plot: Plot, scheme: Scheme) => {
  const until = Math.min(spec.now, Date.parse(spec.frame.until))
  const ticks = timeTicks(
    spec.hours ?? spec.frame.time,
    spec.frame.time_zone,
    spec.language,
    Math.max(2, plot.width / LABEL),
    viewerFormats(),
  )
  const { left, right, top, bottom, scale, rightScale } = plot
  const leftAxis = valueAxis(scale, spec)
  return {
    animation: false,
    grid: { left, right, top, bottom, outerBoundsMode: 'none' },
    xAxis: timeAxis(spec, plot, ticks),
    yAxis: rightScale && spec.rightAxis ? [leftAxis, rightAxisOf(rightScale, spec.rightAxis)] : leftAxis,
    series: [
      backgroundOf(spec, plot, { scheme, until, ticks }),
      ...comfortByAgeSeries(spec, scheme),
      ...spec.setPoints.map(line => setPointSeries(spec, line, scheme, until)),
      ...spec.lines.flatMap((line, index) => lineSeries(spec, line, index, { scheme, until, plot })),
    ],
  }
}
