import type { ImportCounts, ImportPlan } from '../../../shared/contract/imports.ts'
import type { Catalogue } from '../../kit/catalogue.ts'
import type { ServerTexts } from '../../kit/language.ts'
import type { MeasurementRow } from '../store.ts'
import { piecesOf } from './files.ts'
import { recordsOf } from './records.ts'
import { createRowReader, type ReadRow, type RowRules } from './rows.ts'

/** Values that are compared and stored together. */
const BATCH = 20_000
/** The engine keeps a part for each month of an insert, and takes a hundred. */
const MOST_MONTHS = 36

export interface Batch {
  rows: MeasurementRow[]
  /** Rows of the file read until here. */
  rowsRead: number
}

export interface Walk extends RowRules {
  db: Catalogue
  importId: number
  deviceId: number
  texts: ServerTexts
  /** Sees each row of the file, with its cells as they stand there. */
  onRow?: (row: ReadRow, cells: string[]) => void
  /** Gets what would be stored, in parts. */
  onBatch: (batch: Batch) => Promise<void>
}

/** Values of the file by what becomes of them: `taken` are new or replace others. */
export interface WalkCounts extends Pick<ImportCounts, 'rows' | 'missing' | 'refused' | 'from' | 'until'> {
  taken: number
}

/** Reads a kept file from beginning to end, with one batch of it in memory. */
export const walk = async (asked: Walk): Promise<WalkCounts> => {
  const read = createRowReader(asked)
  const counts = { rows: 0, taken: 0, missing: 0, refused: 0 }
  const period = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  let [rows, months] = [[] as MeasurementRow[], new Set<string>()]
  const flush = async () => {
    if (rows.length > 0) await asked.onBatch({ rows, rowsRead: counts.rows })
    rows = []
    months = new Set()
  }
  for await (const { line, cells } of recordsOf(piecesOf(asked.db, asked.importId), asked.plan, asked.texts)) {
    const row = read({ line, cells })
    counts.rows++
    asked.onRow?.(row, cells)
    for (const { key, value } of row.cells) {
      if (value === null) counts.missing++
      else if (row.at === null || typeof value === 'string') counts.refused++
      else {
        counts.taken++
        rows.push([asked.deviceId, key, row.at, value, asked.importId])
        period.first = Math.min(period.first, row.at)
        period.last = Math.max(period.last, row.at)
      }
    }
    if (row.at !== null) months.add(monthOf(row.at))
    if (rows.length >= BATCH || months.size >= MOST_MONTHS) await flush()
  }
  await flush()
  const edge = (time: number) => (counts.taken > 0 ? new Date(time).toISOString() : null)
  return { ...counts, from: edge(period.first), until: edge(period.last) }
}

const DAY = 86_400_000
const monthsOfDays = new Map<number, string>()
/** Worked out once for each day: a file holds thousands of rows of each. */
const monthOf = (at: number): string => {
  const day = Math.floor(at / DAY)
  const known = monthsOfDays.get(day)
  if (known) return known
  const month = new Date(at).toISOString().slice(0, 7)
  monthsOfDays.set(day, month)
  return month
}

export const planFits = (plan: ImportPlan, isKnown: (measurement: string) => boolean): boolean =>
  plan.columns.every(({ role, measurement }) => role !== 'value' || isKnown(measurement ?? ''))
