import type { Bins } from '#shared/rules/alerts/alert-backtest.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Series } from '../kit/database/series.ts'
import { averagingOfKey, meanOfKeys } from './means.ts'
import { readingsIn, sameRange } from './readings.ts'

interface Asked {
  deviceIds: readonly number[]
  keys: readonly string[]
  corrections: readonly Correction[]
  /** Epoch ms, from ≤ t < until. */
  from: number
  until: number
  /** ms */
  step: number
  /** Means alone, also extremes and counts, also the first and last value and the largest changes: each costs more. */
  parts: 'means' | 'values' | 'changes'
}

const CHANGES = 'arrayPopFront(arrayDifference(arraySort(groupArray((ms, x))).2))'
/** Aggregates of the values x of a step, in the order of `Bins`, after the mean. */
const PARTS = [
  'min(x)',
  'max(x)',
  'count()',
  'argMin(x, ms)',
  'argMax(x, ms)',
  `arrayMax(${CHANGES})`,
  `arrayMin(${CHANGES})`,
]

type Row = [device: number, key: string, ...columns: number[][]]

/**
 * Readings summed up by steps from `from` on, calibrated, of each device and key that has any: one query. By device id, then
 * key. A step whose directions cancel out is left out.
 */
export const binsOf = async (series: Series, asked: Asked): Promise<Map<number, Map<string, Bins>>> => {
  const bins = new Map<number, Map<string, Bins>>()
  const readings = readingsIn({ ...asked, parts: [sameRange(asked.deviceIds, asked)] })
  if (!readings) return bins
  const { mean, params } = meanOfKeys(asked.keys)
  const others = PARTS.slice(0, asked.parts === 'means' ? 0 : asked.parts === 'values' ? 3 : PARTS.length)
  const parts = [`round(${mean('x')}, 6)`, ...others]
  const result = await series.query({
    query: `
      SELECT device_id, key, r.1, ${parts.map((_, index) => `r.${index + 2}`)}
      FROM (
        SELECT device_id, key, arraySort(groupArray((b, assumeNotNull(p0)${others.map((_, index) => `, p${index + 1}`).join('')}))) AS r
        FROM (
          SELECT device_id, key, toUInt32(intDiv(ms - ${asked.from}, ${asked.step})) AS b,
            ${parts.map((part, index) => `${part} AS p${index}`)}
          FROM (SELECT device_id, key, toUnixTimestamp64Milli(time) AS ms, x FROM (${readings.query}))
          GROUP BY device_id, key, b HAVING isNotNull(p0)
        ) GROUP BY device_id, key
      )`,
    query_params: { ...readings.params, ...params },
    format: 'JSONCompactEachRow',
  })
  for (const [device, key, ...columns] of await result.json<Row>()) {
    const [index = [], mean = [], minimum = [], maximum = [], count = [], first = [], last = []] = columns
    const [rise = [], fall = []] = columns.slice(7)
    const ofDevice = bins.get(device) ?? new Map<string, Bins>()
    const averaging = averagingOfKey(key)
    bins.set(device, ofDevice.set(key, { averaging, index, mean, minimum, maximum, count, first, last, rise, fall }))
  }
  return bins
}
