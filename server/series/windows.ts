import { type Reading, validityOf, type Window } from '#shared/rules/alerts/alert-rule.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { valueOfParts } from '#shared/rules/science/mean.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import { readingsIn, sameRange } from './readings.ts'
import {
  averagingOfKey,
  countSql,
  firstSql,
  lastSql,
  maximumOf,
  meanOfKeys,
  minimumOf,
  slopeOf,
  validityOfTimes,
  weightsOf,
} from './statistics.ts'

/** Windows from here on are summed up from means of five minutes, as statistics are: a week of readings is a lot. */
const LONG = 720 * MINUTE_MS
const BIN = 5 * MINUTE_MS

interface Selection {
  deviceIds: readonly number[]
  keys: readonly string[]
  corrections: readonly Correction[]
}

export interface WindowsSelection extends Selection {
  /** Epoch ms, from ≤ t < until. */
  from: number
  until: number
  /** Usual ms between two readings of a device, for windows that hold only one. */
  intervalOf: (deviceId: number) => number
}

const WINDOW = {
  device_id: number,
  key: textColumn,
  count: number,
  first_time: number,
  first_value: number,
  last_time: number,
  last_value: number,
  previous_time: number,
  previous_value: number,
  minimum: number,
  maximum: number,
  covered: number,
  weighted_first: number,
  weighted_second: number,
  slope: number,
}
type WindowRow = RowOf<typeof WINDOW>

/**
 * Windows of the readings of each device and key, calibrated, as `readingWindowOf` of shared/rules/alerts/alert-rule.ts makes
 * them; in one query, however many they are. By device id, then key.
 */
export const windowsOf = async (
  series: Series,
  selection: WindowsSelection,
): Promise<Map<number, Map<string, Window>>> => {
  const windows = new Map<number, Map<string, Window>>()
  const readings = readingsOf(selection)
  if (!readings) return windows
  const isLong = selection.until - selection.from >= LONG
  const { mean, weightedParts, params } = meanOfKeys(selection.keys)
  const [first, second] = weightedParts('point_values', 'weights')
  const rows = await readRows(
    series,
    WINDOW,
    `
      WITH readings AS (${readings.query}),
      ${isLong ? binsAsPoints(mean('calibrated')) : READINGS_AS_POINTS},
      weighted AS (
        SELECT *, ${validityOfTimes('times')} AS validity, ${weightsOf('times', 'validity', selection.until)} AS weights FROM points
      )
      SELECT device_id, key, count, times[1] AS first_time, first_value, times[-1] AS last_time, last_value,
        times[-2] AS previous_time, point_values[-2] AS previous_value, minimum, maximum, arraySum(weights) AS covered,
        ${first} AS weighted_first, ${second} AS weighted_second, ${slopeOf('times', 'point_values')} AS slope
      FROM weighted`,
    { ...readings.params, ...params },
  )
  for (const row of rows) {
    const ofDevice = windows.get(row.device_id) ?? new Map<string, Window>()
    windows.set(row.device_id, ofDevice.set(row.key, windowFrom(row, selection)))
  }
  return windows
}

const readingsOf = ({ deviceIds, keys, corrections, from, until }: Omit<WindowsSelection, 'intervalOf'>) =>
  keys.length === 0 ? null : readingsIn({ parts: [sameRange(deviceIds, { from, until })], keys, corrections })

/** Points in time of each device and key, as sorted lists: all its readings. */
const READINGS_AS_POINTS = `
  points AS (
    SELECT device_id, key, arraySort(groupArray((epoch_ms, calibrated))) AS sorted, sorted.1 AS times, sorted.2 AS point_values,
      length(times) AS count, point_values[1] AS first_value, point_values[-1] AS last_value,
      arrayMin(point_values) AS minimum, arrayMax(point_values) AS maximum
    FROM readings GROUP BY device_id, key
  )`

/** The same of means of five minutes. Directions that cancel out within them say nothing. */
const binsAsPoints = (mean: string): string => `
  bins AS (
    SELECT device_id, key, intDiv(epoch_ms, ${BIN}) * ${BIN} AS bin, ${mean} AS mean, ${countSql()} AS count,
      ${minimumOf('calibrated')} AS minimum, ${maximumOf('calibrated')} AS maximum,
      ${firstSql('calibrated')} AS first_value, ${lastSql('calibrated')} AS last_value
    FROM readings GROUP BY device_id, key, bin HAVING isNotNull(mean)
  ),
  points AS (
    SELECT device_id, key, arraySort(groupArray((bin, assumeNotNull(mean)))) AS sorted, sorted.1 AS times, sorted.2 AS point_values,
      sum(bins.count) AS count, ${firstSql('bins.first_value', 'bin')} AS first_value, ${lastSql('bins.last_value', 'bin')} AS last_value,
      ${minimumOf('bins.minimum')} AS minimum, ${maximumOf('bins.maximum')} AS maximum
    FROM bins GROUP BY device_id, key
  )`

const windowFrom = (row: WindowRow, { until, intervalOf }: WindowsSelection): Window => {
  const { device_id, key, count, first_time, last_time, last_value, previous_time, covered } = row
  // A single reading does not say how long it speaks.
  const isAlone = first_time === last_time
  return {
    count,
    first: { time: first_time, value: row.first_value },
    last: { time: last_time, value: last_value },
    previous: previous_time > 0 ? { time: previous_time, value: row.previous_value } : null,
    minimum: row.minimum,
    maximum: row.maximum,
    mean:
      isAlone || covered <= 0
        ? last_value
        : valueOfParts(averagingOfKey(key), [row.weighted_first / covered, row.weighted_second / covered]),
    covered: isAlone ? Math.min(until - last_time, validityOf(intervalOf(device_id))) : covered,
    slope: count > 2 ? row.slope : null,
  }
}

/** The newest `most` readings of each device and key in from ≤ t < until (epoch ms), the newest first, calibrated. */
export const newestReadings = async (
  series: Series,
  selection: Selection & { from: number; until: number; most: number },
): Promise<Map<number, Map<string, Reading[]>>> => {
  const newest = new Map<number, Map<string, Reading[]>>()
  const readings = readingsOf(selection)
  if (!readings) return newest
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, epoch_ms: number, calibrated: number },
    `SELECT device_id, key, epoch_ms, calibrated FROM (${readings.query})
      ORDER BY device_id, key, epoch_ms DESC LIMIT ${Math.trunc(selection.most)} BY device_id, key`,
    readings.params,
  )
  for (const { device_id, key, epoch_ms: time, calibrated: value } of rows) {
    const ofDevice = newest.get(device_id) ?? new Map<string, Reading[]>()
    newest.set(device_id, ofDevice.set(key, [...(ofDevice.get(key) ?? []), { time, value }]))
  }
  return newest
}
