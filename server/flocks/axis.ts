import type { AxisRound, RoundAxis } from '#shared/contract/places/flocks.ts'
import type { AxisMeasure } from '#shared/rules/locations/exposure.ts'
import {
  bestAndWorst,
  emptySinceDay,
  isComparable,
  massBesideCurve,
  meanOfDays,
} from '#shared/rules/locations/round-axis.ts'
import { bandAt, bandOf } from '#shared/rules/locations/round-bands.ts'
import { ageOn, animalsOfRound, runsOn, sumOfCounts, wantedAt } from '#shared/rules/locations/rounds.ts'
import { EMPTY_CO2, leastBins, VALID_DAY_HOURS } from '#shared/rules/science/statistics.ts'
import { type Dates, datesWithin, dayAfter, dayBefore, startOfDate } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { sourcedPermitOf } from '../emissions/permits.ts'
import { reckonPlace } from '../emissions/reckoning.ts'
import type { Services } from '../kit/services.ts'
import type { EmissionPlace } from '../locations/places.ts'
import { type KeptRounds, roundsOfAnimals } from '../locations/rounds/animals.ts'
import { limitSourceOf } from '../taxonomy/limit-sources.ts'
import { boundariesOf, measurementTypeOf } from '../taxonomy/types.ts'
import { exposureOfPlace } from './exposure.ts'
import { type DeviceHours, loadPlaceHours } from './hours.ts'
import { waterOfArea } from './water.ts'

/** Measurements that stand for a quantity; the first that a device sends does. */
const KEYS = {
  t: ['t', 'temp_deg_c'],
  h: ['h', 'rv_perc'],
  co2: ['co2', 'co2_ppm'],
  nh3: ['nh3', 'nh3_ppm'],
  weight: ['weight', 'weight_kg'],
} as const satisfies Record<Exclude<AxisMeasure, 'emission' | 'water'>, readonly string[]>

/** Rounds of one answer, and the days that are looked back: costs do not grow with history. */
const MAX_ROUNDS = 8
const MAX_DAYS = 731

const DAY_HOURS = DAY_MS / HOUR_MS
/** Days of the year that a permitted factor is shared among, as in emission-permit.ts. */
const DAYS_A_YEAR = 365

/** Name of a measure in a curve. */
const WANTED = { t: 'temperature', h: 'humidity', weight: 'mass', water: 'water' } as const
const wantedOf = (measure: AxisMeasure) => (measure in WANTED ? WANTED[measure as keyof typeof WANTED] : null)

type Stores = Pick<Services, 'db' | 'series' | 'now'>
type Area = EmissionPlace['areas'][number]
type Round = KeptRounds['rounds'][number]

/** Value of a local day and the share of its hours that have one. */
interface DayValue {
  value: number | null
  coverage: number
}

/** Rounds of an area by day of age. `place` holds that area alone. */
export const roundAxis = async (
  services: Stores,
  place: EmissionPlace,
  area: Area,
  measure: AxisMeasure,
): Promise<RoundAxis> => {
  const today = localDateAt(services.now(), place.time_zone)
  const oldest = localDateAt(services.now() - MAX_DAYS * DAY_MS, place.time_zone)
  const { rounds: kept } = (await roundsOfAnimals(services.db, [area.id], oldest, dayAfter(today)))(area.id)
  const rounds = kept.toSorted((a, b) => (a.date_in < b.date_in ? 1 : -1)).slice(0, MAX_ROUNDS)
  // A round that began before, as one of laying hens may, is on the axis with its days since then.
  const first = rounds.at(-1)?.date_in ?? today
  const within = { from: [oldest, first].toSorted().at(-1) ?? oldest, until: dayAfter(today) }
  const valueOn = await dayValues(services, place, area, { measure, rounds, within })
  const scores = rounds.length > 0 ? await exposureScores(services, place, measure, within) : new Map<number, number>()
  const compared = rounds.map(round => axisRound(round, measure, within, valueOn, scores))
  const judged_by =
    scores.size > 0 ? 'exposure' : measure === 'emission' ? 'emission' : measure === 'weight' ? 'curve' : null
  return {
    area_id: area.id,
    area_name: area.name,
    measure,
    unit: unitOf(measure),
    rounds: compared,
    band: await axisBand(services, area, { measure, rounds, within }),
    ...(compared.some(({ score }) => score !== null)
      ? { judged_by, ...bestAndWorst(compared, measure === 'weight' ? 'more' : 'less') }
      : { judged_by: null, best: null, worst: null }),
  }
}

const unitOf = (measure: AxisMeasure): string => {
  if (measure === 'emission') return 'g'
  return measure === 'water' ? 'L' : (measurementTypeOf(KEYS[measure][0])?.unit ?? '')
}

/** Local days of a round within those that are looked at. */
const daysOf = ({ date_in, date_out }: Round, { from, until }: Dates): string[] =>
  datesWithin({
    from: [date_in, from].toSorted().at(-1) ?? from,
    until: date_out !== null && date_out < until ? date_out : until,
  })

const axisRound = (
  round: Round,
  measure: AxisMeasure,
  within: Dates,
  valueOn: (date: string) => DayValue,
  scores: ReadonlyMap<number, number>,
): AxisRound => {
  const dates = daysOf(round, within)
  const days = dates.map(valueOn)
  const [age, value] = [dates.map(date => ageOn(round, date)), days.map(day => day.value)]
  const mean = meanOfDays(value)
  const counted = sumOfCounts(round.losses)
  const score =
    measure === 'emission'
      ? mean
      : measure === 'weight'
        ? round.curve && massBesideCurve(age, value, round.curve)
        : (scores.get(round.id) ?? null)
  return {
    id: round.id,
    name: round.name,
    date_in: round.date_in,
    date_out: round.date_out,
    animals: round.animals + counted.in,
    lost: counted.lost,
    age,
    value,
    coverage: days.map(({ coverage }) => coverage),
    mean,
    score: isComparable(value) ? score : null,
  }
}

type Band = NonNullable<RoundAxis['band']>

/** Band of a measure: as it was typed, by a curve, by the limit of a gas, or by the permit. */
const axisBand = async (
  { db }: Pick<Services, 'db'>,
  area: Area,
  { measure, rounds, within }: { measure: AxisMeasure; rounds: readonly Round[]; within: Dates },
): Promise<Band | null> => {
  const gas = measure === 'co2' || measure === 'nh3' ? limitBand(KEYS[measure], area, rounds, within) : null
  const round = rounds.find(one => bandOf(one.bands, measure) !== null || hasCurveOf(one, measure))
  const own = round ? ownBand(round, measure, agesOf(rounds, within)) : null
  // The limit stays what rounds are compared by, whatever somebody wants.
  if (own) return { ...own, limit: gas?.limit ?? null, source: gas?.source ?? null }
  if (measure === 'emission') return permittedBand(db, area, rounds, within)
  return gas ?? (round ? curveBand(round, measure) : null)
}

/** Tells whether the curve of a round says something of a measure. */
const hasCurveOf = ({ curve }: Round, measure: AxisMeasure): boolean => {
  const wanted = wantedOf(measure)
  return wanted !== null && (curve?.points.some(point => point[wanted] != null) ?? false)
}

/** Band that was typed with a round, at its days of age and those that rounds went through; null without one. */
const ownBand = ({ id, bands }: Round, measure: AxisMeasure, ages: readonly number[]): Band | null => {
  const band = bandOf(bands, measure)
  if (!band) return null
  const all = [...ages, ...band.points.map(point => point.age)]
  const edges = daysOfAge(all).map(day => ({ day, ...(bandAt(band, day) ?? { low: null, high: null }) }))
  return {
    ...NO_SOURCE,
    kind: 'own',
    round_id: id,
    age: edges.map(({ day }) => day),
    value: edges.map(() => null),
    low: edges.map(({ low }) => low),
    high: edges.map(({ high }) => high),
  }
}

/** Wants of a round whose curve says something of the measure. */
const curveBand = (round: Round, measure: AxisMeasure): Band | null => {
  const wanted = wantedOf(measure)
  const { curve } = round
  if (!wanted || !curve) return null
  const known = curve.points.flatMap(point => (point[wanted] == null ? [] : [point.age]))
  const age = daysOfAge(known)
  const margin = { temperature: curve.temperature_margin, humidity: curve.humidity_margin, mass: null, water: null }[
    wanted
  ]
  const value = age.map(day => wantedAt(curve, wanted, day) ?? 0)
  const edge = (sign: number) => value.map(one => (margin === null ? null : one + sign * margin))
  return {
    ...NO_SOURCE,
    kind: 'curve',
    round_id: round.id,
    preset: round.preset,
    age,
    value,
    low: edge(-1),
    high: edge(1),
  }
}

const NO_SOURCE = { round_id: null, preset: null, source: null, since: null, limit: null }

/** Days of age that the rounds went through. */
const agesOf = (rounds: readonly Round[], within: Dates): number[] =>
  daysOfAge(rounds.flatMap(round => daysOf(round, within).map(date => ageOn(round, date))))

/** Every day from the first to the last of some days of age. */
const daysOfAge = (ages: readonly number[]): number[] => {
  if (ages.length === 0) return []
  const first = Math.min(...ages)
  return Array.from({ length: Math.max(...ages) - first + 1 }, (_, index) => first + index)
}

/** Comfort and limit of a gas for the kind of animals, which are the same at any age. */
const limitBand = (keys: readonly string[], area: Area, rounds: readonly Round[], within: Dates): Band | null => {
  const [key = ''] = keys
  const age = agesOf(rounds, within)
  const found = boundariesOf(key, area.area_type_id)
  if (!found || age.length === 0) return null
  const { high_value, limit_value: limit } = found
  const of = (value: number | null) => age.map(() => value)
  const source = limitSourceOf(key, area.area_type_id)
  return { ...NO_SOURCE, kind: 'limit', source, age, value: of(null), low: of(0), high: of(high_value), limit }
}

/** Permitted g for each place and day through the newest round, by what holds on each of its days; null without a factor. */
const permittedBand = async (
  db: Services['db'],
  area: Area,
  [newest]: readonly Round[],
  within: Dates,
): Promise<Band | null> => {
  if (!newest) return null
  const permitOn = await sourcedPermitOf(db, area)
  const days = daysOf(newest, within).map(date => ({ age: ageOn(newest, date), kg: permitOn(date).kg }))
  const known = days.flatMap(({ age, kg }) => (kg === null ? [] : [{ age, grams: (1000 * kg) / DAYS_A_YEAR }]))
  if (known.length === 0) return null
  const { source, since } = permitOn(dayBefore(within.until))
  return {
    ...NO_SOURCE,
    kind: 'permit',
    source,
    since,
    age: known.map(({ age }) => age),
    value: known.map(() => null),
    low: known.map(() => 0),
    high: known.map(({ grams }) => grams),
  }
}

/** Shares of the measured hours beyond comfort or over the limit, as the ledger of exposure has them. */
const exposureScores = async (
  services: Stores,
  place: EmissionPlace,
  measure: AxisMeasure,
  within: Dates,
): Promise<Map<number, number>> => {
  if (measure === 'weight' || measure === 'water' || measure === 'emission') return new Map()
  const [exposed] = await exposureOfPlace(services, place, within, 'round', [measure])
  return new Map(
    (exposed?.parts ?? []).flatMap(({ round, measures }) =>
      measures.flatMap(({ hours, below, above }) =>
        round && hours > 0 ? [[round.id, (below + above) / hours] as const] : [],
      ),
    ),
  )
}

/** Values of local days: means of valid hours; g of NH3 for each animal of a valid day; litres for each animal. */
const dayValues = async (
  services: Stores,
  place: EmissionPlace,
  area: Area,
  { measure, rounds, within }: { measure: AxisMeasure; rounds: readonly Round[]; within: Dates },
): Promise<(date: string) => DayValue> => {
  const none: DayValue = { value: null, coverage: 0 }
  if (measure === 'emission') {
    const [reckoned] = await reckonPlace(services, place, 'nh3', within)
    const days = new Map(reckoned?.days.map(day => [day.date, day]))
    return date => {
      const day = days.get(date)
      if (!day || day.hours === 0) return none
      const isKnown = day.results >= VALID_DAY_HOURS && day.kind === 'valid'
      const value = isKnown && day.animals ? (DAY_HOURS * day.grams) / day.animals : null
      return { value, coverage: day.results / day.hours }
    }
  }
  if (measure === 'water') {
    const water = await waterOfArea(services.db, { ...area, location_id: place.id }, place.time_zone, within)
    const days = new Map(water.map(({ date, litres }) => [date, litres]))
    return date => {
      const [litres, round] = [days.get(date), rounds.find(one => runsOn(one, date))]
      const animals = round ? animalsOfRound(round, date) : 0
      return litres === undefined || animals === 0 ? none : { value: litres / animals, coverage: 1 }
    }
  }
  const means = await dailyMeans(services, place, area, KEYS[measure], within)
  return date => means.get(date) ?? none
}

/** Means of local days of an area, of the valid hours of its devices; null with less than three quarters of a day. */
const dailyMeans = async (
  services: Stores,
  place: EmissionPlace,
  area: Area,
  keys: readonly string[],
  within: Dates,
): Promise<Map<string, DayValue>> => {
  const zone = knownZone(place.time_zone)
  const dates = datesWithin(within)
  const from = Math.floor(startOfDate(within.from, zone) / HOUR_MS) * HOUR_MS
  const over = Math.floor(services.now() / HOUR_MS) * HOUR_MS
  const until = Math.max(from, Math.min(startOfDate(within.until, zone), over))
  const areaIds = new Set([area.id])
  const hours = await loadPlaceHours(services, { locationId: place.id, areaIds, keys, period: { from, until } })
  const devices = hours.devicesOf(area.id, keys)
  const startOf = (date: string) => Math.min(hours.length, Math.ceil((startOfDate(date, zone) - from) / HOUR_MS))
  return new Map(
    dates.map(date => {
      const [first, next] = [startOf(date), startOf(dayAfter(date))]
      const values = Array.from({ length: next - first }, (_, index) => meanOfHour(devices, first + index))
      const valid = values.filter(value => value !== null).length
      const value = valid >= VALID_DAY_HOURS ? meanOfDays(values) : null
      return [date, { value, coverage: values.length > 0 ? valid / values.length : 0 }]
    }),
  )
}

const meanOfHour = (devices: readonly DeviceHours[], hour: number): number | null =>
  meanOfDays(
    devices.map(({ here, bins, mean, regular }) =>
      here[hour] && (bins[hour] ?? 0) >= leastBins(regular) ? (mean[hour] ?? null) : null,
    ),
  )

/** Days that are looked back for air that is like that of an empty barn. */
const LOOKED_BACK = 14

/** The running round of an area whose barn seems empty by its CO2; null where none does, or somebody said that it is not. */
export const emptiedRound = async (
  services: Stores,
  place: EmissionPlace,
  area: Area,
): Promise<{ id: number; since: string } | null> => {
  const today = localDateAt(services.now(), place.time_zone)
  const from = localDateAt(services.now() - LOOKED_BACK * DAY_MS, place.time_zone)
  const { rounds } = (await roundsOfAnimals(services.db, [area.id], from, dayAfter(today)))(area.id)
  const round = rounds.find(one => one.date_out === null && runsOn(one, today))
  if (!round) return null
  const within = { from: [round.date_in, from].toSorted().at(-1) ?? from, until: today }
  if (within.from >= within.until) return null
  const means = await dailyMeans(services, place, area, KEYS.co2, within)
  const since = emptySinceDay(
    [...means].map(([date, { value }]) => ({ date, isEmpty: value === null ? null : value <= EMPTY_CO2 })),
  )
  return since === null || (round.occupied_on !== null && round.occupied_on >= since) ? null : { id: round.id, since }
}
