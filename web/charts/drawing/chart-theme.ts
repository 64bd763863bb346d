import { type Scheme, TOKENS } from '../../ui/theme/theme.ts'

/** Line styles of a series palette: the second cue beside colour. */
export const DASH = ['solid', 'solid', [7, 4], 'solid', [2, 4], 'solid', [9, 3, 2, 3], 'solid'] as const

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
