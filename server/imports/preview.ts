import type { ImportCounts, ImportPreview, ImportRefusal, PreviewRow } from '#shared/contract/measurements/imports.ts'
import type { Series } from '../kit/database/series.ts'
import { pointOf, standingAt } from '../series/journal.ts'
import { type Walk, walk } from './pass.ts'
import type { ReadRow } from './reading/rows.ts'

const FIRST_ROWS = 8
/** Rows shown beside the first ones, since each has something no other row had. */
const MAX_FURTHER = 8
const LONGEST_TEXT = 60
const MAX_LINES = 6
const MAX_REFUSALS = 100

type Refusal = ImportPreview['refusals'][number]
type Looked = Pick<ImportPreview, 'rows' | 'counts' | 'refusals' | 'doubled_rows'>

/**
 * Looks at what would become of a file: its first rows, what is refused and why, and how many values replace others.
 * Stores nothing.
 */
export const look = async (series: Series, options: Omit<Walk, 'onRow' | 'onBatch'>): Promise<Looked> => {
  const refusals = new Map<string, Refusal>()
  const rows: PreviewRow[] = []
  let [standing, doubled, further] = [0, 0, 0]

  /** True when it is the first of its kind. */
  const note = (column: number | null, code: ImportRefusal, values: number, line: number, sample: string): boolean => {
    const key = `${column} ${code}`
    const known = refusals.get(key)
    const refusal = known ?? { column, code, values: 0, lines: [], sample: sample.slice(0, LONGEST_TEXT) }
    refusal.values += values
    if (refusal.lines.length < MAX_LINES) refusal.lines.push(line)
    refusals.set(key, refusal)
    return known === undefined
  }

  const noteRow = (row: ReadRow, cells: string[]): boolean => {
    const filled = row.cells.filter(({ value }) => value !== null)
    if (row.code !== null) return note(null, row.code, filled.length, row.line, row.timeText)
    return filled.reduce((isNew, { column, value }) => {
      const first = typeof value === 'string' && note(column, value, 1, row.line, cells[column] ?? '')
      return first || isNew
    }, false)
  }

  const counts = await walk({
    ...options,
    onRow: (row, cells) => {
      const isNew = noteRow(row, cells)
      const isFirstDoubled = row.fold !== null && doubled++ === 0
      if (rows.length - further < FIRST_ROWS) rows.push(present(row, cells))
      else if ((isNew || isFirstDoubled) && further++ < MAX_FURTHER) rows.push(present(row, cells))
    },
    onBatch: async batch => {
      const found = await standingAt(series, options.deviceId, batch.rows)
      standing += batch.rows.filter(row => !batch.again.has(row) && found.has(pointOf(row[1], row[2]))).length
    },
  })
  return {
    rows,
    counts: countsOf(counts, standing),
    refusals: [...refusals.values()].sort((a, b) => b.values - a.values).slice(0, MAX_REFUSALS),
    doubled_rows: doubled,
  }
}

export const countsOf = ({ taken, ...counts }: Awaited<ReturnType<typeof walk>>, replaced: number): ImportCounts => ({
  ...counts,
  added: taken - replaced - counts.doubled,
  replaced,
})

const present = ({ line, at, code, fold, cells }: ReadRow, texts: string[]): PreviewRow => ({
  line,
  time: at === null ? null : new Date(at).toISOString(),
  code,
  fold,
  cells: texts.slice(0, 500).map((text, column) => {
    const value = cells.find(cell => cell.column === column)?.value ?? null
    return {
      sent: text.slice(0, LONGEST_TEXT),
      value: typeof value === 'number' ? value : null,
      code: typeof value === 'string' ? value : null,
    }
  }),
})
