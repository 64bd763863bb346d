import type { BinnedReadings } from '#shared/rules/alerts/alert-backtest.ts'
import { numberAt } from '#shared/rules/collections/elements.ts'
import { batteryLimitOf } from '#shared/rules/devices/device-limits.ts'
import { type AreaBins, BIN, type Bins, type InsightQuantity, quantile } from '#shared/rules/insights/insights.ts'
import { type Averaging, meanOf } from '#shared/rules/science/mean.ts'
import { interpolated } from '#shared/rules/time/interpolate.ts'
import { type Interval, partsWithin, sharedPart, toInterval } from '#shared/rules/time/interval.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { devicesOfIds, limitsOfDevices } from '../devices/devices.ts'
import { placementsOfAreas } from '../devices/placement/placements.ts'
import type { Services } from '../kit/services.ts'
import { binsOf } from '../series/bins.ts'
import { type SuspectInterval, suspectIntervalsIn } from '../series/faults.ts'
import { averagingOfKey } from '../series/statistics.ts'
import { stationOf } from '../weather/stations.ts'

/** Measurements that stand for a quantity; the first that a device sends does. */
const KEYS: Record<InsightQuantity, readonly string[]> = {
  t: ['t', 'temp_deg_c'],
  h: ['h', 'rv_perc'],
  co2: ['co2', 'co2_ppm'],
  nh3: ['nh3', 'nh3_ppm'],
  light: ['light'],
  air_speed: ['air_speed'],
  movement: ['movement', 'movement_perc'],
}
const WEATHER = { t: 'weather_t', h: 'weather_h' } as const

export interface AreaToLoad {
  id: number
  area_type_id: number
}

/** A device in an area, for a while. */
export interface PlacedDevice {
  id: number
  plan: string
  upload_interval: number
  battery_percentage: number | null
  /** Charge in % below which its battery is low. */
  battery_limit: number
  ranges: Interval[]
  /** Bins in which it said anything, and those of doubtful readings. */
  heard: Bins
  suspect: SuspectInterval[]
}

export interface LoadedArea extends AreaBins {
  area: AreaToLoad
  devices: PlacedDevice[]
  outdoors: { t?: Bins; h?: Bins }
}

/**
 * Loads what was measured in the areas of a location from ≤ t < until (epoch ms; `from` on a bin), without doubtful
 * readings.
 */
export const loadAreas = async (
  services: Pick<Services, 'db' | 'series'>,
  locationId: number,
  areas: readonly AreaToLoad[],
  { from, until }: Interval,
): Promise<LoadedArea[]> => {
  const { db, series } = services
  const placements = (
    await placementsOfAreas(
      db,
      areas.map(({ id }) => id),
    )
  ).filter(row => sharedPart(toInterval(row), { from, until }) !== null)
  const ids = [...new Set(placements.map(row => row.device_id))]
  const devices = await devicesOfIds(db, ids)
  const limits = await limitsOfDevices(db, ids)
  const keys = [...Object.values(KEYS).flat(), ...Object.values(WEATHER)]
  const corrections = await correctionsOf(db, ids)
  const station = stationOf(locationId)
  const selection = { keys, corrections, from, until, step: BIN, parts: 'means' } as const
  const read = ids.length ? await binsOf(series, { deviceIds: [...ids, station], ...selection }) : new Map()
  const suspect = await suspectIntervalsIn(db, ids, from, until)
  const length = Math.ceil((until - from) / BIN)
  const grid = { from, length }
  return areas.map(area => {
    const here = devices.flatMap(device => {
      const own = placements.filter(row => row.area_id === area.id && row.device_id === device.id)
      const ranges = partsWithin(own.map(toInterval), { from, until })
      const faults = suspect.filter(({ device_id }) => device_id === device.id)
      const battery_limit = batteryLimitOf(limits.get(device.id)?.battery_limit ?? null)
      return own.length === 0 ? [] : [{ ...device, battery_limit, ranges, suspect: faults }]
    })
    const columns = here.map(device => ({
      device,
      of: (key: string) => columnOf(read.get(device.id)?.get(key), key, device, grid),
    }))
    const values: AreaBins['values'] = {}
    for (const [quantity, names] of Object.entries(KEYS) as [InsightQuantity, readonly string[]][]) {
      const found = columns.flatMap(({ of }) => names.flatMap(of).slice(0, 1))
      if (found.length > 0) values[quantity] = meanOfDevices(averagingOfKey(names[0] ?? ''), found, length)
    }
    const heard = here.map(device => ({ ...device, heard: heardOf(read.get(device.id), grid) }))
    const weather = (key: string) =>
      here.some(({ plan }) => plan === 'pro')
        ? hourly([...columns.flatMap(({ of }) => of(key)), read.get(station)?.get(key)], grid)
        : {}
    const [t, h] = [weather(WEATHER.t), weather(WEATHER.h)]
    const outdoors = { ...(t.column && { t: t.column }), ...(h.column && { h: h.column }) }
    return { area, from, values, devices: heard, outdoors }
  })
}

interface Grid {
  from: number
  length: number
}

/** The means of a device while it hung there, doubtful ones left out; nothing where there are none. */
const columnOf = (
  bins: BinnedReadings | undefined,
  key: string,
  { ranges, suspect }: Pick<PlacedDevice, 'ranges' | 'suspect'>,
  { from, length }: Grid,
): Bins[] => {
  const faults = suspect.filter(({ measurement }) => measurement === key)
  const isTaken = (at: number): boolean => {
    const time = from + at * BIN
    const isHere = ranges.some(range => time >= range.from && time < range.until)
    return isHere && !faults.some(({ start, end }) => time + BIN > start && time <= end)
  }
  const column = new Float64Array(length).fill(Number.NaN)
  const validity = validityOf(bins?.index ?? [])
  let any = false
  bins?.index.forEach((index, place) => {
    if (!isTaken(index)) return
    any = true
    const end = Math.min(length, index + validity, bins.index[place + 1] ?? length)
    for (let at = index; at < end; at++) if (isTaken(at)) column[at] = bins.mean[place] ?? Number.NaN
  })
  return any ? [column] : []
}

/** Six bins are half an hour. */
const LONGEST_HOLD = 6

/**
 * Bins for which a reading of a slow sender speaks: three of its usual intervals, at most half an hour (science §5).
 */
const validityOf = (index: readonly number[]): number => {
  const gap = quantile(
    index.slice(1).map((at, place) => at - numberAt(index, place)),
    0.5,
  )
  return gap > 1 ? Math.min(LONGEST_HOLD, 3 * gap) : 1
}

const heardOf = (read: Map<string, BinnedReadings> | undefined, { length }: Grid): Bins => {
  const column = new Float64Array(length).fill(Number.NaN)
  for (const { index } of read?.values() ?? []) for (const at of index) column[at] = 1
  return column
}

/** The mean of the devices in each bin: each counts alike, as everywhere. */
const meanOfDevices = (averaging: Averaging, columns: readonly Bins[], length: number): Bins => {
  const [only] = columns
  if (only && columns.length === 1) return only
  return Float64Array.from({ length }, (_, at) => {
    const values = columns.map(column => numberAt(column, at)).filter(value => !Number.isNaN(value))
    return meanOf(averaging, values) ?? Number.NaN
  })
}

/** The first that is known, as a value for each bin between its hours. */
const hourly = (given: (Bins | BinnedReadings | undefined)[], { from, length }: Grid): { column?: Bins } => {
  const first = given.find(one => one !== undefined)
  if (!first) return {}
  const values: (number | null)[] = new Array(length).fill(null)
  if (first instanceof Float64Array)
    first.forEach((value, at) => {
      if (!Number.isNaN(value)) values[at] = value
    })
  else
    first.index.forEach((at, place) => {
      values[at] = first.mean[place] ?? null
    })
  const time = values.map((_, at) => from + at * BIN)
  return { column: Float64Array.from(interpolated(time, values), value => value ?? Number.NaN) }
}
