import type { ClickHouseSettings } from '@clickhouse/client'
import type { Series } from '../../kit/database/series.ts'
import { stepWithin } from '../../series/local-steps.ts'
import { readingsIn } from '../../series/readings.ts'
import { meanOfKey, onlyOf, roundedSql } from '../../series/statistics.ts'
import { readKeysOf } from './placed-intervals.ts'
import type { ExportPlan } from './plan.ts'
import type { Slice } from './slices.ts'

export interface ReadingColumns {
  /** Epoch ms, an integer: start of the step, or time of the reading. */
  at: string
  /** Columns of values, one a measurement: a number, null where there is none. */
  values: string[]
}

/** Rows as a format wants them: what is selected, and in which format of the engine. */
export interface RowsSpec {
  select: (columns: ReadingColumns) => string
  format: string
  params?: Record<string, string>
  settings?: ClickHouseSettings
  /** Upper bound of rows: the first ones alone are read. */
  limit?: number
}

/** Reads one slice, a row a time, as the engine writes it. All numbers in the query are ours. */
export const readSlice = async (
  series: Series,
  plan: ExportPlan,
  slice: Slice,
  wanted: RowsSpec,
  signal: AbortSignal,
): Promise<Buffer> => {
  const { deviceId } = slice.interval
  const corrections = plan.corrections.filter(
    ({ from, until }) => from < slice.until && (until === null || until > slice.from),
  )
  const without = plan.without.filter(({ start, end }) => start < slice.until && end >= slice.from)
  const range = { from: slice.from, until: slice.until }
  const parts = [[{ deviceId, ranges: [range] }]]
  const readings = readingsIn({ parts, keys: readKeysOf(slice.interval, plan.keys), corrections, without })
  if (!readings) return Buffer.alloc(0)
  const keys = Object.fromEntries(plan.keys.map((key, index) => [`key_${index}`, key]))
  const { at, value } = plan.step === null ? READINGS : meansOf(plan.step, slice.offset)
  const values = plan.keys.map((key, index) => roundedSql(value(key, `key = {key_${index}: String}`)))
  const result = await series.exec({
    query: `
      WITH readings AS (${readings.query})
      SELECT ${wanted.select({ at: 'at', values })} FROM (SELECT key, calibrated, ${at} AS at FROM readings)
      GROUP BY at ORDER BY at ${wanted.limit ? `LIMIT ${wanted.limit}` : ''} FORMAT ${wanted.format}`,
    query_params: { ...keys, ...readings.params, ...wanted.params },
    ...(wanted.settings ? { clickhouse_settings: wanted.settings } : {}),
    abort_signal: signal,
  })
  const chunks: Buffer[] = []
  for await (const chunk of result.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

interface Figures {
  at: string
  /** Makes the value out of the readings that fulfil a condition: those of one measurement. */
  value: (key: string, condition: string) => string
}

const READINGS: Figures = {
  at: 'epoch_ms',
  value: (_, condition) => onlyOf('calibrated', condition),
}

/** The charts' steps within one offset from UTC. */
const meansOf = (step: number, offset: number): Figures => ({
  at: stepWithin(step, offset),
  value: (key, condition) => meanOfKey(key, 'calibrated', condition),
})
