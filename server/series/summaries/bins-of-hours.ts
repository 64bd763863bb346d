import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { BIN_MS } from '#shared/rules/science/statistics.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { SuspectInterval } from '../fault-store.ts'
import { hasOneDeviceEach, joinedQueries, type Readings, readingsIn, type SeriesSource } from '../readings.ts'
import { binSql, meanOfKey, meanSqlOfKey } from '../statistics.ts'
import { partedByHours, type SummedHours } from './clean-hours.ts'
import { hoursIn, summariesIn, type ValueRange, withinSql } from './hours.ts'

export interface BinsSelection {
  /** Measurements that are averaged alike and read from the same times. */
  keys: readonly string[]
  parts: readonly (readonly SeriesSource[])[]
  corrections: readonly Correction[]
  without: readonly SuspectInterval[]
  /** Hours that were summed up, as far as they can be taken. */
  summed: SummedHours | null
  /** Bins outside of it are left out. */
  range: ValueRange | null
  /** Beginning of the names of its parameters, which tells them from those of another in one query. */
  prefix?: string
}

/**
 * Means of five minutes, or of hours of UTC, of measurements of each part, calibrated: `part`, `key`, `bin` (its start, epoch ms)
 * and `value`; of several devices in a part the mean of their bins, each once. Null where nothing can be there.
 */
export const binsIn = (selection: BinsSelection, step: typeof BIN_MS | typeof HOUR_MS = BIN_MS): Readings | null => {
  const { keys, parts, range } = selection
  const key = elementAt(keys, 0)
  const isSingle = hasOneDeviceEach(parts)
  const ofDevices = step === HOUR_MS ? hoursOfDevices(selection) : binsOfDevices(selection, isSingle)
  if (!ofDevices) return null
  const ofParts = isSingle
    ? ofDevices.query
    : `SELECT part, key, bin, ${meanOfKey(key, 'assumeNotNull(of_devices.value)')} AS value FROM (${ofDevices.query}) AS of_devices
      WHERE isNotNull(of_devices.value) GROUP BY part, key, bin`
  return {
    query: `
      SELECT part, key, bin, assumeNotNull(of_parts.value) AS value FROM (${ofParts}) AS of_parts
      WHERE isNotNull(of_parts.value) ${range ? `AND ${withinSql(range, 'of_parts.value')}` : ''}`,
    params: ofDevices.params,
  }
}

/**
 * Bins of each device (`device_id` where there is not a single one): those of clean hours stand in the summaries, the others are
 * made of their readings; null where directions cancel out.
 */
export const binsOfDevices = (selection: Omit<BinsSelection, 'range'>, isSingle: boolean): Readings | null => {
  const { keys, prefix = '' } = selection
  const { clean, rest } = partedByHours(selection)
  const summaries = summariesIn({ ...selection, columns: ['bin_slots', 'bin_means'] }, clean)
  const readings = readingsIn({ ...selection, parts: rest, prefix })
  const device = isSingle ? '' : 'device_id,'
  return joinedQueries([
    summaries && {
      query: `
        SELECT part, key, ${device} hour + slot * ${BIN_MS} AS bin, bin_mean AS value FROM (${summaries.query})
        ARRAY JOIN bitPositionsToArray(bin_slots) AS slot, bin_means AS bin_mean`,
      params: summaries.params,
    },
    readings && {
      query: `
        SELECT part, key, ${device} ${binSql()} AS bin, ${meanOfKey(elementAt(keys, 0), 'calibrated')} AS value
        FROM (${readings.query}) GROUP BY part, key, ${device} bin`,
      params: readings.params,
    },
  ])
}

/** Means of all readings of each hour of each device and measurement. */
const hoursOfDevices = (selection: BinsSelection): Readings | null => {
  const columns = ['count', 'total_first', 'total_second'] as const
  const hours = hoursIn({ ...selection, columns })
  const mean = meanSqlOfKey(elementAt(selection.keys, 0)).value([
    'hours.total_first / hours.count',
    'hours.total_second / hours.count',
  ])
  return (
    hours && {
      query: `SELECT part, key, device_id, hour AS bin, ${mean} AS value FROM (${hours.query}) AS hours`,
      params: hours.params,
    }
  )
}
