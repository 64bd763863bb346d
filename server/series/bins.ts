import type { BinnedReadings } from '#shared/rules/alerts/alert-backtest.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { listOf, number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import { readingsIn, sameRange } from './readings.ts'
import {
  averagingOfKey,
  countSql,
  differencesOf,
  firstSql,
  lastSql,
  maximumOf,
  meanOfKeys,
  minimumOf,
  roundedSql,
} from './statistics.ts'

interface Selection {
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

/** Changes between neighbouring readings of a step. */
const CHANGES = differencesOf('arraySort(groupArray((epoch_ms, calibrated))).2')
const VALUES = {
  minimum: minimumOf('calibrated'),
  maximum: maximumOf('calibrated'),
  count: countSql(),
}
const STATISTICS: Record<Selection['parts'], Readonly<Record<string, string>>> = {
  means: {},
  values: VALUES,
  changes: {
    ...VALUES,
    first: firstSql('calibrated'),
    last: lastSql('calibrated'),
    rise: `arrayMax(${CHANGES})`,
    fall: `arrayMin(${CHANGES})`,
  },
}

const LISTS = {
  step: listOf(number),
  mean: listOf(number),
  minimum: listOf(number),
  maximum: listOf(number),
  count: listOf(number),
  first: listOf(number),
  last: listOf(number),
  rise: listOf(number),
  fall: listOf(number),
}

/**
 * Readings summed up by steps from `from` on, calibrated, of each device and key that has any: one query. By device id, then
 * key. A step whose directions cancel out is left out.
 */
export const binsOf = async (
  series: Series,
  selection: Selection,
): Promise<Map<number, Map<string, BinnedReadings>>> => {
  const bins = new Map<number, Map<string, BinnedReadings>>()
  const readings = readingsIn({ ...selection, parts: [sameRange(selection.deviceIds, selection)] })
  if (!readings) return bins
  const { mean, params } = meanOfKeys(selection.keys)
  const statistics = Object.entries(STATISTICS[selection.parts])
  const columns = ['step', 'mean', ...statistics.map(([name]) => name)]
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, ...LISTS },
    `
      WITH readings AS (${readings.query}),
      steps AS (
        SELECT device_id, key, toUInt32(intDiv(epoch_ms - ${selection.from}, ${selection.step})) AS step,
          ${[`${roundedSql(mean('calibrated'))} AS mean`, ...statistics.map(([name, sql]) => `${sql} AS ${name}`)]}
        FROM readings GROUP BY device_id, key, step HAVING isNotNull(mean)
      ),
      sorted AS (
        SELECT device_id, key, arraySort(groupArray((${columns.map(name => (name === 'mean' ? 'assumeNotNull(mean)' : name))}))) AS rows
        FROM steps GROUP BY device_id, key
      )
      SELECT device_id, key, ${Object.keys(LISTS).map(name => `${columns.includes(name) ? `rows.${columns.indexOf(name) + 1}` : 'emptyArrayFloat64()'} AS ${name}`)}
      FROM sorted`,
    { ...readings.params, ...params },
  )
  for (const { device_id, key, step, ...columns } of rows) {
    const ofDevice = bins.get(device_id) ?? new Map<string, BinnedReadings>()
    bins.set(device_id, ofDevice.set(key, { averaging: averagingOfKey(key), index: step, ...columns }))
  }
  return bins
}
