import type { ClickHouseSettings } from '@clickhouse/client'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../../kit/database/series.ts'
import { stepWithin } from '../../series/local-steps.ts'
import { readingsIn } from '../../series/readings.ts'
import { meanOfKey, meanSqlOfKey, onlyOf, roundedSql } from '../../series/statistics.ts'
import { onlyHoursAlone } from '../../series/summaries/horizon.ts'
import { hoursIn } from '../../series/summaries/hours.ts'
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
  const selection = { parts, keys: readKeysOf(slice.interval, plan.keys), corrections, without }
  const isOfHours = plan.step !== null && slice.from < plan.aloneUntil && slice.offset % HOUR_MS === 0
  const rows = isOfHours
    ? hoursIn({
        ...selection,
        summed: onlyHoursAlone(plan.aloneUntil),
        columns: ['count', 'total_first', 'total_second'],
      })
    : readingsIn(selection)
  if (!rows) return Buffer.alloc(0)
  const keys = Object.fromEntries(plan.keys.map((key, index) => [`key_${index}`, key]))
  const means = isOfHours ? meansOfHours : meansOf
  const { from, at, value } = plan.step === null ? READINGS : means(plan.step, slice.offset)
  const values = plan.keys.map((key, index) => roundedSql(value(key, `key = {key_${index}: String}`)))
  const result = await series.exec({
    query: `
      WITH told AS (${rows.query})
      SELECT ${wanted.select({ at: 'at', values })} FROM (SELECT ${from}, ${at} AS at FROM told) AS told
      GROUP BY at ORDER BY at ${wanted.limit ? `LIMIT ${wanted.limit}` : ''} FORMAT ${wanted.format}`,
    query_params: { ...keys, ...rows.params, ...wanted.params },
    ...(wanted.settings ? { clickhouse_settings: wanted.settings } : {}),
    abort_signal: signal,
  })
  const chunks: Buffer[] = []
  for await (const chunk of result.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

interface Figures {
  /** Columns of the rows that it takes. */
  from: string
  at: string
  /** Makes the value out of the readings that fulfil a condition: those of one measurement. */
  value: (key: string, condition: string) => string
}

const READINGS: Figures = {
  from: 'key, calibrated',
  at: 'epoch_ms',
  value: (_, condition) => onlyOf('calibrated', condition),
}

/** The charts' steps within one offset from UTC. */
const meansOf = (step: number, offset: number): Figures => ({
  from: 'key, calibrated',
  at: stepWithin(step, offset),
  value: (key, condition) => meanOfKey(key, 'calibrated', condition),
})

/** The same of sums of hours. */
const meansOfHours = (step: number, offset: number): Figures => ({
  from: 'key, count, total_first, total_second',
  at: stepWithin(step, offset, 'hour'),
  value: (key, condition) => {
    const share = (total: string) => `sumIf(told.${total}, ${condition}) / sumIf(told.count, ${condition})`
    return `if(countIf(${condition}) = 0, NULL, ${meanSqlOfKey(key).value([share('total_first'), share('total_second')])})`
  },
})
