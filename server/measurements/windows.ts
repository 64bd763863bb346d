import { holdOf, type Reading, type Window } from '../../shared/rules/alert-rule.ts'
import type { Correction } from '../../shared/rules/calibration.ts'
import type { Series } from '../kit/series.ts'
import { correctedValue, instant } from './corrected.ts'

const MINUTE = 60_000
/** Windows from here on are summed up from means of five minutes, as statistics are: a week of readings is a lot. */
const LONG = 720 * MINUTE
const BIN = 5 * MINUTE

interface Asked {
  deviceIds: readonly number[]
  keys: readonly string[]
  corrections: readonly Correction[]
}

export interface WindowsAsked extends Asked {
  /** Epoch ms, from ≤ t < until. */
  from: number
  until: number
  /** Usual ms between two readings of a device, for windows that hold only one. */
  intervalOf: (deviceId: number) => number
}

type WindowRow = [
  device: number,
  key: string,
  count: number,
  firstTime: number,
  first: number,
  lastTime: number,
  last: number,
  previousTime: number,
  previous: number,
  minimum: number,
  maximum: number,
  covered: number,
  weighted: number,
  slope: number,
]

/**
 * What `windowOf` of shared/rules/alert-rule.ts makes of the readings of each device and key in a window, calibrated; in
 * one query, however many they are. By device id, then key.
 */
export const windowsOf = async (series: Series, asked: WindowsAsked): Promise<Map<number, Map<string, Window>>> => {
  const windows = new Map<number, Map<string, Window>>()
  if (asked.deviceIds.length === 0 || asked.keys.length === 0) return windows
  const { readings, params } = readingsIn(asked)
  const isLong = asked.until - asked.from >= LONG
  const result = await series.query({
    query: `
      SELECT device_id, key, counted, t[1], f, t[-1], l, t[-2], v[-2], least_value, most_value,
        arraySum(w), arraySum((a, b) -> a * b, w, v),
        if(length(t) > 2, tupleElement(arrayReduce('simpleLinearRegression', arrayMap(a -> (a - t[1]) / 3600000., t), v), 1), 0)
      FROM (
        SELECT *, arrayMap((a, b) -> least(b - a, hold), t, arrayPushBack(arrayPopFront(t), ${asked.until})) AS w,
          arrayReduce('medianExactLow', arrayPopFront(arrayDifference(t))) AS gap,
          greatest(least(3 * gap, 1800000), gap) AS hold
        FROM (${isLong ? longWindows(readings) : shortWindows(readings)})
      )`,
    query_params: params,
    format: 'JSONCompactEachRow',
  })
  for (const row of await result.json<WindowRow>()) {
    const ofDevice = windows.get(row[0]) ?? new Map<string, Window>()
    windows.set(row[0], ofDevice.set(row[1], windowFrom(row, asked)))
  }
  return windows
}

const readingsIn = ({ deviceIds, keys, corrections, from, until }: Omit<WindowsAsked, 'intervalOf'>) => {
  const { expression, params } = correctedValue(corrections)
  const readings = `
    SELECT device_id, key, toUnixTimestamp64Milli(time) AS ms, ${expression} AS x
    FROM measurements FINAL
    WHERE device_id IN {ids: Array(UInt32)} AND key IN {keys: Array(String)}
      AND time >= ${instant(from)} AND time < ${instant(until)}`
  return { readings, params: { ids: deviceIds, keys, ...params } }
}

const shortWindows = (readings: string): string => `
  SELECT device_id, key, arraySort(groupArray((ms, x))) AS r, r.1 AS t, r.2 AS v, length(t) AS counted,
    v[1] AS f, v[-1] AS l, arrayMin(v) AS least_value, arrayMax(v) AS most_value
  FROM (${readings}) GROUP BY device_id, key`

const longWindows = (readings: string): string => `
  SELECT device_id, key, arraySort(groupArray((bin, mean))) AS r, r.1 AS t, r.2 AS v, sum(n) AS counted,
    argMin(oldest, bin) AS f, argMax(newest, bin) AS l, min(least_bin) AS least_value, max(most_bin) AS most_value
  FROM (
    SELECT device_id, key, intDiv(ms, ${BIN}) * ${BIN} AS bin, avg(x) AS mean, count() AS n,
      min(x) AS least_bin, max(x) AS most_bin, argMin(x, ms) AS oldest, argMax(x, ms) AS newest
    FROM (${readings}) GROUP BY device_id, key, bin
  ) GROUP BY device_id, key`

const windowFrom = (row: WindowRow, { until, intervalOf }: WindowsAsked): Window => {
  const [device, , count, firstTime, first, lastTime, last, previousTime, previous] = row
  const [minimum, maximum, covered, weighted, slope] = row.slice(9) as [number, number, number, number, number]
  // Without a second one nothing says how long a reading speaks.
  const isAlone = firstTime === lastTime
  return {
    count,
    first: { time: firstTime, value: first },
    last: { time: lastTime, value: last },
    previous: previousTime > 0 ? { time: previousTime, value: previous } : null,
    minimum,
    maximum,
    mean: isAlone || covered <= 0 ? last : weighted / covered,
    covered: isAlone ? Math.min(until - lastTime, holdOf(intervalOf(device))) : covered,
    slope: count > 2 ? slope : null,
  }
}

/** The newest `most` readings of each device and key in from ≤ t < until (epoch ms), the newest first, calibrated. */
export const newestReadings = async (
  series: Series,
  asked: Asked & { from: number; until: number; most: number },
): Promise<Map<number, Map<string, Reading[]>>> => {
  const newest = new Map<number, Map<string, Reading[]>>()
  if (asked.deviceIds.length === 0 || asked.keys.length === 0) return newest
  const { readings, params } = readingsIn(asked)
  const result = await series.query({
    query: `SELECT * FROM (${readings}) ORDER BY device_id, key, ms DESC LIMIT ${Math.trunc(asked.most)} BY device_id, key`,
    query_params: params,
    format: 'JSONCompactEachRow',
  })
  for (const [device, key, time, value] of await result.json<[number, string, number, number]>()) {
    const ofDevice = newest.get(device) ?? new Map<string, Reading[]>()
    newest.set(device, ofDevice.set(key, [...(ofDevice.get(key) ?? []), { time, value }]))
  }
  return newest
}
