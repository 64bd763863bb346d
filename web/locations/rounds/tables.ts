import { BOM, textOfCell } from '#shared/rules/formats/csv.ts'
import { parseNumber } from '#shared/rules/ingest/value.ts'
import type { AxisMeasure } from '#shared/rules/locations/exposure.ts'
import {
  type Band,
  type BandPoint,
  type BandProblem,
  bandProblem,
  MAX_AGES,
} from '#shared/rules/locations/round-bands.ts'
import type { CurvePoint, Curve as PlainCurve, RoundCount } from '#shared/rules/locations/rounds.ts'
import { numberText } from '../../kit/forms/number-field.tsx'
import { fieldFormat, fieldText, fieldValue } from '../../kit/language/viewer-formats.ts'

/** Rows of a table that can be stored, the line of each, and what is wrong with the others. */
export interface TableRead<Row> {
  rows: Row[]
  lines: number[]
  problems: RowProblem[]
}

/** Problems of one row, counted from 1 as a person does. */
export interface RowProblem {
  row: number
  problem:
    | ('number' | 'whole' | 'date' | 'day_order' | 'age_order' | 'empty' | 'preset' | 'kind' | 'too_many' | 'too_wide')
    | RowOfBand
}

type RowOfBand = Exclude<BandProblem, 'ages_ascend'>

/** Tells whether a cell began with a quote that has not ended; one within, as of inches, opens nothing. */
const isOpen = (cell: string): boolean => cell.trimStart().startsWith('"') && cell.split('"').length % 2 === 0

/** Sign that parts the cells of a line: a comma where there is no other outside quotes. */
const signOf = (line: string): string => /[\t;]/.exec(line.replace(/"[^"]*"/g, ''))?.[0] ?? ','

/** Cells of a line. One in quotes may hold the sign that parts them, and quotes that stand twice, as in a file that was saved here. */
const cellsOf = (line: string, sign: string): string[] => {
  const cells: string[] = []
  for (const part of line.split(sign)) {
    const last = cells.at(-1)
    if (last !== undefined && isOpen(last)) cells.splice(-1, 1, last + sign + part)
    else cells.push(part)
  }
  return cells.map(cell =>
    textOfCell(
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    ),
  )
}

const hasNoHead = (cells: readonly string[]): boolean => /\d/.test(cells[0] ?? '')

/** Row of a pasted table with the number of its line. */
interface TableRow {
  row: number
  cells: string[]
  /** Commas part the cells: one before decimals would have made two cells of a number. */
  byComma: boolean
}

/** First line by which a file tells a spreadsheet the sign between its cells. */
const SAYS_SIGN = /^"?sep=.?"?$/i

/**
 * Heads of a pasted table, null where its first line is a row already, and its rows; empty lines are left out. `isHead` tells whether a
 * first line is one of heads where its first cell does not.
 */
export const partsOf = (
  text: string,
  isHead: (cells: readonly string[]) => boolean = () => false,
): { heads: string[] | null; rows: TableRow[] } => {
  const rows = text
    .replace(BOM, '')
    .split(/\r?\n/)
    .map((line, index) => (index === 0 && SAYS_SIGN.test(line.trim()) ? '' : line))
    .map((line, index) => ({ row: index + 1, cells: cellsOf(line, signOf(line)), byComma: signOf(line) === ',' }))
    .filter(({ cells }) => cells.some(cell => cell !== ''))
  const first = rows[0]?.cells ?? []
  const hasHeads = rows.length > 0 && (!hasNoHead(first) || isHead(first))
  return hasHeads ? { heads: first, rows: rows.slice(1) } : { heads: null, rows }
}

/** Rows of a pasted table with the numbers of their lines; empty lines and a row of heads are left out. */
export const rowsOf = (text: string): TableRow[] => partsOf(text).rows

/** Number of a cell; null for an empty one, NaN for a text that is none. */
export const numberOrNull = (cell: string | undefined): number | null =>
  cell ? (parseNumber(cell) ?? Number.NaN) : null

/**
 * Number of a cell that counts animals; null for an empty one, NaN for a text that is none. Nobody counts halves, and a point or a comma
 * may part thousands: 24.000 hens are no 24.
 */
export const countOrNull = (cell: string | undefined): number | null =>
  hasSign(cell) ? Number.NaN : numberOrNull(cell)

/** Tells whether a number has a sign of decimals. */
export const hasSign = (cell: string | undefined): boolean => /\d[.,]|[.,]\d/.test(cell ?? '')

/** Unit of a measure whose unit people choose; empty for all others. */
export const unitOfMeasure = (measure: AxisMeasure): string => (measure === 't' ? '°C' : '')

/**
 * A curve from a table: day of age, mass (kg), temperature (°C, or what the person reads), humidity (%), water (L for each animal and
 * day). A temperature that stands as `stored` shows it at that age keeps its digits.
 */
export const readCurve = (
  text: string,
  stored: readonly CurvePoint[] = [],
): { points: CurvePoint[]; problems: RowProblem[] } => {
  const points: CurvePoint[] = []
  const problems: RowProblem[] = []
  for (const { row, cells } of rowsOf(text)) {
    const [age = null, mass = null, , humidity = null, water = null] = cells.map(numberOrNull)
    const known = stored.find(point => point.age === age)
    const temperature = fieldValue(cells[2] ?? '', '°C', false, [known?.temperature])
    const numbers = [age, mass, temperature, humidity, water]
    const before = points.at(-1)
    if (numbers.some(Number.isNaN) || age === null || !Number.isInteger(age)) problems.push({ row, problem: 'number' })
    else if (before && age <= before.age) problems.push({ row, problem: 'age_order' })
    else if (numbers.slice(1).every(value => value === null)) problems.push({ row, problem: 'empty' })
    else points.push({ age, mass, temperature, humidity, water })
  }
  return { points, problems }
}

/** A curve as the table it is typed in. */
export const curveText = ({ points }: Pick<PlainCurve, 'points'>): string =>
  points
    .map(({ age, mass, temperature, humidity, water }) =>
      [
        numberText(age),
        numberText(mass),
        fieldText(temperature, '°C'),
        numberText(humidity),
        ...(water == null ? [] : [numberText(water)]),
      ].join('; '),
    )
    .join('\n')

/** An own band from a table: day of age, from, to. An edge that stands as `stored` shows it at that age keeps its digits. */
export const readBand = (
  text: string,
  measure: AxisMeasure,
  stored: readonly BandPoint[] = [],
): { points: BandPoint[]; problems: RowProblem[] } => {
  const points: BandPoint[] = []
  const problems: RowProblem[] = []
  for (const [index, { row, cells }] of rowsOf(text).entries()) {
    if (index === MAX_AGES) {
      problems.push({ row, problem: 'too_many' })
      break
    }
    const age = numberOrNull(cells[0])
    const known = stored.find(point => point.age === age)
    const edge = (cell: string | undefined, was: number | undefined) =>
      fieldValue(cell ?? '', unitOfMeasure(measure), false, [was])
    const [low, high] = [edge(cells[1], known?.low), edge(cells[2], known?.high)]
    const point = age === null || low === null || high === null ? null : { age, low, high }
    if (!point || Object.values(point).some(Number.isNaN)) {
      problems.push({ row, problem: 'number' })
      continue
    }
    const problem = bandProblem(measure, point, points.at(-1))
    if (problem) problems.push({ row, problem: problem === 'ages_ascend' ? 'age_order' : problem })
    else points.push(point)
  }
  return { points, problems }
}

/** An own band as the table it is typed in. */
export const bandText = ({ measure, points }: Pick<Band, 'measure' | 'points'>): string => {
  const edge = (value: number) => fieldText(value, unitOfMeasure(measure))
  return points.map(({ age, low, high }) => [numberText(age), edge(low), edge(high)].join('; ')).join('\n')
}

/**
 * `2026-11-12`, `12.11.2026`, `12-11-2026` or `12/11/2026`; null for what is no date. The day is first, but for whoever has chosen the
 * month first with dots alone.
 */
export const readDate = (text: string): string | null => {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const [, first, mark, second, last] = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})$/.exec(text) ?? []
  const isMonthFirst = mark !== '.' && fieldFormat().order === 'mdy'
  const [y, m, d] = year ? [year, month, day] : isMonthFirst ? [last, first, second] : [last, second, first]
  if (!y || !m || !d) return null
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : null
}

interface RoundRow<Preset extends string> {
  date_in: string
  date_out: string | null
  animals: number
  age_in: number
  name: string | null
  preset: Preset | null
}

/** Rounds from a table: date in, date out, animals, age on arrival, name, one of `presets`. `rows` tells the line of each. */
export const readRounds = <Preset extends string>(
  text: string,
  presets: readonly Preset[],
): { rounds: RoundRow<Preset>[]; rows: number[]; problems: RowProblem[] } => {
  const rounds: RoundRow<Preset>[] = []
  const rows: number[] = []
  const problems: RowProblem[] = []
  for (const { row, cells } of rowsOf(text)) {
    const [from = '', until = '', animals = '', age = '', name = '', curve = ''] = cells
    const preset = presets.find(one => one === curve.toLowerCase()) ?? null
    const date_in = readDate(from)
    const date_out = until === '' ? null : readDate(until)
    const [count, days] = [countOrNull(animals), age === '' ? 0 : parseNumber(age)]
    if (date_in === null || (until !== '' && date_out === null)) problems.push({ row, problem: 'date' })
    else if (hasSign(animals)) problems.push({ row, problem: 'whole' })
    else if (count === null || days === null || !Number.isInteger(count) || !Number.isInteger(days))
      problems.push({ row, problem: 'number' })
    else if (curve !== '' && preset === null) problems.push({ row, problem: 'preset' })
    else {
      rounds.push({ date_in, date_out, animals: count, age_in: days, name: name || null, preset })
      rows.push(row)
    }
  }
  return { rounds, rows, problems }
}

/** Counts of animals from a table: day, animals, and what was counted as one of `words` or its key; lost where nothing is said. */
export const readLosses = (
  text: string,
  words: readonly (readonly [RoundCount, string])[],
): TableRead<{ date: string; animals: number; kind: RoundCount }> => {
  const found: TableRead<{ date: string; animals: number; kind: RoundCount }> = { rows: [], lines: [], problems: [] }
  for (const { row, cells } of rowsOf(text)) {
    const [day = '', number = '', said = ''] = cells
    const [date, animals] = [readDate(day), countOrNull(number)]
    const name = said.toLowerCase()
    const kind = name === '' ? 'lost' : words.find(([key, word]) => key === name || word.toLowerCase() === name)?.[0]
    const problem =
      date === null
        ? 'date'
        : hasSign(number)
          ? 'whole'
          : animals === null || !Number.isInteger(animals)
            ? 'number'
            : kind
              ? null
              : 'kind'
    if (problem !== null) found.problems.push({ row, problem })
    else if (date !== null && animals !== null && kind) {
      found.rows.push({ date, animals, kind })
      found.lines.push(row)
    }
  }
  return found
}

/** Water of days from a table: day, litres. */
export const readWater = (text: string): TableRead<{ date: string; litres: number }> => {
  const found: TableRead<{ date: string; litres: number }> = { rows: [], lines: [], problems: [] }
  for (const { row, cells } of rowsOf(text)) {
    const [date, litres] = [readDate(cells[0] ?? ''), parseNumber(cells[1] ?? '')]
    if (date === null || litres === null || litres < 0)
      found.problems.push({ row, problem: date === null ? 'date' : 'number' })
    else {
      found.rows.push({ date, litres })
      found.lines.push(row)
    }
  }
  return found
}
