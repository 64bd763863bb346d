import { readFileSync } from 'node:fs'
import type { Boundaries } from '#shared/contract/places/taxonomy.ts'
import { AREA_TYPES } from './area-types.ts'

const HEAD =
  'area_type,quantity,ucum,min_value,low_value,high_value,max_value,low_is_bad,high_is_bad,ideal,legal_or_guide_limit,source'

export interface Threshold {
  quantity: string
  ucum: string
  low_is_bad: boolean
  high_is_bad: boolean
  boundaries: Boundaries
}

/** Cells of comma-separated text; a cell in quotes may hold commas, line ends and doubled quotes. */
export function csvRowsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** Thresholds of a file with the columns of thresholds.csv. Throws, naming the row, where it can't be understood. */
export function readThresholds(text: string): Threshold[] {
  const [head, ...rows] = csvRowsOf(text)
  if (head?.join(',') !== HEAD) throw new Error(`thresholds: the columns must be ${HEAD}`)
  return rows.map(thresholdOf)
}

function thresholdOf(cells: string[]): Threshold {
  if (cells.length !== 12) throw new Error(`thresholds: 12 cells expected in "${cells.join(',')}"`)
  const [area = '', quantity = '', ucum = '', min, low, high, max, lowIsBad, highIsBad, ideal, limit, source = ''] =
    cells
  // The note of the horse's temperature: its band only frames the chart.
  const graded = !source.includes('do not grade by default')
  return {
    quantity,
    ucum,
    low_is_bad: flagOf(lowIsBad, cells),
    high_is_bad: flagOf(highIsBad, cells),
    boundaries: {
      area_type_id: areaTypeIdOf(area),
      min_value: numberOf(min, cells),
      low_value: graded ? numberOf(low, cells) : null,
      high_value: graded ? numberOf(high, cells) : null,
      max_value: numberOf(max, cells),
      ideal_value: numberOf(ideal, cells),
      limit_value: numberOf(limit, cells),
      source,
    },
  }
}

function areaTypeIdOf(name: string): number {
  const found = AREA_TYPES.find(type => type.key === name.replaceAll(' ', '_'))
  if (!found) throw new Error(`thresholds: no area type "${name}"`)
  return found.id
}

function numberOf(cell: string | undefined, cells: string[]): number | null {
  if (!cell) return null
  const value = Number(cell)
  if (!Number.isFinite(value)) throw new Error(`thresholds: "${cell}" is not a number in "${cells.join(',')}"`)
  return value
}

function flagOf(cell: string | undefined, cells: string[]): boolean {
  if (cell !== '0' && cell !== '1') throw new Error(`thresholds: "${cell}" is not 0 or 1 in "${cells.join(',')}"`)
  return cell === '1'
}

export const THRESHOLDS: readonly Threshold[] = readThresholds(
  readFileSync(new URL('./thresholds.csv', import.meta.url), 'utf8'),
)

/** Bad sides and boundaries of a quantity; the sides are the same for every animal, or the file is wrong. */
export function limitsOf(quantity: string): Pick<Threshold, 'low_is_bad' | 'high_is_bad'> & { rows: Boundaries[] } {
  const rows = THRESHOLDS.filter(row => row.quantity === quantity)
  const low_is_bad = rows.some(row => row.low_is_bad)
  const high_is_bad = rows.some(row => row.high_is_bad)
  if (rows.some(row => row.low_is_bad !== low_is_bad || row.high_is_bad !== high_is_bad))
    throw new Error(`thresholds: the bad sides of ${quantity} differ between animals`)
  return { low_is_bad, high_is_bad, rows: rows.map(row => row.boundaries) }
}
