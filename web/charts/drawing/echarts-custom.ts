import { CustomChart } from 'echarts/charts'
import { SVGRenderer } from 'echarts/renderers'
import { echarts } from './echarts.ts'

echarts.use([CustomChart, SVGRenderer])

/** The same with boxes and cells of our own, and drawings as SVG. */
export { echarts }
