import { TOKENS } from '../../ui/theme/theme.ts'
import { chartOption } from './chart-option.ts'
import { plotOf } from './chart-scale.ts'
import type { ChartSpec } from './chart-spec.ts'
import { COMPARED_DASH, DASH } from './chart-theme.ts'
import { echarts } from './echarts.ts'

/** Words around the drawing. */
export interface PictureWords {
  title: string
  /** Place and period. */
  below: string
  /** Meaning of the dashed line; only where there is one. */
  before: string
  /** Lowest, mean, highest, share of data. */
  foot: string
}

/** Pixels of the picture for each of its px. */
const RATIO = 2
const WIDTH = 1200
const HEIGHT = 400
const PAD = 32
const FAMILY = 'Inter Variable, system-ui, sans-serif'
const COLOURS = TOKENS.light

export interface Entry {
  name: string
  colour: string
  dash: readonly number[]
}

/** Name of a line of the palette beside a piece of it. */
export const entryOf = (name: string, slot: number, isCompared = false): Entry => {
  const dash = isCompared ? COMPARED_DASH : DASH[slot % DASH.length]
  return { name, colour: COLOURS.s[slot] ?? COLOURS.ink, dash: typeof dash === 'string' ? [] : (dash ?? []) }
}

const entriesOf = (spec: ChartSpec, before: string): Entry[] => {
  const several = spec.lines.length > 1
  const lines = spec.lines.map(({ name, slot }, index) => entryOf(name, slot ?? index))
  const compared = !several && spec.lines.some(line => line.before?.some(value => value !== null))
  return [
    ...(several || compared ? lines : []),
    ...(compared ? [{ name: before, colour: COLOURS.brass, dash: [5, 3] }] : []),
  ]
}

const drawEntries = (paper: CanvasRenderingContext2D, entries: readonly Entry[], y: number): void => {
  let x = PAD
  for (const { name, colour, dash } of entries) {
    paper.strokeStyle = colour
    paper.lineWidth = 2.6
    paper.setLineDash([...dash])
    paper.beginPath()
    paper.moveTo(x, y - 5)
    paper.lineTo(x + 26, y - 5)
    paper.stroke()
    paper.fillText(name, x + 34, y)
    x += 34 + paper.measureText(name).width + 26
  }
}

/** Room around a drawing on its sheet, px. */
export const SHEET = { width: WIDTH, height: HEIGHT, pad: PAD, ratio: RATIO } as const

/** Place of the drawing below the words of its sheet. */
export const topOf = (entries: readonly Entry[]): number => (entries.length > 0 ? 124 : 98)

/** A drawing on a white sheet: title, place and period, legend, drawing and figures. */
export const sheetOf = (
  drawing: HTMLCanvasElement,
  { title, below, foot, entries }: Omit<PictureWords, 'before'> & { entries: readonly Entry[] },
): HTMLCanvasElement => {
  const top = topOf(entries)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * RATIO
  canvas.height = (top + HEIGHT + 52) * RATIO
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('this browser cannot draw')
  paper.scale(RATIO, RATIO)
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, WIDTH, canvas.height)
  paper.fillStyle = COLOURS.ink
  paper.font = `660 25px ${FAMILY}`
  paper.fillText(title, PAD, 52, WIDTH - 2 * PAD)
  paper.fillStyle = COLOURS.ink2
  paper.font = `420 16px ${FAMILY}`
  paper.fillText(below, PAD, 78, WIDTH - 2 * PAD)
  paper.fillText(foot, PAD, top + HEIGHT + 30, WIDTH - 2 * PAD)
  drawEntries(paper, entries, 106)
  paper.drawImage(drawing, PAD - 8, top, WIDTH - 2 * PAD + 8, HEIGHT)
  return canvas
}

/** A climate chart as a picture, in light colours. */
export const chartPicture = (spec: ChartSpec, { before, ...words }: PictureWords): HTMLCanvasElement =>
  sheetOf(drawingOf(spec), { ...words, entries: entriesOf(spec, before) })

const drawingOf = (spec: ChartSpec): HTMLCanvasElement => {
  const size = { width: WIDTH - 2 * PAD + 8, height: HEIGHT }
  const chart = echarts.init(document.createElement('div'), 'bm-light', { ...size, renderer: 'canvas' })
  chart.setOption(chartOption(spec, plotOf(spec, size.width, size.height), 'light'))
  const drawn = chart.renderToCanvas({ pixelRatio: RATIO })
  chart.dispose()
  return drawn
}
