import type { Bins } from '../../shared/rules/alert-backtest.ts'
import type { Correction } from '../../shared/rules/calibration.ts'
import type { Series } from '../kit/series.ts'
import { correctedValue, instant } from './corrected.ts'

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
/** Of the values x of a step, in the order of `Bins`. */
const PARTS = [
  'round(avg(x), 6)',
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
 * key.
 */
export const binsOf = async (series: Series, asked: Asked): Promise<Map<number, Map<string, Bins>>> => {
  const bins = new Map<number, Map<string, Bins>>()
  if (asked.deviceIds.length === 0) return bins
  const { expression, params } = correctedValue(asked.corrections)
  const parts = PARTS.slice(0, asked.parts === 'means' ? 1 : asked.parts === 'values' ? 4 : PARTS.length)
  const result = await series.query({
    query: `
      SELECT device_id, key, r.1, ${parts.map((_, index) => `r.${index + 2}`)}
      FROM (
        SELECT device_id, key, arraySort(groupArray((b, ${parts.map((_, index) => `p${index}`)}))) AS r
        FROM (
          SELECT device_id, key, toUInt32(intDiv(ms - ${asked.from}, ${asked.step})) AS b,
            ${parts.map((part, index) => `${part} AS p${index}`)}
          FROM (
            SELECT device_id, key, toUnixTimestamp64Milli(time) AS ms, ${expression} AS x
            FROM measurements FINAL
            WHERE device_id IN {ids: Array(UInt32)} AND key IN {keys: Array(String)}
              AND time >= ${instant(asked.from)} AND time < ${instant(asked.until)}
          ) GROUP BY device_id, key, b
        ) GROUP BY device_id, key
      )`,
    query_params: { ids: asked.deviceIds, keys: asked.keys, ...params },
    format: 'JSONCompactEachRow',
  })
  for (const [device, key, ...columns] of await result.json<Row>()) {
    const [index = [], mean = [], minimum = [], maximum = [], count = [], first = [], last = []] = columns
    const [rise = [], fall = []] = columns.slice(7)
    const ofDevice = bins.get(device) ?? new Map<string, Bins>()
    bins.set(device, ofDevice.set(key, { index, mean, minimum, maximum, count, first, last, rise, fall }))
  }
  return bins
}
