import { lastOf } from '#shared/rules/collections/elements.ts'
import type { HourColumns } from '#shared/rules/locations/emission-days.ts'
import { EMITTED, type Emitted } from '#shared/rules/science/emission-chain.ts'
import { BINS_AN_HOUR, leastBins, regularBins } from '#shared/rules/science/statistics.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { devicesOfIds, uploadIntervalsOf } from '../devices/devices.ts'
import { isPlaceActive, type PlacementRow } from '../devices/placement/placements.ts'
import { listOf, number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import { placedRanges, placedSources } from '../series/placed-sources.ts'
import type { SeriesSource } from '../series/readings.ts'
import { quantileOf } from '../series/statistics.ts'
import { type SummedHours, summedHoursOf } from '../series/summaries/clean-hours.ts'
import { hoursIn } from '../series/summaries/hours.ts'
import { stationOf, WEATHER_STEP } from '../weather/stations.ts'

/** Measurements that stand for a quantity; the first that a device sends does. */
const KEYS = {
  temperature: ['t', 'temp_deg_c'],
  humidity: ['h', 'rv_perc'],
  co2: ['co2', 'co2_ppm'],
  pressure: ['p'],
  fan_speed: ['fan_speed'],
  air_flow: ['air_flow'],
  nh3: ['nh3', 'nh3_ppm'],
  ch4: ['ch4'],
  n2o: ['n2o'],
  h2s: ['h2s', 'h2s_ppm'],
  dust_pm10: ['dust_pm10'],
  dust_pm25: ['dust_pm25'],
} as const satisfies Record<string, readonly string[]>
type Quantity = keyof typeof KEYS
const WEATHER_PRESSURE = 'weather_p'

const HOUR_COLUMNS = {
  usual: number,
  device_id: number,
  key: textColumn,
  at: listOf(number),
  means: listOf(number),
  few_at: listOf(number),
  few_bins: listOf(number),
}
/** Bins of an hour that is valid whatever it regularly has. */
const ALWAYS_ENOUGH = leastBins(BINS_AN_HOUR)

/** Quantities of an emission besides the gas itself. */
const AIR: readonly Quantity[] = ['temperature', 'co2', 'pressure', 'fan_speed', 'air_flow']
/** Dust is counted in dry air alone. */
const AIR_OF_DUST: readonly Quantity[] = [...AIR, 'humidity']

/** Measurements that the emission of a gas is made of. */
export const keysOf = (gas: Emitted): string[] => [
  ...new Set(
    [...(gas.startsWith('dust') ? AIR_OF_DUST : AIR), gas].flatMap((quantity): readonly string[] => KEYS[quantity]),
  ),
]

/** Measurements of a device outdoors that the emission of a gas is made of. */
export const outdoorKeysOf = (gas: Emitted): string[] => [...new Set<string>([...KEYS.co2, ...KEYS[gas]])]

/** Valid hourly means of a device by key; NaN where there is none. */
type ByKey = Map<string, Float64Array>

export interface LoadedHours {
  /** Hours from the beginning that the indices count. */
  length: number
  /** Columns of an area; `outdoorDevice` measures the air that comes in, and is no part of the area. */
  columnsOf: (areaId: number, outdoorDevice: number | null, gas: Emitted) => HourColumns
  /** Index of the first hour in which a device hung in an area; null where none ever did. */
  firstHourOf: (areaId: number) => number | null
  /** Gases that devices of an area measured in this time. */
  gasesOf: (areaId: number) => Emitted[]
}

/**
 * Loads the valid hours of areas of one location from ≤ t < until (epoch ms, `from` at an hour), by one query. An hour is
 * valid with half of the bins it regularly has.
 */
export const loadHours = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  {
    locationId,
    areaIds,
    placements,
    outdoorDevices,
    gas,
    period,
  }: {
    locationId: number
    areaIds: ReadonlySet<number>
    /** Placements at the location. */
    placements: readonly PlacementRow[]
    outdoorDevices: ReadonlySet<number>
    gas: Emitted
    period: Interval
  },
): Promise<LoadedHours> => {
  const { from, until } = period
  const length = Math.max(0, Math.ceil((until - from) / HOUR_MS))
  const wanted = placements.filter(
    // Air outdoors was measured all the same where that area is deleted since.
    row => (isPlaceActive(row) && areaIds.has(row.area_id)) || outdoorDevices.has(row.device_id),
  )
  const byDevice = Map.groupBy(wanted, row => row.device_id)
  const ids = [...byDevice.keys()]
  const [devices, intervals] = [await devicesOfIds(db, ids), await uploadIntervalsOf(db, ids)]
  const pro = new Set(devices.filter(({ plan }) => plan === 'pro').map(({ id }) => id))
  const station = stationOf(locationId)
  const weather = placedRanges(
    wanted.filter(row => pro.has(row.device_id)),
    period,
  )
  const outdoors = weather.length > 0 ? [{ deviceId: station, ranges: weather }] : []
  const sources = [...placedSources(wanted, period), ...outdoors]
  const values = new Map<number, ByKey>()
  const summed = await summedHoursOf(
    db,
    sources.map(({ deviceId }) => deviceId),
    period,
  )
  if (sources.length > 0) {
    const hours = hoursIn({
      parts: [sources],
      keys: [...keysOf(gas), WEATHER_PRESSURE],
      corrections: await correctionsOf(db, ids),
      without: await suspectIntervalsIn(db, ids, from, until),
      summed,
      columns: ['bins', 'bin_first'],
    })
    // Numbers cost more to send and to read than to sum up: bins come of the few hours that may lack some, and four digits after
    // the point are finer than any sensor.
    const at = `toUInt32(intDiv(hour - ${from}, ${HOUR_MS}))`
    const isFew = `hours.bins < ${ALWAYS_ENOUGH}`
    const rows = hours
      ? await readRows(
          series,
          HOUR_COLUMNS,
          `SELECT device_id, key, groupArray(${at}) AS at, groupArray(round(bin_first / hours.bins, 4)) AS means,
            groupArrayIf(${at}, ${isFew}) AS few_at, groupArrayIf(toUInt8(hours.bins), ${isFew}) AS few_bins, ${quantileOf(0.5, 'hours.bins')} AS usual
          FROM (${hours.query}) AS hours WHERE hours.bins > 0 GROUP BY device_id, key`,
          hours.params,
        )
      : []
    for (const row of rows) {
      const of = values.get(row.device_id) ?? new Map<string, Float64Array>()
      values.set(row.device_id, of)
      const interval = row.device_id === station ? WEATHER_STEP / 1000 : (intervals.get(row.device_id) ?? 0)
      of.set(row.key, validHours(row, interval, length))
    }
  }
  const told = await gasesTold(series, sources, summed)
  const nothing = new Float64Array(length).fill(Number.NaN)
  const valuesOf = (device: number, quantity: Quantity) =>
    KEYS[quantity].flatMap(key => values.get(device)?.get(key) ?? []).at(0)
  /** Mean of the devices of an area, each while it hung there. */
  const columnOf = (areaId: number, quantity: Quantity, outdoors: number | null): Float64Array => {
    const columns = [...byDevice].flatMap(([device, rows]) => {
      if (device === outdoors) return []
      const column = valuesOf(device, quantity)
      const here = rows.filter(row => row.area_id === areaId)
      if (!column || here.length === 0) return []
      return [here.length === rows.length ? column : during(column, placedRanges(here, period), from)]
    })
    return columns.length > 0 ? meanOfColumns(columns, length) : nothing
  }
  return {
    length,
    firstHourOf: areaId => {
      const there = wanted.filter(row => row.area_id === areaId)
      const starts = placedRanges(there, period).map(range => range.from)
      return starts.length > 0 ? Math.floor((Math.min(...starts) - from) / HOUR_MS) : null
    },
    gasesOf: areaId => {
      const here = new Set(
        wanted.filter(row => row.area_id === areaId).flatMap(row => [...(told.get(row.device_id) ?? [])]),
      )
      return EMITTED.filter(one => here.has(one))
    },
    columnsOf: (areaId, outside, of) => {
      const inside = (quantity: Quantity) => columnOf(areaId, quantity, outside)
      const outdoor = (quantity: Quantity) => (outside !== null && valuesOf(outside, quantity)) || nothing
      return {
        temperature: inside('temperature'),
        humidity: inside('humidity'),
        co2: inside('co2'),
        gas: inside(of),
        pressure: inside('pressure'),
        weather_pressure: values.get(station)?.get(WEATHER_PRESSURE) ?? nothing,
        fan_speed: inside('fan_speed'),
        air_flow: inside('air_flow'),
        co2_outdoors: outdoor('co2'),
        gas_outdoors: outdoor(of),
      }
    },
  }
}

/** Gases that devices measured within some time (epoch ms), each while it hung where `placements` say. */
export const gasesMeasured = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  placements: readonly PlacementRow[],
  period: Interval,
): Promise<Emitted[]> => {
  const sources = placedSources(placements, period)
  const ids = sources.map(({ deviceId }) => deviceId)
  const told = await gasesTold(series, sources, await summedHoursOf(db, ids, period))
  return EMITTED.filter(gas => [...told.values()].some(gases => gases.has(gas)))
}

const KEYS_OF_GASES = EMITTED.flatMap(gas => KEYS[gas].map(key => [key, gas] as const))

/** Gases that each device measured. */
const gasesTold = async (
  series: Services['series'],
  sources: readonly SeriesSource[],
  summed: SummedHours | null,
): Promise<Map<number, Set<Emitted>>> => {
  const keys = KEYS_OF_GASES.map(([key]) => key)
  const hours = hoursIn({ parts: [sources], keys, summed, columns: ['count'] })
  if (!hours) return new Map()
  const rows = await readRows(
    series,
    { device_id: number, keys: listOf(textColumn) },
    `SELECT device_id, groupUniqArray(toString(key)) AS keys FROM (${hours.query}) GROUP BY device_id`,
    hours.params,
  )
  const gasOf = new Map<string, Emitted>(KEYS_OF_GASES)
  return new Map(rows.map(row => [row.device_id, new Set(row.keys.flatMap(key => gasOf.get(key) ?? []))]))
}

/** Hours of one device and key with at least half of their regular bins. */
const validHours = (
  { at, means, few_at, few_bins, usual }: RowOf<typeof HOUR_COLUMNS>,
  uploadInterval: number,
  length: number,
): Float64Array => {
  const least = leastBins(regularBins(usual, uploadInterval))
  const column = new Float64Array(length).fill(Number.NaN)
  at.forEach((hour, place) => {
    column[hour] = means[place] ?? Number.NaN
  })
  few_at.forEach((hour, place) => {
    if ((few_bins[place] ?? 0) < least) column[hour] = Number.NaN
  })
  return column
}

const during = (column: Float64Array, ranges: readonly Interval[], from: number): Float64Array => {
  const kept = new Float64Array(column.length).fill(Number.NaN)
  for (const range of ranges) {
    const [first, last] = [Math.floor((range.from - from) / HOUR_MS), Math.ceil((range.until - from) / HOUR_MS)]
    kept.set(column.subarray(Math.max(0, first), last), Math.max(0, first))
  }
  return kept
}

const meanOfColumns = (columns: readonly Float64Array[], length: number): Float64Array => {
  if (columns.length === 1) return lastOf(columns)
  return Float64Array.from({ length }, (_, at) => {
    let [sum, count] = [0, 0]
    for (const column of columns) {
      const value = column[at] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      count++
    }
    return count > 0 ? sum / count : Number.NaN
  })
}
