import type {
  AreaEmission,
  EmissionPeriod,
  EmissionsAnswer,
  EmissionsQuery,
} from '#shared/contract/places/emissions.ts'
import { heldWithin, placesOn, traitsUsed, ventilationOn } from '#shared/rules/locations/emission-settings.ts'
import { heatAt20, heatStatusOf, temperatureStatusOf } from '#shared/rules/science/animal-heat.ts'
import { isCattle, isIndicative, plausibleNh3 } from '#shared/rules/science/emission-chain.ts'
import {
  coverageOf,
  type EmissionSum,
  forecastOf,
  isInNumbers,
  shareOfSum,
  sumOfAreas,
  sumOfDays,
  sumsUntil,
  togetherUntil,
  uncertaintyOfSum,
  verdictOf,
} from '#shared/rules/science/emission-sum.ts'
import {
  type Dates,
  datesWithin,
  dayAfter,
  dayBefore,
  periodsWithin,
  startOfPeriod,
} from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { namesOfArea } from '../locations/places.ts'
import type { ReckonedArea } from './reckoning.ts'

const around = (kg: number | null, uncertainty: number) => ({
  kg,
  kg_low: kg === null ? null : kg - uncertainty,
  kg_high: kg === null ? null : kg + uncertainty,
})

const periodOf = (sum: EmissionSum, { from, until }: Dates): EmissionPeriod => {
  const { per_place, per_animal, per_unit } = shareOfSum(sum)
  const counted = sum.valid_days + sum.filled_days + sum.vacant_days
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
  return {
    from,
    until,
    ...around(sum.kg, uncertaintyOfSum(sum)),
    kg_per_place_year: per_place,
    kg_per_animal_year: per_animal,
    grams_per_unit_hour: per_unit,
    // Days none of which counts permit nothing that could be said: 0 kg would be a permit of nothing.
    permitted_kg: counted > 0 ? sum.permitted : null,
    ceiling_kg: sum.ceiling,
    ...verdictOf(sum),
    coverage: coverageOf(sum),
    filled: share(sum.filled_days, counted),
    vacant: share(sum.vacant_days, counted),
    uncertain: share(sum.uncertain, sum.results),
    negative: share(sum.negative, sum.results),
    days: sum.days,
    valid_days: sum.valid_days,
    missing_days: sum.missing_days,
    untold_days: sum.untold_days,
    annual: sum.is_annual,
  }
}

const daysIn = ({ days }: ReckonedArea, { from, until }: Dates) =>
  days.filter(({ date }) => date >= from && date < until)

/** Emission of areas as the contract shows it. */
export const answerOf = (
  areas: readonly ReckonedArea[],
  { gas, interval }: Pick<EmissionsQuery, 'gas' | 'interval'>,
  within: Dates,
  now: number,
): EmissionsAnswer => {
  const periods = periodsWithin(within, interval)
  const summed = areas.map((area): SummedArea => {
    const of = (period: Dates) => ({ ...period, sum: sumOfDays(daysIn(area, period)) })
    return { area, sum: sumOfDays(area.days), periods: periods.map(of) }
  })
  const inSum = summed.filter(({ area }) => area.isInSum)
  const counted = inSum.map(({ area }) => area)
  const sums = inSum.map(({ sum }) => sum)
  const total = sumOfAreas(sums)
  return {
    gas,
    ...within,
    total: periodOf(total, within),
    periods: periods.map((period, index) =>
      periodOf(sumOfAreas(inSum.flatMap(one => one.periods[index]?.sum ?? [])), period),
    ),
    areas: summed.map(one => areaAnswer(one, within, gas)),
    cumulative: cumulativeOf(counted, within, now),
    forecast: isRunningYear(within, counted, now) ? forecastAnswer(sums, total) : null,
  }
}

/** An area with the sums of all its days and of each period. */
interface SummedArea {
  area: ReckonedArea
  sum: EmissionSum
  periods: (Dates & { sum: EmissionSum })[]
}

const areaAnswer = (
  { area: reckoned, sum, periods }: SummedArea,
  within: Dates,
  gas: EmissionsAnswer['gas'],
): AreaEmission => {
  const { area, place, settings, state, kind } = reckoned
  const animal = state?.animals?.animal ?? null
  const bounds = gas === 'nh3' && kind ? plausibleNh3(kind) : null
  const total = periodOf(sum, within)
  const each = total.kg_per_animal_year
  const lastDay = dayBefore(within.until)
  return {
    ...namesOfArea(place, area),
    in_sum: reckoned.isInSum,
    animal_places: state ? state.places : placesOn(settings, area, lastDay),
    places: placesIn(reckoned, within),
    ventilation: (state?.ventilation ?? ventilationOn(settings, lastDay)).method,
    methods: reckoned.methods,
    co2_volume_ref: settings.co2_volume_ref,
    total,
    periods: periods.map(period => periodOf(period.sum, period)),
    inputs: reckoned.inputs,
    state: state && {
      animals: state.animals?.count ?? null,
      animals_from: state.animals?.count_from ?? null,
      animals_since: state.animals?.count_since ?? null,
      mass: animal?.mass ?? null,
      mass_from: state.animals?.mass_from ?? null,
      traits: animal ? traitsUsed(animal, state.animals?.typed ?? []) : [],
      heat: animal && heatAt20(animal),
      heat_status: animal && heatStatusOf(animal),
      temperature_status: animal && temperatureStatusOf(animal.kind),
      per_heat_unit: state.per_heat_unit,
      per_heat_unit_typed: state.balanced.co2_per_heat_unit !== null,
      newer_cows: state.balanced.newer_cows && animal?.kind === 'dairy_cattle',
      heat_correction: animal && isCattle(animal.kind) ? state.balanced.heat_correction : 'linear',
      other_co2: state.balanced.other_co2 ?? 0,
      factor: state.factor?.kg ?? null,
      factor_unit: state.factor?.unit ?? null,
      reduced_factor: state.reduced_kg,
    },
    problems: reckoned.problems,
    parts: { ...sum.shared, own: sum.own },
    indicative: animal !== null && isIndicative(animal),
    plausible:
      bounds && each !== null
        ? { least: bounds[0], most: bounds[1], holds: each >= bounds[0] && each <= bounds[1] }
        : null,
    gases: reckoned.gases,
    measured_since:
      reckoned.measuredSince !== null && reckoned.measuredSince > within.from ? reckoned.measuredSince : null,
  }
}

/** Places of the days in the numbers, the oldest first; nobody knows those of some days. */
const placesIn = ({ area, settings, days }: ReckonedArea, within: Dates): AreaEmission['places'] => {
  const held = heldWithin<{ places: number | null }>({ places: area.animal_places }, settings.places_history, within)
  const counted = days.filter(isInNumbers)
  return held.flatMap(({ since, setting: { places } }, index) => {
    const until = held[index + 1]?.since ?? within.until
    const isCounted = counted.some(({ date }) => (since === null || since <= date) && date < until)
    return places !== null && isCounted ? [{ since, places }] : []
  })
}

/** Days that a chart can show each; of more it shows the end of every week. */
const MAX_DAILY = 62
const WEEK_DAYS = 7

/** Sum at the end of each day, or week, until today, with its likely range. */
const cumulativeOf = (areas: readonly ReckonedArea[], within: Dates, now: number): EmissionsAnswer['cumulative'] => {
  const columns: EmissionsAnswer['cumulative'] = { date: [], kg: [], low: [], high: [] }
  if (areas.length === 0) return columns
  const today = todayOf(areas, now)
  const dates = datesWithin({ from: within.from, until: today < within.until ? dayAfter(today) : within.until })
  const isDrawn = (index: number) => dates.length <= MAX_DAILY || (dates.length - 1 - index) % WEEK_DAYS === 0
  const until = areas.map(({ days }) => sumsUntil(days.slice(0, dates.length), isDrawn))
  dates
    .filter((_, index) => isDrawn(index))
    .forEach((date, place) => {
      const sum = togetherUntil(until.flatMap(days => days[place] ?? []))
      const { kg, kg_low, kg_high } = around(sum.kg, uncertaintyOfSum(sum))
      columns.date.push(date)
      columns.kg.push(kg)
      columns.low.push(kg_low)
      columns.high.push(kg_high)
    })
  return columns
}

const todayOf = (areas: readonly ReckonedArea[], now: number): string =>
  areas
    .map(({ place }) => localDateAt(now, place.time_zone))
    .toSorted()
    .at(-1) ?? ''

/** Tells whether the days are a calendar year of which some are still to come. */
const isRunningYear = ({ from, until }: Dates, areas: readonly ReckonedArea[], now: number): boolean => {
  const today = todayOf(areas, now)
  return (
    startOfPeriod(from, 'year') === from &&
    until === `${Number(from.slice(0, 4)) + 1}-01-01` &&
    from <= today &&
    today < until
  )
}

const forecastAnswer = (sums: readonly EmissionSum[], total: EmissionSum): EmissionsAnswer['forecast'] => {
  const found = forecastOf(sums)
  if (!found) return null
  const { permit_rest, run_rate_rest, uncertainty } = found
  const range = around(run_rate_rest, uncertainty ?? 0)
  return {
    permit_rest_kg: permit_rest,
    run_rate_rest_kg: run_rate_rest,
    run_rate_low: range.kg_low,
    run_rate_high: range.kg_high,
    ceiling_kg: total.ceiling,
  }
}
