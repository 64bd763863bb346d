import { TOKENS } from '../../ui/theme/theme.ts'
import { echarts } from './echarts-custom.ts'
import type { DrawOption } from './option.ts'
import { type Entry, SHEET, sheetOf, topOf } from './picture.ts'

/** Words of a picture around its drawing. */
export interface SheetWords {
  title: string
  /** Period and what is left out. */
  below: string
  /** Sentence that says how to read it. */
  foot: string
  entries: readonly Entry[]
}

const SIZE = { width: SHEET.width - 2 * SHEET.pad + 8, height: SHEET.height }
const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif'

/** A chart as a picture of pixels, in light colours. */
export const pictureOf = (draw: DrawOption, words: SheetWords): HTMLCanvasElement => {
  const chart = echarts.init(document.createElement('div'), 'bm-light', { ...SIZE, renderer: 'canvas' })
  chart.setOption({ animation: false, ...draw({ ...SIZE, scheme: 'light' }) })
  const drawn = chart.renderToCanvas({ pixelRatio: SHEET.ratio })
  chart.dispose()
  return sheetOf(drawn, words)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const textAt = (
  y: number,
  words: string,
  font: { size: number; weight: number; colour: string },
  x: number = SHEET.pad,
) =>
  `<text x="${x}" y="${y}" font-family="${FAMILY}" font-size="${font.size}" font-weight="${font.weight}" fill="${font.colour}">${escaped(words)}</text>`

/** px of a letter of the legend: there is no paper to measure it on. */
const LETTER = 8.4

const legendOf = (entries: readonly Entry[]): string => {
  let x = SHEET.pad
  return entries
    .map(({ name, colour, dash }) => {
      const line = `<path d="M${x} 101H${x + 26}" stroke="${colour}" stroke-width="2.6" stroke-dasharray="${dash.join(' ')}"/>`
      const words = textAt(106, name, { size: 16, weight: 420, colour: TOKENS.light.ink2 }, x + 34)
      x += 34 + name.length * LETTER + 26
      return line + words
    })
    .join('')
}

/** The same as a drawing that stays sharp at any size. */
export const svgOf = (draw: DrawOption, { title, below, foot, entries }: SheetWords): string => {
  const chart = echarts.init(null, 'bm-light', { ...SIZE, renderer: 'svg', ssr: true })
  chart.setOption({ animation: false, ...draw({ ...SIZE, scheme: 'light' }) })
  const drawn = chart.renderToSVGString()
  chart.dispose()
  const top = topOf(entries)
  const height = top + SHEET.height + 52
  const small = { size: 16, weight: 420, colour: TOKENS.light.ink2 }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${height}" viewBox="0 0 ${SHEET.width} ${height}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    textAt(52, title, { size: 25, weight: 660, colour: TOKENS.light.ink }),
    textAt(78, below, small),
    legendOf(entries),
    `<g transform="translate(${SHEET.pad - 8} ${top})">${drawn}</g>`,
    textAt(top + SHEET.height + 30, foot, small),
    '</svg>',
  ].join('')
}
