import { expect, test } from 'vitest'
import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { boardTable } from './board-table.ts'
import type { SeenLine } from './lines.ts'

test('the table of a chart has a column for each line, and no row where none has a value', () => {
  const time = ['2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z', '2026-11-01T02:00:00Z'].map(Date.parse)
  const spec = {
    frame: { time, time_zone: 'Europe/Amsterdam' },
    lines: [
      { name: 'Barn 1', series: { mean: [20.5, null, 21] } },
      { name: 'Barn 2', series: { mean: [null, null, 60] } },
    ],
  } as unknown as ChartSpec
  const of = (unit: string, decimals: number) => ({ definition: { quantity: { unit, decimals } } })
  const lines = [of('°C', 1), of('', 0)] as unknown as SeenLine[]
  expect(boardTable(spec, lines, { title: 'Climate', time: 'Time' })).toEqual({
    title: 'Climate',
    columns: [{ head: 'Time' }, { head: 'Barn 1, °C', decimals: 1 }, { head: 'Barn 2', decimals: 0 }],
    rows: [
      ['2026-11-01 01:00', 20.5, null],
      ['2026-11-01 03:00', 21, 60],
    ],
  })
})
