import { elementAt } from '#shared/rules/collections/elements.ts'
import { mergeIntervals } from '#shared/rules/time/interval.ts'
import { number, readRows, textColumn } from '../../kit/database/read-rows.ts'
import type { Series } from '../../kit/database/series.ts'
import { readingsIn } from '../../series/readings.ts'
import { countSql, maximumOf, minimumOf } from '../../series/statistics.ts'
import type { PlacedInterval } from './placed-intervals.ts'

/** Count of a device's values of one measurement in its intervals; times are epoch ms. */
export interface ValueCount {
  deviceId: number
  key: string
  count: number
  first: number
  last: number
}

/** Counts before anything is read. Values written twice and not merged yet count twice: an estimate never too small. */
export const countValues = async (series: Series, intervals: readonly PlacedInterval[]): Promise<ValueCount[]> => {
  const alike = Map.groupBy(intervals, ({ consent }) => consent?.measurements.join() ?? null)
  const counts = await Promise.all(
    [...alike.values()].map(of => countAlike(series, of, of[0]?.consent?.measurements ?? undefined)),
  )
  const byName = Map.groupBy(counts.flat(), ({ deviceId, key }) => `${deviceId} ${key}`)
  return [...byName.values()].map(of => ({
    ...elementAt(of, 0),
    count: of.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...of.map(({ first }) => first)),
    last: Math.max(...of.map(({ last }) => last)),
  }))
}

/** Counts intervals of which the same measurements may be read: all where `keys` is undefined. */
const countAlike = async (
  series: Series,
  intervals: readonly PlacedInterval[],
  keys: readonly string[] | undefined,
): Promise<ValueCount[]> => {
  const sources = [...Map.groupBy(intervals, ({ deviceId }) => deviceId)].map(([deviceId, of]) => ({
    deviceId,
    ranges: mergeIntervals(of),
  }))
  const readings = readingsIn({ parts: [sources], keys, unmerged: true })
  if (!readings) return []
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, count: number, first: number, last: number },
    `SELECT device_id, key, ${countSql()} AS count, ${minimumOf('epoch_ms')} AS first, ${maximumOf('epoch_ms')} AS last
      FROM (${readings.query}) GROUP BY device_id, key`,
    readings.params,
  )
  return rows.map(({ device_id: deviceId, ...counted }) => ({ deviceId, ...counted }))
}

export interface Estimate {
  rows: number
  values: number
}

/** Rows and values of a file with means over `step` seconds, or with every value where that is null. */
export const estimate = (counted: readonly ValueCount[], step: number | null, share = 1): Estimate => {
  const size = (step ?? 0) * 1000
  const valuesOf = ({ count, first, last }: ValueCount) =>
    Math.ceil(share * (size === 0 ? count : Math.min(count, Math.floor((last - first) / size) + 2)))
  const devices = [...Map.groupBy(counted, one => one.deviceId).values()]
  return {
    rows: devices.reduce((sum, of) => sum + Math.max(...of.map(valuesOf)), 0),
    values: counted.reduce((sum, one) => sum + valuesOf(one), 0),
  }
}
