import type { ImportCounts, ImportPlan } from '#shared/contract/measurements/imports.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import type { Words } from '../kit/language.ts'
import type { MeasurementRow } from '../series/measurement-rows.ts'
import { piecesOf } from './reading/files.ts'
import { recordsOf } from './reading/records.ts'
import { createRowReader, type ReadRow, type RowRules } from './reading/rows.ts'

/** Values that are compared and stored together. */
const BATCH = 20_000
/** The engine keeps a part for each month of an insert, and takes a hundred. */
const MAX_MONTHS = 36

export interface Batch {
  rows: MeasurementRow[]
  /** Rows that take the place of an earlier one of the file. */
  again: ReadonlySet<MeasurementRow>
  /** Rows of the file read until here. */
  rowsRead: number
}

export interface Walk extends RowRules {
  db: Database
  importId: number
  deviceId: number
  t: Words
  /** Sees each row of the file, with its cells as they stand there. */
  onRow?: (row: ReadRow, cells: string[]) => void
  /** Gets what would be stored, in parts. */
  onBatch: (batch: Batch) => Promise<void>
}

/** Values of the file by what becomes of them: `taken` are new, replace others or take the place of earlier ones of the file. */
export interface WalkCounts extends Pick<ImportCounts, 'rows' | 'doubled' | 'missing' | 'refused' | 'from' | 'until'> {
  taken: number
}

/** Reads a kept file from beginning to end, with one batch of it in memory. */
export const walk = async (options: Walk): Promise<WalkCounts> => {
  const read = createRowReader(options)
  const counts = { rows: 0, taken: 0, doubled: 0, missing: 0, refused: 0 }
  const isAgain = createTimesSeen()
  const period = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  let rows: MeasurementRow[] = []
  let [again, months] = [new Set<MeasurementRow>(), new Set<string>()]
  const flush = async () => {
    if (rows.length > 0) await options.onBatch({ rows, again, rowsRead: counts.rows })
    rows = []
    again = new Set()
    months = new Set()
  }
  for await (const { line, cells } of recordsOf(piecesOf(options.db, options.importId), options.plan, options.t)) {
    const row = read({ line, cells })
    counts.rows++
    options.onRow?.(row, cells)
    for (const { key, value } of row.cells) {
      if (value === null) counts.missing++
      else if (row.at === null || typeof value === 'string') counts.refused++
      else {
        counts.taken++
        const taken: MeasurementRow = [options.deviceId, key, row.at, value, options.importId]
        rows.push(taken)
        if (isAgain(key, row.at)) {
          counts.doubled++
          again.add(taken)
        }
        period.first = Math.min(period.first, row.at)
        period.last = Math.max(period.last, row.at)
      }
    }
    if (row.at !== null) months.add(monthOf(row.at))
    if (rows.length >= BATCH || months.size >= MAX_MONTHS) await flush()
  }
  await flush()
  const edge = (time: number) => (counts.taken > 0 ? new Date(time).toISOString() : null)
  return { ...counts, from: edge(period.first), until: edge(period.last) }
}

/** Grows by doubling: eight bytes a value of a file are in memory, no more. */
const createTimes = () => {
  let [times, length] = [new Float64Array(1024), 0]
  const late = new Set<number>()
  return (time: number): boolean => {
    const last = times[length - 1] ?? Number.NEGATIVE_INFINITY
    if (time > last) {
      if (length === times.length) {
        const wider = new Float64Array(2 * length)
        wider.set(times)
        times = wider
      }
      times[length++] = time
      return false
    }
    let [low, high] = [0, length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] ?? Number.NaN) < time) low = middle + 1
      else high = middle
    }
    if (times[low] === time || late.has(time)) return true
    late.add(time)
    return false
  }
}

/** Tells whether a time of a measurement was there before. */
const createTimesSeen = () => {
  const seen = new Map<string, ReturnType<typeof createTimes>>()
  return (key: string, time: number): boolean => {
    const known = seen.get(key) ?? createTimes()
    seen.set(key, known)
    return known(time)
  }
}

const monthsOfDays = new Map<number, string>()
/** Worked out once for each day: a file holds thousands of rows of each. */
const monthOf = (at: number): string => {
  const day = Math.floor(at / DAY_MS)
  const known = monthsOfDays.get(day)
  if (known) return known
  const month = new Date(at).toISOString().slice(0, 7)
  monthsOfDays.set(day, month)
  return month
}

export const planFits = (plan: ImportPlan, isKnown: (measurement: string) => boolean): boolean =>
  plan.columns.every(({ role, measurement }) => role !== 'value' || isKnown(measurement ?? ''))
