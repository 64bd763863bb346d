import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { nullable, number, readRows } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import { instant, readingsIn, sameRange } from './readings.ts'
import { meanOfKey, medianOf } from './statistics.ts'

/** A reference is compared with the mean of this time before it, in ms. */
export const COMPARED_MS = 10 * 60_000

/** Means of one measurement in the ten minutes up to `time` (epoch ms), by device; a device without readings is left out. */
export const meansBefore = async (
  series: Series,
  selection: { deviceIds: number[]; measurement: string; time: number; corrections: readonly Correction[] },
): Promise<Map<number, number>> => {
  const { deviceIds, measurement, time, corrections } = selection
  // Up to `time` itself.
  const range = { from: time - COMPARED_MS + 1, until: time + 1 }
  const readings = readingsIn({ parts: [sameRange(deviceIds, range)], keys: [measurement], corrections })
  if (!readings) return new Map()
  const rows = await readRows(
    series,
    { device_id: number, mean: nullable(number) },
    `SELECT device_id, ${meanOfKey(measurement, 'calibrated')} AS mean FROM (${readings.query}) GROUP BY device_id`,
    readings.params,
  )
  return new Map(rows.flatMap(({ device_id, mean }) => (mean === null ? [] : [[device_id, mean]])))
}

const LOOKED_BACK_MS = 90 * DAY_MS
/** Long enough to tell what is typical, short enough to follow a change of the interval. */
const TYPICAL_MS = 2 * DAY_MS

/** A pause is longer than this many intervals. */
const PAUSE_INTERVALS = 3

/**
 * Time (epoch ms) since which a device has been sending without a pause, as of `time`; null when it was not sending then. A pause
 * is longer than three intervals, as wanted (`interval` ms) or as typical. A device that was switched off cannot be told
 * from one that was not heard: both count. Earlier than `lookedBack` (ms) is not told.
 */
export const onSince = async (
  series: Series,
  deviceId: number,
  time: number,
  interval: number,
  lookedBack = LOOKED_BACK_MS,
): Promise<number | null> => {
  const pause = PAUSE_INTERVALS * Math.max(interval, await typicalGap(series, deviceId, time))
  const [run] = await readRows(
    series,
    { begins: number, last: number },
    `WITH ${messagesBefore(time, lookedBack)}
      SELECT max(if(place = 1 OR gap > {pause: Float64}, sent_at, 0)) AS begins, max(sent_at) AS last FROM messages`,
    { id: deviceId, pause },
  )
  return run && run.last > 0 && time - run.last <= pause ? run.begins : null
}

/** Median ms between the messages of the days before; 0 without any. */
const typicalGap = async (series: Series, deviceId: number, time: number): Promise<number> => {
  const [typical] = await readRows(
    series,
    { gap: number },
    `WITH ${messagesBefore(time, TYPICAL_MS)}
      SELECT ${medianOf('messages.gap')} AS gap FROM messages WHERE place > 1`,
    { id: deviceId },
  )
  return typical?.gap ?? 0
}

/** Messages of device `id` in their order: `sent_at` (epoch ms), `place` from 1 on, and `gap`, the ms since the one before. */
const messagesBefore = (time: number, within: number): string => `
  sent AS (
    SELECT DISTINCT toUnixTimestamp64Milli(time) AS sent_at FROM measurements
    WHERE device_id = {id: UInt32} AND time > ${instant(time - within)} AND time <= ${instant(time)}
  ),
  messages AS (
    SELECT sent_at, sent_at - lagInFrame(sent_at, 1, sent_at) OVER (ORDER BY sent_at) AS gap,
      row_number() OVER (ORDER BY sent_at) AS place
    FROM sent
  )`
