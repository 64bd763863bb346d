import type { ImportPlan, ImportRefusal } from '#shared/contract/measurements/imports.ts'
import { readTime, readValue } from '#shared/rules/ingest/sent-value.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { readNumber } from './numbers.ts'
import type { FileRecord } from './records.ts'
import { createTimeReader, type ReadTime } from './times.ts'

export interface ReadCell {
  /** Position of its column. */
  column: number
  key: string
  /** Value read; null: nothing was measured. Text: why it is refused. */
  value: number | null | ImportRefusal
}

/** A row as it would be stored. */
export interface ReadRow {
  line: number
  /** Epoch ms; null when the whole row is refused. */
  at: number | null
  code: ImportRefusal | null
  /** The time as it stands in the file. */
  timeText: string
  fold: ReadTime['fold']
  cells: ReadCell[]
}

export interface RowRules {
  plan: ImportPlan
  /** Spans in which the device was the caller's: nothing is taken outside. */
  spans: readonly Span[]
  /** Time (epoch ms) since which readings are kept: nothing is taken of before. */
  keptFrom: number
  /** Epoch ms. */
  now: number
}

/** Reads the rows of a file by a plan, one after the other in the file's order. */
export const createRowReader = ({ plan, spans, keptFrom, now }: RowRules): ((record: FileRecord) => ReadRow) => {
  const timeOf = createTimeReader(plan.time_form, plan.time_zone)
  const columnsWith = (role: string) => plan.columns.flatMap((column, at) => (column.role === role ? [at] : []))
  const timeColumns = [...columnsWith('time'), ...columnsWith('date'), ...columnsWith('clock')]
  const values = plan.columns.flatMap(({ role, measurement, unit }, column) =>
    role === 'value' && measurement ? [{ column, key: measurement, unit: unit ?? null }] : [],
  )
  const ranges = spans.map(({ start, end }) => ({
    from: start === '' ? Number.NEGATIVE_INFINITY : Date.parse(start),
    until: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
  }))

  const check = (time: ReturnType<typeof timeOf>): ImportRefusal | null => {
    if (typeof time === 'string') return time
    const checked = readTime(new Date(time.at).toISOString(), now)
    if (typeof checked === 'string') return checked
    if (time.at < keptFrom) return 'not_kept'
    return ranges.some(({ from, until }) => time.at >= from && time.at < until) ? null : 'outside_rental'
  }

  return ({ line, cells }) => {
    const timeText = timeColumns
      .map(at => cells[at] ?? '')
      .join(' ')
      .trim()
    const time = timeOf(timeText)
    const code = check(time)
    const known = typeof time === 'object' && code === null
    return {
      line,
      at: known ? time.at : null,
      code,
      timeText,
      fold: known ? time.fold : null,
      cells: values.map(({ column, key, unit }) => {
        const number = readNumber(cells[column] ?? '', plan.decimal)
        if (number === null) return { column, key, value: null }
        if (Number.isNaN(number)) return { column, key, value: 'not_a_number' }
        return {
          column,
          key,
          value: readValue(unit === null ? number : { value: number, unit }, measurementTypeOf(key) ?? null),
        }
      }),
    }
  }
}
