import type { AreaExposure, ExposureMeasured } from '#shared/contract/places/flocks.ts'
import { STRESS_FROM } from '#shared/rules/insights/insights-heat.ts'
import { DARK } from '#shared/rules/insights/insights-others.ts'
import { EXPOSURE_MEASURES, type ExposureBy, type ExposureMeasure } from '#shared/rules/locations/exposure.ts'
import { runsOn } from '#shared/rules/locations/rounds.ts'
import {
  addExposure,
  addHour,
  addMeans,
  type Exposure,
  type ExposureBounds,
  type MeasuredHour,
  noExposure,
} from '#shared/rules/science/exposure.ts'
import { thiCattle } from '#shared/rules/science/humidity.ts'
import { leastBins } from '#shared/rules/science/statistics.ts'
import { type Dates, datesWithin, dayAfter, periodsWithin, startOfDate } from '#shared/rules/time/calendar-periods.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Services } from '../kit/services.ts'
import { type EmissionPlace, namesOfArea } from '../locations/places.ts'
import { type KeptRounds, roundsOfAnimals } from '../locations/rounds/animals.ts'
import { boundariesOn } from '../locations/rounds/comfort.ts'
import { AREA_TYPES } from '../taxonomy/area-types.ts'
import { boundariesOf } from '../taxonomy/types.ts'
import { type DeviceHours, loadPlaceHours, meansOfHour, type PlaceHours } from './hours.ts'

/** Measurements that stand for a quantity; the first that a device sends does. */
const KEYS = {
  t: ['t', 'temp_deg_c'],
  h: ['h', 'rv_perc'],
  co2: ['co2', 'co2_ppm'],
  nh3: ['nh3', 'nh3_ppm'],
  h2s: ['h2s', 'h2s_ppm'],
  light: ['light'],
} as const satisfies Record<Exclude<ExposureMeasure, 'thi'>, readonly string[]>

type Area = EmissionPlace['areas'][number]

/** Day of a measure: what the animals were exposed to, and the hours that could have been measured. */
interface ExposedDay {
  exposure: Exposure
  expected: number
}

interface DayBounds {
  bounds: ExposureBounds
  byAge: boolean
}

/** Local days of a place by their hours, and the rounds of one of its areas. */
interface AreaDays {
  area: Area
  kept: KeptRounds
  dates: readonly string[]
  /** Index of the first hour of each date, and of the one after the last. */
  starts: readonly number[]
  isEmpty: (date: string) => boolean
}

/** Exposure of all areas of a place on local days, from ≤ day < until, by week or round. Nothing of it is kept. */
export const exposureOfPlace = async (
  services: Pick<Services, 'db' | 'series' | 'now'>,
  place: EmissionPlace,
  within: Dates,
  by: ExposureBy,
  wanted: readonly ExposureMeasure[] = EXPOSURE_MEASURES,
): Promise<AreaExposure[]> => {
  const zone = knownZone(place.time_zone)
  const dates = datesWithin(within)
  const from = Math.floor(startOfDate(within.from, zone) / HOUR_MS) * HOUR_MS
  const over = Math.floor(services.now() / HOUR_MS) * HOUR_MS
  const until = Math.max(from, Math.min(startOfDate(within.until, zone), over))
  const areaIds = place.areas.map(({ id }) => id)
  const roundsOf = await roundsOfAnimals(services.db, areaIds, within.from, within.until)
  const hours = await loadPlaceHours(services, {
    locationId: place.id,
    areaIds: new Set(areaIds),
    keys: Object.entries(KEYS).flatMap(([measure, keys]) => (isNeeded(wanted, measure) ? keys : [])),
    period: { from, until },
  })
  const starts = [...dates, within.until].map(date =>
    Math.min(hours.length, Math.ceil((startOfDate(date, zone) - from) / HOUR_MS)),
  )
  const areas = place.areas.map((area): AreaDays => {
    const kept = roundsOf(area.id)
    const isEmpty = (date: string) =>
      kept.roundsSince !== null && date >= kept.roundsSince && !kept.rounds.some(round => runsOn(round, date))
    return { area, kept, dates, starts, isEmpty }
  })
  const measured = await exposedDays(hours, areas, wanted)
  return areas.map((days, index) => presentArea(place, days, measured[index] ?? new Map(), by))
}

/** Tells whether a measurement is needed: the THI is made of temperature and humidity. */
const isNeeded = (wanted: readonly ExposureMeasure[], measure: string): boolean =>
  wanted.some(one => one === measure || (one === 'thi' && (measure === 't' || measure === 'h')))

/** Bounds of a measure in an area on a date; null where the animals have none. */
const boundsOn = ({ area, kept }: AreaDays, measure: ExposureMeasure, date: string): DayBounds | null => {
  const kind = AREA_TYPES.find(({ id }) => id === area.area_type_id)?.key ?? ''
  if (measure === 'thi') {
    const high = STRESS_FROM[kind]
    return high === undefined ? null : { bounds: { low: null, high }, byAge: false }
  }
  const [key] = KEYS[measure]
  const found = boundariesOn({ area_type_id: area.area_type_id, rounds: kept.rounds }, key, date)
  if (measure === 'light') return { bounds: { low: DARK, high: found?.low_value ?? null }, byAge: false }
  if (!found) return null
  if (measure !== 't' && measure !== 'h')
    return found.limit_value === null ? null : { bounds: { low: null, high: found.limit_value }, byAge: false }
  const bounds = {
    low: found.low_is_bad ? found.low_value : null,
    high: found.high_is_bad ? found.high_value : null,
  }
  return { bounds, byAge: found !== boundariesOf(key, area.area_type_id) }
}

type Days = ReadonlyMap<ExposureMeasure, readonly ExposedDay[]>

/** Hour of which the means of five minutes have to say how much of it lies beyond a bound. */
interface MixedHour {
  day: ExposedDay
  hour: number
  devices: readonly DeviceHours[]
  share: number
  bounds: ExposureBounds
}

/** Days of each measure of each area, by their hours, and where these lie on both sides of a bound by their means. */
const exposedDays = async (
  hours: PlaceHours,
  areas: readonly AreaDays[],
  wanted: readonly ExposureMeasure[],
): Promise<Days[]> => {
  const mixed: MixedHour[] = []
  const found = areas.map((days): Days => {
    const columns = new Map(
      Object.entries(KEYS).map(([measure, keys]) => [measure, hours.devicesOf(days.area.id, keys)] as const),
    )
    return new Map(
      wanted.flatMap(measure => {
        const devices = measure === 'thi' ? [] : (columns.get(measure) ?? [])
        const hourOf =
          measure === 'thi' ? heatHours(columns.get('t') ?? [], columns.get('h') ?? []) : areaHours(devices)
        if (!hourOf) return []
        const of = daysOfMeasure(days, measure, hourOf, (day, hour, share, bounds) =>
          mixed.push({ day, hour, devices: devices.filter(one => one.here[hour] && one.bins[hour]), share, bounds }),
        )
        return of ? [[measure, of] as const] : []
      }),
    )
  })
  await addMixed(hours, mixed)
  return found
}

const addMixed = async (hours: PlaceHours, mixed: readonly MixedHour[]): Promise<void> => {
  const wanted = mixed.flatMap(({ devices, hour }) => devices.map(({ deviceId, key }) => ({ deviceId, key, hour })))
  const byDevice = Map.groupBy(wanted, ({ deviceId, key }) => `${deviceId} ${key}`)
  const meansOf = await hours.meansOf(
    [...byDevice.values()].flatMap(of => {
      const [first] = of
      return first ? [{ deviceId: first.deviceId, key: first.key, hours: of.map(({ hour }) => hour) }] : []
    }),
  )
  for (const { day, hour, devices, share, bounds } of mixed) {
    const means = meansOfHour(
      devices.map(({ deviceId, key }) => meansOf(deviceId, key)),
      hour,
    )
    addMeans(day.exposure, means, share, bounds)
  }
}

/** Hour of an area, null where it was not measured, undefined where nothing that measures it hung there. */
type HourOf = (hour: number) => MeasuredHour | null | undefined

/** Hours of a quantity, of several devices as one; null where none measured it. */
const areaHours = (devices: readonly DeviceHours[]): HourOf | null => {
  if (devices.length === 0) return null
  return hour => {
    let [isHere, minimum, maximum, sum, count, share] = [false, Infinity, -Infinity, 0, 0, 0]
    for (const device of devices) {
      if (!device.here[hour]) continue
      isHere = true
      const bins = device.bins[hour] ?? 0
      if (bins === 0) continue
      minimum = Math.min(minimum, device.minimum[hour] ?? Infinity)
      maximum = Math.max(maximum, device.maximum[hour] ?? -Infinity)
      sum += device.mean[hour] ?? 0
      count++
      share = Math.max(share, Math.min(1, bins / device.regular))
    }
    if (!isHere) return undefined
    return count === 0 ? null : { minimum, maximum, mean: sum / count, share }
  }
}

/** THI of the hours that are valid for temperature and humidity (science §3); of animals with another index by the same formula as in the insights. */
const heatHours = (temperature: readonly DeviceHours[], humidity: readonly DeviceHours[]): HourOf | null => {
  const [t, h] = [areaHours(validOnly(temperature)), areaHours(validOnly(humidity))]
  if (!t || !h) return null
  return hour => {
    const [warm, damp] = [t(hour), h(hour)]
    if (warm === undefined || damp === undefined) return undefined
    if (warm === null || damp === null) return null
    const value = thiCattle(warm.mean, damp.mean)
    return { minimum: value, maximum: value, mean: value, share: 1 }
  }
}

/** Devices without the hours that have less than half of their means. */
const validOnly = (devices: readonly DeviceHours[]): DeviceHours[] =>
  devices.map(device => {
    const least = leastBins(device.regular)
    return { ...device, bins: device.bins.map(bins => (bins >= least ? bins : 0)) }
  })

/** Days of a measure; null where nobody has bounds for it. */
const daysOfMeasure = (
  days: AreaDays,
  measure: ExposureMeasure,
  hourOf: HourOf,
  onMixed: (day: ExposedDay, hour: number, share: number, bounds: ExposureBounds) => void,
): ExposedDay[] | null => {
  let any = false
  const found = days.dates.map((date, index): ExposedDay => {
    const day: ExposedDay = { exposure: noExposure(), expected: 0 }
    const known = days.isEmpty(date) ? null : boundsOn(days, measure, date)
    if (!known) return day
    any = true
    for (let hour = days.starts[index] ?? 0; hour < (days.starts[index + 1] ?? 0); hour++) {
      const one = hourOf(hour)
      if (one === undefined) continue
      day.expected++
      if (one === null) continue
      if (!addHour(day.exposure, one, known.bounds)) onMixed(day, hour, one.share, known.bounds)
    }
    return day
  })
  return any ? found : null
}

type Round = KeptRounds['rounds'][number]
interface Part extends Dates {
  round: Round | null
}

const endOf = ({ date_out }: Round, last: string): string =>
  date_out === null || date_out > last ? dayAfter(last) : date_out

/** Weeks of the days, or the rounds that ran in them, the newest first, cut at both ends. */
const partsOf = ({ dates, kept }: AreaDays, by: ExposureBy): Part[] => {
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  if (by === 'week')
    return periodsWithin({ from: first, until: dayAfter(last) }, 'week')
      .map(week => ({ ...week, round: null }))
      .toReversed()
  return kept.rounds
    .map(round => ({ round, from: [round.date_in, first].toSorted().at(-1) ?? first, until: endOf(round, last) }))
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))
}

const presentArea = (place: EmissionPlace, days: AreaDays, measured: Days, by: ExposureBy): AreaExposure => {
  const { area, dates, starts, isEmpty } = days
  const length = starts.at(-1) ?? 0
  const parts = partsOf(days, by).map(({ from, until, round }) => {
    const begun = dates.flatMap((date, index) =>
      date >= from && date < until && (starts[index] ?? 0) < length ? [{ date, index }] : [],
    )
    return {
      from,
      until,
      round: round && {
        id: round.id,
        name: round.name,
        date_in: round.date_in,
        date_out: round.date_out,
        animals: round.animals,
      },
      days: begun.length,
      empty_days: begun.filter(({ date }) => isEmpty(date)).length,
      measures: [...measured].flatMap(([measure, of]) => presentMeasure(days, measure, of, begun)),
    }
  })
  return {
    ...namesOfArea(place, area),
    // Weeks before anything was measured tell nothing.
    parts: parts.filter(({ round, measures }) => round !== null || measures.length > 0),
  }
}

const presentMeasure = (
  days: AreaDays,
  measure: ExposureMeasure,
  of: readonly ExposedDay[],
  begun: readonly { date: string; index: number }[],
): ExposureMeasured[] => {
  const some = begun.flatMap(({ index }) => of[index] ?? [])
  const expected = some.reduce((sum, day) => sum + day.expected, 0)
  if (expected === 0) return []
  const { hours, below, above, load } = some.reduce((sum, day) => addExposure(sum, day.exposure), noExposure())
  const known = begun.flatMap(({ date, index }) =>
    (of[index]?.expected ?? 0) > 0 ? (boundsOn(days, measure, date) ?? []) : [],
  )
  const bounds = known.at(-1)?.bounds ?? { low: null, high: null }
  return [
    {
      measure,
      ...bounds,
      by_age: known.some(({ byAge }) => byAge),
      hours,
      coverage: Math.min(1, hours / expected),
      below,
      above,
      load: measure === 'light' ? null : load,
    },
  ]
}
