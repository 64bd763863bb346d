import type { ExportFormat } from '#shared/contract/measurements/exports.ts'
import type { Series } from '../../kit/database/series.ts'
import type { ExportPlan } from '../making/plan.ts'
import { type RowsSpec, readSlice } from '../making/reading.ts'
import { HELD, type Slice, slicesOf } from '../making/slices.ts'

/** The slices of a plan, each as the engine wrote it. */
export type Read = (wanted: (slice: Slice) => RowsSpec) => AsyncGenerator<{ slice: Slice; bytes: Buffer }>

/** Kind of file: made of slices as they come, so that no more than three of them are held. */
export interface FileFormat {
  mediaType: string
  write(plan: ExportPlan, read: Read): AsyncGenerator<Uint8Array>
}

interface Way {
  series: Series
  signal: AbortSignal
  /** Told the values of each slice that was read. */
  onValues?: (values: number) => void
  /** Check made before each slice is given out; a failure it throws ends the file. */
  requireRight: () => Promise<void>
}

/** Reads slice after slice while they are taken, the next ones while the last is written; ends when `signal` says so. */
export const sliceReaderOf = (plan: ExportPlan, { series, signal, onValues, requireRight }: Way): Read =>
  async function* (wanted) {
    const ask = (slice: Slice | undefined) => {
      const read = slice && readSlice(series, plan, slice, wanted(slice), signal)
      // A reader who stops between two slices never looks at the one begun; its failure is not news.
      read?.catch(() => {})
      return read
    }
    const slices = slicesOf(plan)
    const { ahead } = HELD[plan.input.format]
    const pending = slices.slice(0, ahead).map(ask)
    for (const [index, slice] of slices.entries()) {
      signal.throwIfAborted()
      const bytes = await pending.shift()
      signal.throwIfAborted()
      pending.push(ask(slices[index + ahead]))
      await requireRight()
      if (bytes) yield { slice, bytes }
      onValues?.(slice.values)
    }
  }

/** Named by the day the period begins on, at its place. */
export const fileName = (plan: Pick<ExportPlan, 'from' | 'zone'>, format: ExportFormat): string =>
  `barnometer-${new Date(plan.from).toLocaleDateString('sv', { timeZone: plan.zone })}.${format}`
