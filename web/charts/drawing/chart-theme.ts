import { type Scheme, TOKENS } from '../../ui/theme/theme.ts'

/** Line styles of a series palette: the second cue beside colour. */
export const DASH = ['solid', 'solid', [7, 4], 'solid', [2, 4], 'solid', [9, 3, 2, 3], 'solid'] as const

/** Line style of what something is compared with, whatever its colour. */
export const COMPARED_DASH = [2, 2.5]

/** Marks of a series palette, as ECharts names or draws them (design §2.1). */
export const MARKS = [
  'circle',
  'rect',
  'triangle',
  'diamond',
  'pin',
  'path://M0 0H16V8H0Z',
  'arrow',
  'path://M6 0H10V6H16V10H10V16H6V10H0V6H6Z',
] as const

/** Seven steps of steel for heat maps, from little to much (design §2.1). */
export const RAMP: Record<Scheme, readonly string[]> = {
  light: ['#E9EDF7', '#CBD4EC', '#A7B5DD', '#8093C9', '#5A6DB2', '#3C4E96', '#24326F'],
  dark: ['#1E2638', '#2A3658', '#3A4B7E', '#5166A6', '#6F86CB', '#93A8EA', '#C3D0FF'],
}

/** Registered once for each scheme. The family is unquoted: quotes break the style attribute of SVG made on a server. */
export const echartsTheme = (scheme: Scheme) => {
  const t = TOKENS[scheme]
  const axis = {
    axisLine: { lineStyle: { color: t.edge } },
    axisLabel: { color: t.ink2, fontSize: 11.5, hideOverlap: true },
  }
  return {
    color: [...t.s],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: 'Inter Variable, system-ui, sans-serif', color: t.ink2, fontSize: 12 },
    line: { symbol: 'none', smooth: false, lineStyle: { width: 2.1, join: 'round' }, connectNulls: false },
    valueAxis: { ...axis, splitLine: { lineStyle: { color: t.line } } },
    axisPointer: { lineStyle: { color: t.ink, width: 1 } },
    grid: { left: 44, right: 8, top: 8, bottom: 22, outerBoundsMode: 'none' },
  }
}
