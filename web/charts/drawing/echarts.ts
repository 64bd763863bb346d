import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { echartsTheme } from './chart-theme.ts'

echarts.use([BarChart, LineChart, ScatterChart, GridComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer])
echarts.registerTheme('bm-light', echartsTheme('light'))
echarts.registerTheme('bm-dark', echartsTheme('dark'))

export { echarts }
