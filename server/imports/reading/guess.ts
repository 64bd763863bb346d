import type { IMPORT_SEPARATORS, ImportPlan } from '#shared/contract/measurements/imports.ts'
import { guessColumns } from './guess-columns.ts'
import { LONGEST_CELL } from './numbers.ts'
import { cellsOf } from './records.ts'
import { guessEncoding } from './text.ts'

/** Shape of a file as its beginning tells it, besides its columns. */
interface Shape {
  separator: ImportPlan['separator']
  skip_lines: number
  header: boolean
  names: string[]
  /** Rows of the sample. */
  rows: string[][]
}

const isNote = (line: string): boolean => line.trim() === '' || line.startsWith('#')
/** Pattern of a number, also of one with a letter in it: 1e5, and 1,000e5. */
const NUMBER = /^[+-]?[\d.,' ]+(e[+-]?\d+)?$/i
const isName = (cell: string): boolean =>
  cell.length <= LONGEST_CELL && /\p{L}/u.test(cell) && !NUMBER.test(cell) && !/\d[:-]\d/.test(cell)

/** Guesses how a file is to be read, from its first bytes; `zone` is that of its place. Null when it holds no table. */
export const guessPlan = (sample: Uint8Array, zone: string): { plan: ImportPlan; names: string[] } | null => {
  const encoding = guessEncoding(sample)
  const text = new TextDecoder(encoding).decode(sample, { stream: true })
  const shape = shapeOf(text.split(/\r?\n/))
  if (!shape) return null
  const { rows, names, ...head } = shape
  const decimal = guessDecimal(rows, shape.separator)
  const columns = guessColumns(rows, names, decimal)
  if (!columns) return null
  return { plan: { encoding, ...head, decimal, time_zone: zone, replace: true, ...columns }, names }
}

/**
 * Plan kept as it is where its columns are as many as the file has when read like that; else with columns and dates
 * guessed anew, as after another separator is chosen. Null when no column tells the time then.
 */
export const refit = (sample: Uint8Array, plan: ImportPlan): ImportPlan | null => {
  const { lines, rows } = sampleRows(sample, plan)
  const width = mostFrequent(rows.map(cells => cells.length))
  if (rows.length === 0 || width === plan.columns.length) return plan
  const names = plan.header ? named(cellsOf(lines[plan.skip_lines] ?? '', plan.separator), width) : []
  const columns = guessColumns(rows, names, plan.decimal)
  return columns && { ...plan, ...columns }
}

/** The first rows of a file when read like this. */
export const sampleRows = (sample: Uint8Array, plan: ImportPlan): { lines: string[]; rows: string[][] } => {
  const lines = new TextDecoder(plan.encoding).decode(sample, { stream: true }).split(/\r?\n/)
  const rows = lines
    // The last line of the sample may be cut off; that of a short file is empty, or whole.
    .slice(plan.skip_lines + (plan.header ? 1 : 0), -1)
    .filter(line => !isNote(line))
    .map(line => cellsOf(line, plan.separator))
  return { lines, rows }
}

/** The names a file gives its columns when read like this. */
export const columnNamesOf = (sample: Uint8Array, plan: ImportPlan): string[] => {
  const lines = new TextDecoder(plan.encoding).decode(sample, { stream: true }).split(/\r?\n/)
  const width = plan.columns.length
  return plan.header ? named(cellsOf(lines[plan.skip_lines] ?? '', plan.separator), width) : []
}

/** R writes no name above the numbers of rows: the names then belong one further right. */
const named = (cells: string[], width: number): string[] => {
  const names = cells.map((cell, index) => (index === 0 ? cell.replace(/^#\s*/, '') : cell).trim())
  return names.length === width - 1 ? ['', ...names] : names
}

const shapeOf = (lines: string[]): Shape | null => {
  for (const separator of ['\t', ';', '|', ','] satisfies (typeof IMPORT_SEPARATORS)[number][]) {
    const shape = shapeWith(lines, separator)
    if (shape) return shape
  }
  return null
}

/** The first of three rows that are equally wide, and at least two cells, begins the table. */
const shapeWith = (lines: string[], separator: Shape['separator']): Shape | null => {
  // The last line of the sample may be cut off.
  const body = lines.slice(0, -1).length > 1 ? lines.slice(0, -1) : lines
  const found = body.flatMap((line, index) => (isNote(line) ? [] : [{ index, cells: cellsOf(line, separator) }]))
  const width = mostFrequent(found.slice(-200).map(({ cells }) => cells.length))
  if (width < 2) return null
  const start = found.findIndex(
    ({ cells }, at) =>
      cells.length === width &&
      found.slice(at, at + 3).every(next => next.cells.length === width || isTail(next.cells, width)),
  )
  const first = found[start]
  if (!first || found.slice(start).filter(({ cells }) => cells.length === width).length < (found.length - start) * 0.9)
    return null
  const isHead = (cells: string[]) => {
    const filled = cells.filter(cell => cell.trim() !== '')
    return filled.length > 0 && filled.filter(isName).length >= filled.length * 0.7
  }
  const rows = found.slice(start).map(({ cells }) => cells)
  if (isHead(first.cells) && rows.length > 1)
    return { separator, skip_lines: first.index, header: true, names: named(first.cells, width), rows: rows.slice(1) }
  const above = body.slice(0, first.index).findLastIndex(line => line.trim() !== '')
  const names = named(cellsOf((body[above] ?? '').replace(/^#\s*/, ''), separator), width)
  if (above >= 0 && names.length === width && isHead(names))
    return { separator, skip_lines: above, header: true, names, rows }
  return { separator, skip_lines: first.index, header: false, names: [], rows }
}

/** A row that ends early, as loggers write them when nothing was measured. */
const isTail = (cells: string[], width: number): boolean => cells.length > 1 && cells.length === width - 1

const mostFrequent = (numbers: number[]): number => {
  const counts = Map.groupBy(numbers, number => number)
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0
}

const guessDecimal = (rows: string[][], separator: string): '.' | ',' => {
  const cells = rows.flat().map(cell => cell.trim())
  const commas = cells.filter(cell => /^[+-]?\d+,\d+(e[+-]?\d+)?$/i.test(cell)).length
  const points = cells.filter(cell => /^[+-]?\d+\.\d+(e[+-]?\d+)?$/i.test(cell)).length
  // Point and comma together: 1.842 beside 8,4 parts thousands.
  const parted = cells.filter(cell => /^[+-]?\d{1,3}\.\d{3}$/.test(cell)).length
  return commas > points || (commas > 0 && points === parted && separator !== ',') ? ',' : '.'
}
