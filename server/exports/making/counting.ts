import { elementAt } from '#shared/rules/collections/elements.ts'
import { mergeIntervals } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { number, readRows, textColumn } from '../../kit/database/read-rows.ts'
import type { Series } from '../../kit/database/series.ts'
import { joinedQueries, readingsIn, type SeriesSource } from '../../series/readings.ts'
import { maximumOf, minimumOf } from '../../series/statistics.ts'
import { partedByHours } from '../../series/summaries/clean-hours.ts'
import { onlyHoursAlone } from '../../series/summaries/horizon.ts'
import { summariesIn } from '../../series/summaries/hours.ts'
import type { PlacedInterval } from './placed-intervals.ts'

/** Count of a device's values of one measurement in its intervals; times are epoch ms. */
export interface ValueCount {
  deviceId: number
  key: string
  count: number
  first: number
  last: number
}

/**
 * Counts before anything is read. Values written twice and not merged yet count twice: an estimate never too small. Those before
 * `aloneUntil` (epoch ms), of which hours alone are kept, count as they are in these.
 */
export const countValues = async (
  series: Series,
  intervals: readonly PlacedInterval[],
  aloneUntil: number,
): Promise<ValueCount[]> => {
  const alike = Map.groupBy(intervals, ({ consent }) => consent?.measurements.join() ?? null)
  const counts = await Promise.all(
    [...alike.values()].map(of => countAlike(series, of, of[0]?.consent?.measurements ?? undefined, aloneUntil)),
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
  aloneUntil: number,
): Promise<ValueCount[]> => {
  const sources = [...Map.groupBy(intervals, ({ deviceId }) => deviceId)].map(([deviceId, of]) => ({
    deviceId,
    ranges: mergeIntervals(of),
  }))
  const counted = countsIn(sources, keys, aloneUntil)
  if (!counted) return []
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, count: number, first: number, last: number },
    `SELECT device_id, key, sum(many) AS count, ${minimumOf('begins')} AS first, ${maximumOf('ends')} AS last
      FROM (${counted.query}) GROUP BY device_id, key`,
    counted.params,
  )
  return rows.map(({ device_id: deviceId, ...found }) => ({ deviceId, ...found }))
}

/** Counts of readings and of hours that stand for such, with their first and last times. */
const countsIn = (sources: readonly SeriesSource[], keys: readonly string[] | undefined, aloneUntil: number) => {
  const { clean, rest } = partedByHours({ parts: [sources], summed: onlyHoursAlone(aloneUntil) })
  const [hours, readings] = [
    summariesIn({ keys, columns: ['count'] }, clean),
    readingsIn({ parts: rest, keys, unmerged: true }),
  ]
  const columns = 'SELECT device_id, toString(key) AS key'
  return joinedQueries([
    hours && {
      query: `${columns}, count AS many, hour AS begins, hour + ${HOUR_MS - 1} AS ends FROM (${hours.query})`,
      params: hours.params,
    },
    readings && {
      query: `${columns}, toUInt32(1) AS many, epoch_ms AS begins, epoch_ms AS ends FROM (${readings.query})`,
      params: readings.params,
    },
  ])
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
