import { holdOf, type Reading, type Window } from '#shared/rules/alerts/alert-rule.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { valueOfParts } from '#shared/rules/science/mean.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../kit/database/series.ts'
import { averagingOfKey, meanOfKeys } from './means.ts'
import { readingsIn, sameRange } from './readings.ts'

/** Windows from here on are summed up from means of five minutes, as statistics are: a week of readings is a lot. */
const LONG = 720 * MINUTE_MS
const BIN = 5 * MINUTE_MS

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
  weightedSecond: number,
  slope: number,
]

/**
 * Windows of the readings of each device and key, calibrated, as `windowOf` of shared/rules/alerts/alert-rule.ts makes
 * them; in one query, however many they are. By device id, then key.
 */
export const windowsOf = async (series: Series, asked: WindowsAsked): Promise<Map<number, Map<string, Window>>> => {
  const windows = new Map<number, Map<string, Window>>()
  const found = foundIn(asked)
  if (!found) return windows
  const { readings, params } = found
  const isLong = asked.until - asked.from >= LONG
  const means = meanOfKeys(asked.keys)
  const [first, second] = means.parts('a')
  const weighted = (part: string) => (part === '0' ? '0' : `arraySum((a, b) -> (${part}) * b, v, w)`)
  const result = await series.query({
    query: `
      SELECT device_id, key, counted, t[1], f, t[-1], l, t[-2], v[-2], least_value, most_value,
        arraySum(w), ${weighted(first)}, ${weighted(second)},
        if(length(t) > 2, tupleElement(arrayReduce('simpleLinearRegression', arrayMap(a -> (a - t[1]) / 3600000., t), v), 1), 0)
      FROM (
        SELECT *, arrayMap((a, b) -> least(b - a, hold), t, arrayPushBack(arrayPopFront(t), ${asked.until})) AS w,
          arrayReduce('medianExactLow', arrayPopFront(arrayDifference(t))) AS gap,
          greatest(least(3 * gap, 1800000), gap) AS hold
        FROM (${isLong ? longWindows(readings, means.mean('x')) : shortWindows(readings)})
      )`,
    query_params: { ...params, ...means.params },
    format: 'JSONCompactEachRow',
  })
  for (const row of await result.json<WindowRow>()) {
    const ofDevice = windows.get(row[0]) ?? new Map<string, Window>()
    windows.set(row[0], ofDevice.set(row[1], windowFrom(row, asked)))
  }
  return windows
}

const foundIn = ({ deviceIds, keys, corrections, from, until }: Omit<WindowsAsked, 'intervalOf'>) => {
  if (keys.length === 0) return null
  const found = readingsIn({ parts: [sameRange(deviceIds, { from, until })], keys, corrections })
  const readings = `SELECT device_id, key, toUnixTimestamp64Milli(time) AS ms, x FROM (${found?.query})`
  return found && { readings, params: found.params }
}

const shortWindows = (readings: string): string => `
  SELECT device_id, key, arraySort(groupArray((ms, x))) AS r, r.1 AS t, r.2 AS v, length(t) AS counted,
    v[1] AS f, v[-1] AS l, arrayMin(v) AS least_value, arrayMax(v) AS most_value
  FROM (${readings}) GROUP BY device_id, key`

/** Directions that cancel out within five minutes say nothing. */
const longWindows = (readings: string, mean: string): string => `
  SELECT device_id, key, arraySort(groupArray((bin, assumeNotNull(mean)))) AS r, r.1 AS t, r.2 AS v, sum(n) AS counted,
    argMin(oldest, bin) AS f, argMax(newest, bin) AS l, min(least_bin) AS least_value, max(most_bin) AS most_value
  FROM (
    SELECT device_id, key, intDiv(ms, ${BIN}) * ${BIN} AS bin, ${mean} AS mean, count() AS n,
      min(x) AS least_bin, max(x) AS most_bin, argMin(x, ms) AS oldest, argMax(x, ms) AS newest
    FROM (${readings}) GROUP BY device_id, key, bin HAVING isNotNull(mean)
  ) GROUP BY device_id, key`

type Figures = [
  minimum: number,
  maximum: number,
  covered: number,
  weighted: number,
  weightedSecond: number,
  slope: number,
]

const windowFrom = (row: WindowRow, { until, intervalOf }: WindowsAsked): Window => {
  const [device, key, count, firstTime, first, lastTime, last, previousTime, previous] = row
  const [minimum, maximum, covered, weighted, weightedSecond, slope] = row.slice(9) as Figures
  // Without a second one nothing says how long a reading speaks.
  const isAlone = firstTime === lastTime
  return {
    count,
    first: { time: firstTime, value: first },
    last: { time: lastTime, value: last },
    previous: previousTime > 0 ? { time: previousTime, value: previous } : null,
    minimum,
    maximum,
    mean:
      isAlone || covered <= 0
        ? last
        : valueOfParts(averagingOfKey(key), [weighted / covered, weightedSecond / covered]),
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
  const found = foundIn(asked)
  if (!found) return newest
  const { readings, params } = found
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
