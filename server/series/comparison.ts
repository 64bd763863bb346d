import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../kit/database/series.ts'
import { meanOfKey } from './means.ts'
import { instant, readingsIn, sameRange } from './readings.ts'

/** A reference is compared with the mean of this stretch before it, in ms. */
export const COMPARED_MS = 10 * 60_000

/** Means of one measurement in the ten minutes up to `time` (epoch ms), by device; a device without readings is left out. */
export const meansBefore = async (
  series: Series,
  asked: { deviceIds: number[]; measurement: string; time: number; corrections: readonly Correction[] },
): Promise<Map<number, number>> => {
  const { deviceIds, measurement, time, corrections } = asked
  // Up to `time` itself.
  const range = { from: time - COMPARED_MS + 1, until: time + 1 }
  const readings = readingsIn({ parts: [sameRange(deviceIds, range)], keys: [measurement], corrections })
  if (!readings) return new Map()
  const result = await series.query({
    query: `
      SELECT device_id, ${meanOfKey(measurement, 'x', part => `avg(${part})`)} AS mean
      FROM (${readings.query}) GROUP BY device_id HAVING isNotNull(mean)`,
    query_params: readings.params,
    format: 'JSONCompactEachRow',
  })
  return new Map(await result.json<[number, number]>())
}

const LOOKED_BACK_MS = 90 * DAY_MS
/** Long enough to tell what is typical, short enough to follow a change of the interval. */
const TYPICAL_MS = 2 * DAY_MS

/** A pause is longer than this many intervals. */
const PAUSE_INTERVALS = 3

/**
 * Time (epoch ms) since which a device has been sending without a pause, as of `time`; null when it was not sending then. A pause
 * is longer than three intervals, as wanted (`interval` ms) or as typical. A device that was switched off cannot be told
 * from one that was not heard: both count.
 */
export const onSince = async (
  series: Series,
  deviceId: number,
  time: number,
  interval: number,
): Promise<number | null> => {
  const pause = PAUSE_INTERVALS * Math.max(interval, await typicalGap(series, deviceId, time))
  const result = await series.query({
    query: `SELECT max(if(nth = 1 OR gap > {pause: Float64}, at, 0)), max(at) FROM (${gapsBefore(time, LOOKED_BACK_MS)})`,
    query_params: { id: deviceId, pause },
    format: 'JSONCompactEachRow',
  })
  const [[begins, last] = [0, 0]] = await result.json<[number, number]>()
  return last > 0 && time - last <= pause ? begins : null
}

/** Median ms between the messages of the days before; 0 without any. */
const typicalGap = async (series: Series, deviceId: number, time: number): Promise<number> => {
  const result = await series.query({
    query: `SELECT quantileExact(0.5)(gap) FROM (${gapsBefore(time, TYPICAL_MS)}) WHERE nth > 1`,
    query_params: { id: deviceId },
    format: 'JSONCompactEachRow',
  })
  const [[gap] = [0]] = await result.json<[number | null]>()
  return gap ?? 0
}

/** Times of the messages of device `id`, counted, each with the ms since the one before. */
const gapsBefore = (time: number, within: number): string => `
  SELECT at, at - lagInFrame(at, 1, at) OVER (ORDER BY at) AS gap, row_number() OVER (ORDER BY at) AS nth FROM (
    SELECT DISTINCT toUnixTimestamp64Milli(time) AS at FROM measurements
    WHERE device_id = {id: UInt32} AND time > ${instant(time - within)} AND time <= ${instant(time)}
  )`
