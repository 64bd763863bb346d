import type { CustomSeriesRenderItemAPI } from 'echarts'
import type { CustomSeriesOption } from 'echarts/charts'
import { hatch } from '../../charts/drawing/chart-background.ts'
import { RAMP } from '../../charts/drawing/chart-theme.ts'
import { type Scheme, TOKENS } from '../../ui/theme/theme.ts'

/** A cell of a heat map: its place, and its step of the ramp; null where nothing was measured. */
export interface Cell {
  column: number
  row: number
  step: number | null
  /** Pale: there is too little to trust it. */
  pale?: boolean
  /** True of a cell left out of all that is worked out. */
  struck?: boolean
  /** Kept back by its owner: it is not missing. */
  refused?: boolean
}

/** Steps of the ramp. */
export const STEPS = RAMP.light.length

/** px that an extent of both axes takes up. */
export const sizeOf = (api: CustomSeriesRenderItemAPI, extent: [number, number]): [number, number] => {
  const size = api.size?.(extent)
  return Array.isArray(size) ? [size[0] ?? 0, size[1] ?? 0] : [0, 0]
}

/** Series of cells with rounded corners, hatched where there is nothing. `gap` is that between two of them, px. */
export const cellSeries = (cells: readonly Cell[], scheme: Scheme, gap: number): CustomSeriesOption => ({
  id: 'cells',
  type: 'custom',
  silent: true,
  clip: false,
  data: cells.map(({ column, row }) => [column, row]),
  renderItem: (params, api) => {
    const cell = cells[params.dataIndex]
    if (!cell) return null
    const [cx = 0, cy = 0] = api.coord([cell.column, cell.row])
    const [width, height] = sizeOf(api, [1, 1])
    const shape = {
      x: cx - width / 2 + gap / 2,
      y: cy - height / 2 + gap / 2,
      width: Math.max(0.6, width - gap),
      height: Math.max(1, height - gap),
      r: width > 8 ? 3 : 0,
    }
    const t = TOKENS[scheme]
    const fill = cell.step === null ? hatch(scheme) : RAMP[scheme][cell.step]
    if (cell.refused)
      return {
        type: 'rect',
        shape,
        style: { fill: 'none', stroke: t.none, lineWidth: 1, lineDash: [2, 2] },
      }
    const drawn = {
      type: 'rect' as const,
      shape,
      style: { ...(fill ? { fill } : {}), ...(cell.pale ? { opacity: 0.5 } : {}) },
    }
    if (!cell.struck) return drawn
    return {
      type: 'group',
      children: [
        drawn,
        {
          type: 'line',
          shape: { x1: shape.x, y1: shape.y + shape.height, x2: shape.x + shape.width, y2: shape.y },
          style: { stroke: t.ink, lineWidth: 1.2 },
        },
      ],
    }
  },
})
