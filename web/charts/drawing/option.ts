import type { EChartsCoreOption } from 'echarts/core'
import type { Scheme } from '../../ui/theme/theme.ts'

/** Size (px) and colours something is drawn in. */
export interface Canvas {
  width: number
  height: number
  scheme: Scheme
}

/** Says what is drawn, whatever it is drawn on: a screen, a picture or a sheet of paper. */
export type DrawOption = (canvas: Canvas) => EChartsCoreOption
