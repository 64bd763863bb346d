import type { Language } from '#shared/contract/fixed.ts'
import { shownScaleAround } from '#shared/rules/charts/scale.ts'
import { decimalsOf, timeTicks } from '#shared/rules/charts/ticks.ts'
import { shownDifference, shownNumber, USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { formatNumber } from '#shared/rules/ingest/value.ts'
import { INK } from './ink.ts'
import type { PaperChart } from './paper.ts'

const HEIGHT = 128
const PLOT = { left: 40, right: 6, top: 8, bottom: 18 }
const FONT = 7.5
/** Width a label of the time axis needs. */
const LABEL = 42

/** Number of a coordinate in the drawing: a tenth of a point is finer than paper. */
const at = (value: number): string => String(Math.round(value * 10) / 10)
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * A chart as SVG, all lengths in points: the same scale, labels, comfort band, limit, envelope and hatched gaps as the charts
 * of the screen (web/charts/drawing), without ECharts, which only the pages load.
 */
export const lineChartSvg = (chart: PaperChart, width: number, language: Language): string => {
  const { time, mean, min = [], max = [], comfort, limit, from, until } = chart
  const { unit = '', formats = USUAL_FORMATS } = chart
  const scale = shownScaleAround(
    {
      values: [...mean, ...min, ...max],
      marks: comfort.flatMap(({ low, high }) => [low, high]),
      limit: limit?.value ?? null,
      fromZero: chart.fromZero,
      ceiling: chart.ceiling,
    },
    { unit },
    formats,
  )
  const right = width - PLOT.right
  const bottom = HEIGHT - PLOT.bottom
  const x = (moment: number): number => PLOT.left + ((moment - from) / (until - from)) * (right - PLOT.left)
  const y = (value: number): number => PLOT.top + ((scale.max - value) / (scale.max - scale.min)) * (bottom - PLOT.top)
  const inside = (value: number): number => Math.min(bottom, Math.max(PLOT.top, y(value)))
  const text = (words: string, place: string, fill: string): string =>
    `<text ${place} font-family="Roboto" font-size="${FONT}" fill="${fill}">${escaped(words)}</text>`
  const pieces = piecesOf(chart)
  const bands = comfort
    .filter(({ low, high }) => low !== null || high !== null)
    .map(({ from: first, until: last, low, high }) =>
      rectangle(
        x(Math.max(first, from)),
        inside(high ?? scale.max),
        x(Math.min(last, until)),
        inside(low ?? scale.min),
        INK.band,
      ),
    )
  const values = Array.from({ length: Math.round((scale.max - scale.min) / scale.interval) + 1 }, (_, index) =>
    Number((scale.min + index * scale.interval).toPrecision(12)),
  )
  const ticks = timeTicks(time, chart.zone, language, Math.max(2, (right - PLOT.left) / LABEL), formats).filter(
    tick => x(tick.time) < right - 12 && tick.time >= from,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">`,
    ...bands,
    ...values.map(value => line(PLOT.left, y(value), right, y(value), INK.line, 0.5)),
    ...chart.gaps.map(([start, end]) => hatch(x(Math.max(start, from)), x(Math.min(end, until)), bottom)),
    ...values.map(value =>
      text(
        formatNumber(
          shownNumber(value, unit, formats),
          decimalsOf(shownDifference(scale.interval, unit, formats)),
          language,
        ),
        `x="${PLOT.left - 5}" y="${at(y(value) + 2.6)}" text-anchor="end"`,
        INK.muted,
      ),
    ),
    ...ticks.flatMap(tick => [
      line(x(tick.time), bottom, x(tick.time), bottom + 3, INK.edge, 0.5),
      text(tick.label, `x="${at(x(tick.time))}" y="${HEIGHT - 5}" text-anchor="middle"`, INK.muted),
    ]),
    line(PLOT.left, bottom, right, bottom, INK.edge, 0.5),
    ...pieces.map(piece => envelope(piece, { time, min, max }, x, inside)),
    ...(limit === null || y(limit.value) < PLOT.top || y(limit.value) > bottom
      ? []
      : [
          `<path d="M${PLOT.left} ${at(y(limit.value))}H${at(right)}" stroke="${INK.bad}" stroke-width="1" stroke-dasharray="4 2.5" fill="none"/>`,
          text(limit.label, `x="${PLOT.left + 3}" y="${at(y(limit.value) - 3)}"`, INK.bad),
        ]),
    ...pieces.map(piece => meanLine(piece, { time, mean }, x, inside)),
    '</svg>',
  ].join('')
}

/** Steps with a value that a line joins, as lists of their indexes: a gap parts them. */
const piecesOf = ({ time, mean, gaps }: PaperChart): number[][] => {
  const pieces: number[][] = []
  let before = Number.NEGATIVE_INFINITY
  mean.forEach((value, index) => {
    if (value === null) return
    const at = time[index] ?? 0
    const isParted = gaps.some(([start]) => start > before && start <= at)
    const piece = isParted ? undefined : pieces.at(-1)
    if (piece) piece.push(index)
    else pieces.push([index])
    before = at
  })
  return pieces
}

type Columns = { time: readonly number[] } & Record<'min' | 'max', readonly (number | null)[]>

const envelope = (
  indexes: readonly number[],
  { time, min, max }: Columns,
  x: (time: number) => number,
  y: (value: number) => number,
): string => {
  const edge = (of: readonly (number | null)[]) =>
    indexes.flatMap(index => {
      const value = of[index] ?? null
      return value === null ? [] : [`${at(x(time[index] ?? 0))} ${at(y(value))}`]
    })
  const [upper, lower] = [edge(max), edge(min).reverse()]
  return upper.length < 2 || lower.length < 2
    ? ''
    : `<path d="M${[...upper, ...lower].join('L')}Z" fill="${INK.steel}" fill-opacity="0.25"/>`
}

/** A line through one piece; a single value is a dot, for a line of no length would not be seen. */
const meanLine = (
  indexes: readonly number[],
  { time, mean }: { time: readonly number[]; mean: readonly (number | null)[] },
  x: (time: number) => number,
  y: (value: number) => number,
): string => {
  const points = indexes.map(index => [x(time[index] ?? 0), y(mean[index] ?? 0)] as const)
  const [only] = points
  if (points.length === 1 && only)
    return `<circle cx="${at(only[0])}" cy="${at(only[1])}" r="1.3" fill="${INK.steel}"/>`
  return `<path d="M${points.map(([left, top]) => `${at(left)} ${at(top)}`).join('L')}" fill="none" stroke="${INK.steel}" stroke-width="1.2" stroke-linejoin="round"/>`
}

const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width: number): string =>
  `<path d="M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}" stroke="${stroke}" stroke-width="${width}" fill="none"/>`

const rectangle = (left: number, top: number, right: number, bottom: number, fill: string): string =>
  `<rect x="${at(left)}" y="${at(top)}" width="${at(right - left)}" height="${at(Math.max(0, bottom - top))}" fill="${fill}"/>`

/** A stretch without data: grey with lines across, drawn one by one, for paper knows no pattern. */
const hatch = (left: number, right: number, bottom: number): string => {
  const height = bottom - PLOT.top
  const strokes: string[] = []
  for (let start = left - height; start < right; start += 5) {
    const [x1, x2] = [Math.max(left, start), Math.min(right, start + height)]
    if (x2 > x1) strokes.push(`M${at(x1)} ${at(bottom - (x1 - start))}L${at(x2)} ${at(bottom - (x2 - start))}`)
  }
  return `${rectangle(left, PLOT.top, right, bottom, INK.empty)}<path d="${strokes.join('')}" stroke="${INK.edge}" stroke-width="0.4" stroke-opacity="0.6" fill="none"/>`
}
