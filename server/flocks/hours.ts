import { BIN_MS, BINS_AN_HOUR, regularBins } from '#shared/rules/science/statistics.ts'
import { type Interval, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { uploadIntervalsOf } from '../devices/devices.ts'
import { isPlaceActive, placementsOfLocations } from '../devices/placement/placements.ts'
import { listOf, number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import { placedRanges, placedSources } from '../series/placed-sources.ts'
import type { SeriesSource } from '../series/readings.ts'
import { quantileOf, roundedSql } from '../series/statistics.ts'
import { type BinsSelection, binsOfDevices } from '../series/summaries/bins-of-hours.ts'
import { summedHoursOf } from '../series/summaries/clean-hours.ts'
import { hoursIn } from '../series/summaries/hours.ts'

const HOUR_COLUMNS = {
  usual: number,
  device_id: number,
  key: textColumn,
  at: listOf(number),
  bins: listOf(number),
  means: listOf(number),
  lows: listOf(number),
  highs: listOf(number),
}
const BIN_COLUMNS = { device_id: number, at: listOf(number), means: listOf(number) }

/** Hours of one device and measurement, by their index; `bins` is 0 where nothing was measured. */
export interface DeviceHours {
  deviceId: number
  key: string
  /** Means of five minutes that an hour holds when nothing is missing. */
  regular: number
  bins: Uint8Array
  mean: Float64Array
  minimum: Float64Array
  maximum: Float64Array
  /** Hours (1) in which the device hung in the area. */
  here: Uint8Array
}

/** Hours of a device of which each mean is wanted, by measurement. */
export interface HoursByMean {
  deviceId: number
  key: string
  /** Indices of hours. */
  hours: readonly number[]
}

export interface PlaceHours {
  /** Hours from the beginning that the indices count. */
  length: number
  /** Devices that measured a quantity in an area, each with the first of `keys` that it sends. */
  devicesOf: (areaId: number, keys: readonly string[]) => DeviceHours[]
  /** Means of five minutes of some hours, by device, measurement and index of the bin. */
  meansOf: (wanted: readonly HoursByMean[]) => Promise<(deviceId: number, key: string) => ReadonlyMap<number, number>>
}

/**
 * Loads the hours of what devices of a location measured from ≤ t < until (epoch ms, `from` at an hour), calibrated and
 * without doubtful readings, by one query.
 */
export const loadPlaceHours = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  {
    locationId,
    areaIds,
    keys,
    period,
  }: {
    locationId: number
    areaIds: ReadonlySet<number>
    keys: readonly string[]
    period: Interval
  },
): Promise<PlaceHours> => {
  const { from, until } = period
  const length = Math.max(0, Math.ceil((until - from) / HOUR_MS))
  const placements = (await placementsOfLocations(db, [locationId])).filter(
    row => isPlaceActive(row) && areaIds.has(row.area_id),
  )
  const byDevice = Map.groupBy(placements, row => row.device_id)
  const sources = placedSources(placements, period)
  const ids = sources.map(({ deviceId }) => deviceId)
  const [intervals, corrections, without] = [
    await uploadIntervalsOf(db, ids),
    await correctionsOf(db, ids),
    await suspectIntervalsIn(db, ids, from, until),
  ]
  const known = { corrections, without }
  const summed = await summedHoursOf(db, ids, period)
  const hours = hoursIn({
    parts: [sources],
    keys,
    ...known,
    summed,
    columns: ['minimum', 'maximum', 'bins', 'bin_first'],
  })
  const rows = hours
    ? await readRows(
        series,
        HOUR_COLUMNS,
        `SELECT device_id, key, groupArray(toInt32(intDiv(hour - ${from}, ${HOUR_MS}))) AS at,
          groupArray(toUInt8(hours.bins)) AS bins, groupArray(${roundedSql('bin_first / hours.bins')}) AS means,
          groupArray(${roundedSql('hours.minimum')}) AS lows, groupArray(${roundedSql('hours.maximum')}) AS highs,
          ${quantileOf(0.5, 'hours.bins')} AS usual
        FROM (${hours.query}) AS hours WHERE hours.bins > 0 GROUP BY device_id, key`,
        hours.params,
      )
    : []
  const told = new Map(rows.map(row => [`${row.device_id} ${row.key}`, row]))
  return {
    length,
    devicesOf: (areaId, of) =>
      [...byDevice].flatMap(([deviceId, all]) => {
        const there = all.filter(row => row.area_id === areaId)
        const here = hoursWithin(placedRanges(there, period), from, length)
        const row = of.map(key => told.get(`${deviceId} ${key}`)).find(one => one !== undefined)
        return here && row ? [{ ...columnsOf(row, intervals.get(deviceId) ?? 0, length), here }] : []
      }),
    meansOf: async wanted => {
      const hung = new Map(sources.map(({ deviceId, ranges }) => [deviceId, ranges]))
      const found = await meansOfBins(series, wanted, from, hung, { ...known, summed })
      return (deviceId, key) => found.get(`${deviceId} ${key}`) ?? new Map()
    },
  }
}

/** Hours that ranges touch; null where they touch none. */
const hoursWithin = (ranges: readonly Interval[], from: number, length: number): Uint8Array | null => {
  if (ranges.length === 0) return null
  const here = new Uint8Array(length)
  for (const range of ranges)
    here.fill(1, Math.floor((range.from - from) / HOUR_MS), Math.ceil((range.until - from) / HOUR_MS))
  return here
}

const columnsOf = (
  row: RowOf<typeof HOUR_COLUMNS>,
  uploadInterval: number,
  length: number,
): Omit<DeviceHours, 'here'> => {
  const [mean, minimum, maximum] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const bins = new Uint8Array(length)
  row.at.forEach((hour, place) => {
    if (hour < 0 || hour >= length) return
    bins[hour] = row.bins[place] ?? 0
    mean[hour] = row.means[place] ?? 0
    minimum[hour] = row.lows[place] ?? 0
    maximum[hour] = row.highs[place] ?? 0
  })
  const { device_id: deviceId, key, usual } = row
  return { deviceId, key, regular: regularBins(usual, uploadInterval), bins, mean, minimum, maximum }
}

/** Reads each measurement by itself: the hours that are wanted of one are not those of another. */
const meansOfBins = async (
  series: Services['series'],
  wanted: readonly HoursByMean[],
  from: number,
  hung: ReadonlyMap<number, readonly Interval[]>,
  known: Pick<BinsSelection, 'corrections' | 'without' | 'summed'>,
): Promise<Map<string, Map<number, number>>> => {
  const found = new Map<string, Map<number, number>>()
  for (const [key, of] of Map.groupBy(wanted, one => one.key)) {
    const sources = of.map(({ deviceId, hours }): SeriesSource => {
      const ranges = hours.map(hour => ({ from: from + hour * HOUR_MS, until: from + (hour + 1) * HOUR_MS }))
      // A device that came or left within an hour measured another place in the rest of it.
      return { deviceId, ranges: mergeIntervals(ranges).flatMap(one => partsWithin(hung.get(deviceId) ?? [], one)) }
    })
    const bins = binsOfDevices({ ...known, parts: [sources], keys: [key] }, false)
    if (!bins) continue
    const rows = await readRows(
      series,
      BIN_COLUMNS,
      `SELECT device_id, groupArray(toInt32(intDiv(bin - ${from}, ${BIN_MS}))) AS at,
          groupArray(${roundedSql('assumeNotNull(bins.value)')}) AS means
        FROM (${bins.query}) AS bins WHERE isNotNull(bins.value) GROUP BY device_id`,
      bins.params,
    )
    for (const { device_id, at, means } of rows)
      found.set(`${device_id} ${key}`, new Map(at.map((bin, place) => [bin, means[place] ?? 0])))
  }
  return found
}

/** Means of five minutes of an hour, each the mean of the devices that have one. */
export const meansOfHour = (of: readonly ReadonlyMap<number, number>[], hour: number): number[] => {
  const means: number[] = []
  for (let bin = hour * BINS_AN_HOUR; bin < (hour + 1) * BINS_AN_HOUR; bin++) {
    const values = of.flatMap(bins => bins.get(bin) ?? [])
    if (values.length > 0) means.push(values.reduce((sum, value) => sum + value, 0) / values.length)
  }
  return means
}
