import type { ClickHouseSettings } from '@clickhouse/client'
import type { Series } from '../kit/series.ts'
import { correctedValue, instant } from '../measurements/corrected.ts'
import { leftOut } from '../measurements/left-out.ts'
import type { Plan } from './plan.ts'
import type { Slice } from './slices.ts'

/** Digits after the point: more is noise of adding an offset. */
const DIGITS = 6

export interface Columns {
  /** Epoch ms, an integer: start of the step, or time of the reading. */
  at: string
  /** One a measurement: a number, null where there is none. */
  values: string[]
}

/** How a format wants its rows: what is selected, and in which format of the engine. */
export interface Wanted {
  select: (columns: Columns) => string
  format: string
  params?: Record<string, string>
  settings?: ClickHouseSettings
  /** Only the first rows. */
  limit?: number
}

/** Reads one slice, a row a time, as the engine writes it. All numbers in the query are ours. */
export const readSlice = async (
  series: Series,
  plan: Plan,
  slice: Slice,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Buffer> => {
  const { deviceId } = slice.stretch
  const corrections = plan.corrections.filter(
    ({ device_id, from, until }) =>
      device_id === deviceId && from < slice.until && (until === null || until > slice.from),
  )
  const doubted = plan.without.filter(
    ({ device_id, measurement, start, end }) =>
      device_id === deviceId && plan.keys.includes(measurement) && start < slice.until && end >= slice.from,
  )
  const left = leftOut(doubted)
  const { expression, params } = correctedValue(corrections)
  const keys = Object.fromEntries(plan.keys.map((key, index) => [`key_${index}`, key]))
  const { at, value } = plan.step === null ? ofReadings(expression) : ofMeans(expression, plan.step, slice.offset)
  const values = plan.keys.map((_, index) => `round(${value(`key = {key_${index}: String}`)}, ${DIGITS})`)
  const result = await series.exec({
    query: `
      SELECT ${wanted.select({ at: 'at', values })} FROM (
        SELECT device_id, key, time, value, ${at} AS at FROM measurements FINAL
        WHERE device_id = ${deviceId} AND key IN {keys: Array(String)}
          AND time >= ${instant(slice.from)} AND time < ${instant(slice.until)} ${left.condition})
      GROUP BY at ORDER BY at ${wanted.limit ? `LIMIT ${wanted.limit}` : ''} FORMAT ${wanted.format}`,
    query_params: { ...keys, keys: plan.keys, ...params, ...left.params, ...wanted.params },
    ...(wanted.settings ? { clickhouse_settings: wanted.settings } : {}),
    abort_signal: signal,
  })
  const chunks: Buffer[] = []
  for await (const chunk of result.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const ofReadings = (expression: string) => ({
  at: 'toUnixTimestamp64Milli(time)',
  value: (condition: string) => `anyOrNullIf(${expression}, ${condition})`,
})

/** The arithmetic of the charts' steps (shared/rules/period.ts) within one offset from UTC. */
const ofMeans = (expression: string, step: number, offset: number) => ({
  at: `intDiv(toUnixTimestamp64Milli(time) + (${offset}), ${step * 1000}) * ${step * 1000} - (${offset})`,
  value: (condition: string) => `avgOrNullIf(${expression}, ${condition})`,
})
