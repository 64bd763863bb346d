import { monthOf } from '../time/wall-clock.ts'
import { UNSURE } from './emission.ts'
import type { HourOfEmission } from './emission-chain.ts'

/**
 * Days of emission and their sums (science §1.3, §1.4, §1.6). A day is that of the place. kg are of the substance that is
 * worked out.
 */

/** Day of an area, local. */
export interface EmissionDay {
  /** `YYYY-MM-DD`, local. */
  date: string
  /** Hours of the day that are over. */
  hours: number
  /** Hours with a result, and those among them that are uncertain or negative. */
  results: number
  uncertain: number
  negative: number
  /** Means over the hours with a result, g/h and g/h per ppm of ΔCO2; NaN without one. */
  grams: number
  per_ppm_co2: number
  /** Animals present, their live mass in kg, and places; null where nobody knows. */
  animals: number | null
  mass: number | null
  places: number | null
  /** kg that are permitted on a whole day; null without a factor. */
  permitted: number | null
  /** Standard uncertainty of a flow that was measured or typed, as a share; null for the balance of CO2. */
  flow_uncertainty: number | null
  /** Standard uncertainty of the difference in the gas, as a share; 0 for CO2 by its own balance. */
  gas_uncertainty: number
  /** Tells that N2O of its month may be the noise of its sensor: no number speaks of it, and none lacks it. */
  untold?: boolean
}

const ENOUGH_HOURS = 0.75

/** Tells whether a day has results for 75 % of its hours (J, §1.3 no. 3). */
export const isValidDay = ({ hours, results }: Pick<EmissionDay, 'hours' | 'results'>): boolean =>
  results > 0 && results >= ENOUGH_HOURS * hours

/** Hours of a day with a result, taken one by one: a year of ten areas has 87,600 of them. */
export class HoursOfDay {
  #grams = 0
  #per_ppm_co2 = 0
  #uncertain = 0
  #negative = 0
  results = 0

  add({ grams, per_ppm_co2, certainty }: HourOfEmission): void {
    this.results++
    this.#grams += grams
    this.#per_ppm_co2 += per_ppm_co2
    if (certainty === 'uncertain') this.#uncertain++
    if (grams < 0) this.#negative++
  }

  /** Means of the hours; NaN without one. */
  means(): Pick<EmissionDay, 'results' | 'uncertain' | 'negative' | 'grams' | 'per_ppm_co2'> {
    const { results } = this
    return {
      results,
      uncertain: this.#uncertain,
      negative: this.#negative,
      grams: this.#grams / results,
      per_ppm_co2: this.#per_ppm_co2 / results,
    }
  }
}

export type DayKind = 'valid' | 'filled' | 'vacant' | 'missing' | 'untold'

/** Kinds of days that are in no sum. */
const NOT_COUNTED: ReadonlySet<DayKind> = new Set(['missing', 'untold'])
/** Tells whether a day is in sums. */
export const isInNumbers = ({ kind }: Pick<CountedDay, 'kind'>): boolean => !NOT_COUNTED.has(kind)

/**
 * Parts of the standard uncertainty of a sum, kg. A sensor and a formula err alike at all hours, so within an area each part
 * adds up; `own` is what areas do not share.
 */
interface Errors {
  production: number
  co2_indoors: number
  co2_outdoors: number
  gas: number
  flow: number
}

/** A day with what of it counts. */
export interface CountedDay extends EmissionDay {
  kind: DayKind
  /** kg; 0 where it is in no sum. */
  kg: number
  errors: Errors
  /** Spread of the days it was filled from, kg, and their number. */
  spread: number
  spread_of: number
}

/** Standard deviation of a day where only one is there to fill from (KSU: residuals of 20 to 30 %, V1). */
const SPREAD_OF_ONE = 0.3
const ERROR_PARTS = [
  'production',
  'co2_indoors',
  'co2_outdoors',
  'gas',
  'flow',
] as const satisfies readonly (keyof Errors)[]
const NO_ERRORS: Errors = { production: 0, co2_indoors: 0, co2_outdoors: 0, gas: 0, flow: 0 }

/** Errors of so many kg: 15 % of the CO2 of animals, ± 50 ppm of each CO2 reading, and those of the flow and the gas. */
const errorsOf = (
  kg: number,
  per_ppm_kg: number,
  { flow_uncertainty, gas_uncertainty }: Pick<EmissionDay, 'flow_uncertainty' | 'gas_uncertainty'>,
): Errors => ({
  production: flow_uncertainty === null ? UNSURE.production * kg : 0,
  co2_indoors: UNSURE.co2 * per_ppm_kg,
  co2_outdoors: UNSURE.co2 * per_ppm_kg,
  gas: gas_uncertainty * kg,
  flow: (flow_uncertainty ?? 0) * kg,
})

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/**
 * Decides what of each day counts: a valid day its mean; a house that is known to be empty nothing, which is its emission
 * (§1.6); any other day the mean of the valid days of its month; in a month without one nothing is known. No day of a month
 * that is not told counts, an empty one neither. Give whole months, so that a week says the same alone as within its year.
 */
export const countedDays = (days: readonly EmissionDay[]): CountedDay[] => {
  const byMonth = Map.groupBy(days, ({ date }) => monthOf(date))
  const known = new Map(
    [...byMonth].map(([month, of]) => {
      const valid = of.filter(isValidDay)
      const grams = meanOf(valid.map(day => day.grams))
      const squares = valid.reduce((sum, day) => sum + (day.grams - grams) ** 2, 0)
      const spread = valid.length > 1 ? Math.sqrt(squares / (valid.length - 1)) : SPREAD_OF_ONE * Math.abs(grams)
      return [
        month,
        { n: valid.length, grams, per_ppm_co2: meanOf(valid.map(day => day.per_ppm_co2)), spread },
      ] as const
    }),
  )
  return days.map((day): CountedDay => {
    const none = { kg: 0, errors: NO_ERRORS, spread: 0, spread_of: 0 }
    const counted = (kind: DayKind, { grams, per_ppm_co2 }: Pick<EmissionDay, 'grams' | 'per_ppm_co2'>) => {
      const kg = (grams * day.hours) / 1000
      return { ...day, ...none, kind, kg, errors: errorsOf(kg, (per_ppm_co2 * day.hours) / 1000, day) }
    }
    if (day.hours === 0) return { ...day, ...none, kind: 'missing' }
    if (day.untold) return { ...day, ...none, kind: 'untold' }
    if (isValidDay(day)) return counted('valid', day)
    if (day.animals === 0) return { ...day, ...none, kind: 'vacant' }
    const month = known.get(monthOf(day.date))
    if (!month || month.n === 0) return { ...day, ...none, kind: 'missing' }
    return {
      ...counted('filled', month),
      spread: (month.spread * day.hours) / 1000,
      spread_of: month.n,
    }
  })
}

/** Sum of emission of an area, or of several. */
export interface EmissionSum {
  days: number
  valid_days: number
  filled_days: number
  vacant_days: number
  missing_days: number
  /** Days of months that are not told: they are over, and none of the numbers below speaks of them. */
  untold_days: number
  /** Hours that are over, those with a result, and those of them that are uncertain or negative. */
  hours: number
  results: number
  uncertain: number
  negative: number
  /** Hours of the days that count, and of those among them on which the house was empty. */
  known_hours: number
  vacant_hours: number
  /** kg of the valid, filled and empty days; null where there is none. */
  kg: number | null
  /** Permitted kg of the same days; null where a factor is missing. */
  permitted: number | null
  /** Permitted kg of all days, those to come among them. */
  ceiling: number | null
  /** Parts of the standard uncertainty, kg: those that all areas share, and the rest. */
  shared: { production: number; co2_outdoors: number }
  own: number
  /** Hours of the days that count, times places, animals and livestock units of 500 kg; null where a day lacks its number. */
  place_hours: number | null
  animal_hours: number | null
  unit_hours: number | null
  /** Calendar months of which something is known for all days, and those with a valid day. */
  months: ReadonlyMap<string, EmissionMonth>
  /** Tells whether each area may be called an annual indication, and no mean of a period alone. */
  is_annual: boolean
  /** Tells whether each area of which something is known has fourteen valid or empty days, or all of a shorter time. */
  has_verdict_days: boolean
}

interface EmissionMonth {
  kg: number
  place_hours: number | null
  valid_days: number
}

const LIVESTOCK_UNIT_KG = 500

/** Sum of numbers all of which are known, 0 of none; null where one is not: kg of all shared by some would be too many. */
const sumOfKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0)

/** Sum of days of one area. */
export const sumOfDays = (days: readonly CountedDay[]): EmissionSum => {
  const of = (kind: DayKind) => days.filter(day => day.kind === kind)
  const known = days.filter(isInNumbers)
  const told = days.filter(day => day.kind !== 'untold')
  const total = (value: (day: CountedDay) => number, some: readonly CountedDay[] = known) =>
    some.reduce((sum, day) => sum + value(day), 0)
  const hoursOf = (each: 'places' | 'animals' | 'mass', some: readonly CountedDay[] = known) =>
    sumOfKnown(some.map(({ hours, [each]: number }) => (number === null ? null : number * hours)))
  const permittedOf = (some: readonly CountedDay[], share: (day: CountedDay) => number) =>
    some.every(day => day.permitted !== null) ? total(day => (day.permitted ?? 0) * share(day), some) : null
  const filled = Map.groupBy(of('filled'), ({ date }) => monthOf(date))
  // A mean of n days errs for all days it stands for, and each of them has its own weather besides.
  const filling = [...filled.values()].map(some => {
    const n = some[0]?.spread_of ?? 1
    return Math.hypot(total(day => day.spread, some) / Math.sqrt(n), ...some.map(day => day.spread))
  })
  const massHours = hoursOf('mass')
  const valid_days = of('valid').length
  const errors = (part: keyof Errors) => Math.abs(total(day => day.errors[part]))
  const months = new Map<string, EmissionMonth>()
  for (const [name, some] of Map.groupBy(days, ({ date }) => monthOf(date))) {
    const valid_days = some.filter(day => day.kind === 'valid').length
    // Valid days stand for their month. Empty days stand for themselves alone, so all of them have to be known.
    if (valid_days === 0 && !some.every(isInNumbers)) continue
    const counted = some.filter(isInNumbers)
    months.set(name, {
      kg: total(day => day.kg, counted),
      place_hours: hoursOf('places', counted),
      valid_days,
    })
  }
  return {
    days: days.length,
    valid_days,
    filled_days: of('filled').length,
    vacant_days: of('vacant').length,
    missing_days: of('missing').length,
    untold_days: days.length - told.length,
    hours: total(day => day.hours, told),
    results: total(day => day.results, days),
    uncertain: total(day => day.uncertain, days),
    negative: total(day => day.negative, days),
    known_hours: total(day => day.hours),
    vacant_hours: total(day => day.hours, of('vacant')),
    kg: known.length > 0 ? total(day => day.kg) : null,
    permitted: permittedOf(known, day => day.hours / wholeDay(day)),
    ceiling: permittedOf(days, () => 1),
    shared: { production: errors('production'), co2_outdoors: errors('co2_outdoors') },
    own: Math.hypot(errors('co2_indoors'), errors('gas'), errors('flow'), ...filling),
    place_hours: hoursOf('places'),
    animal_hours: hoursOf('animals'),
    unit_hours: massHours === null ? null : massHours / LIVESTOCK_UNIT_KG,
    months,
    is_annual: isAnnual(months, valid_days),
    has_verdict_days: valid_days + of('vacant').length >= Math.min(ENOUGH_VALID_DAYS, told.length),
  }
}

/** Hours of a day that is over: the 23 or 25 of a clock change are a whole day. */
const wholeDay = ({ hours }: EmissionDay): number => (hours >= 23 ? hours : 24)

/** kg and its uncertainty up to the end of a day, as sums of the days until then have them; kg is null before the first that counts. */
export type SumUntil = Pick<EmissionSum, 'shared' | 'own'> & { kg: number | null }

/** Sums up to the end of the days that are wanted, by their index. */
export const sumsUntil = (
  days: readonly CountedDay[],
  isWanted: (index: number) => boolean = () => true,
): SumUntil[] => {
  const errors = { ...NO_ERRORS }
  const filled = new Map<string, { spread: number; squares: number; n: number }>()
  const sums: SumUntil[] = []
  let kg: number | null = null
  for (const [index, day] of days.entries()) {
    if (isInNumbers(day)) {
      kg = (kg ?? 0) + day.kg
      for (const part of ERROR_PARTS) errors[part] += day.errors[part]
    }
    if (day.kind === 'filled') {
      const name = monthOf(day.date)
      const month = filled.get(name) ?? { spread: 0, squares: 0, n: day.spread_of }
      filled.set(name, month)
      month.spread += day.spread
      month.squares += day.spread ** 2
    }
    if (!isWanted(index)) continue
    let filling = 0
    for (const { spread, squares, n } of filled.values()) filling += spread ** 2 / n + squares
    sums.push({
      kg,
      shared: { production: Math.abs(errors.production), co2_outdoors: Math.abs(errors.co2_outdoors) },
      own: Math.hypot(errors.co2_indoors, errors.gas, errors.flow, Math.sqrt(filling)),
    })
  }
  return sums
}

const sumOrNull = (values: readonly (number | null)[]): number | null => (values.length > 0 ? sumOfKnown(values) : null)

/**
 * Sum of areas. The formula of the animals and the air outdoors err alike everywhere, so these parts add up; sensors of
 * different houses err each on their own, so those add in quadrature.
 */
export const sumOfAreas = (areas: readonly EmissionSum[]): EmissionSum => {
  const total = (value: (sum: EmissionSum) => number) => areas.reduce((all, one) => all + value(one), 0)
  const known = areas.filter(({ kg }) => kg !== null)
  // An area that was empty all the time is no sample, and none is needed of it.
  const sampled = known.filter(({ valid_days }) => valid_days > 0)
  const months = new Map<string, EmissionMonth>()
  for (const area of areas)
    for (const [name, one] of area.months) {
      const month = months.get(name)
      months.set(name, {
        kg: (month?.kg ?? 0) + one.kg,
        place_hours: month ? sumOfKnown([month.place_hours, one.place_hours]) : one.place_hours,
        valid_days: (month?.valid_days ?? 0) + one.valid_days,
      })
    }
  return {
    days: total(one => one.days),
    valid_days: total(one => one.valid_days),
    filled_days: total(one => one.filled_days),
    vacant_days: total(one => one.vacant_days),
    missing_days: total(one => one.missing_days),
    untold_days: total(one => one.untold_days),
    hours: total(one => one.hours),
    results: total(one => one.results),
    uncertain: total(one => one.uncertain),
    negative: total(one => one.negative),
    known_hours: total(one => one.known_hours),
    vacant_hours: total(one => one.vacant_hours),
    kg: known.length > 0 ? total(one => one.kg ?? 0) : null,
    permitted: sumOrNull(known.map(one => one.permitted)),
    ceiling: sumOrNull(areas.map(one => one.ceiling)),
    shared: {
      production: total(one => one.shared.production),
      co2_outdoors: total(one => one.shared.co2_outdoors),
    },
    own: Math.hypot(...areas.map(({ own }) => own)),
    place_hours: sumOfKnown(areas.map(one => one.place_hours)),
    animal_hours: sumOfKnown(areas.map(one => one.animal_hours)),
    unit_hours: sumOfKnown(areas.map(one => one.unit_hours)),
    months,
    is_annual: sampled.length > 0 && sampled.every(one => one.is_annual),
    has_verdict_days: known.every(one => one.has_verdict_days),
  }
}

/** Sum up to a day of several areas, of what `sumsUntil` says of each. */
export const togetherUntil = (areas: readonly SumUntil[]) => {
  const known = areas.filter(({ kg }) => kg !== null)
  const total = (value: (one: (typeof known)[number]) => number) => known.reduce((sum, one) => sum + value(one), 0)
  return {
    kg: known.length > 0 ? total(one => one.kg ?? 0) : null,
    shared: { production: total(one => one.shared.production), co2_outdoors: total(one => one.shared.co2_outdoors) },
    own: Math.hypot(...known.map(({ own }) => own)),
  }
}

/** Standard uncertainty of a sum, kg. */
export const uncertaintyOfSum = ({ shared, own }: Pick<EmissionSum, 'shared' | 'own'>): number =>
  Math.hypot(shared.production, shared.co2_outdoors, own)

const HOURS_A_YEAR = 8760

/**
 * kg per animal place and year of 8760 h, per animal present and year, and g/h per livestock unit; null without any, and
 * where a day that counts lacks the number.
 */
export const shareOfSum = (
  sum: EmissionSum,
): { per_place: number | null; per_animal: number | null; per_unit: number | null } => {
  const { kg, place_hours, animal_hours, unit_hours, is_annual } = sum
  const each = (hours: number | null, factor: number) => (kg !== null && hours ? (kg * factor) / hours : null)
  return {
    per_place: is_annual ? meanOfMonths(sum) : each(place_hours, HOURS_A_YEAR),
    per_animal: each(animal_hours, HOURS_A_YEAR),
    per_unit: each(unit_hours, 1000),
  }
}

/** Months of the year and days that an annual indication needs (J, §1.4). */
const ANNUAL = { months: 6, days: 6 }

/** Tells whether days of an area may be called an annual indication. Empty months are no sample. */
const isAnnual = (months: EmissionSum['months'], valid_days: number): boolean => {
  const sampled = [...months].filter(([, month]) => month.valid_days > 0).map(([name]) => name.slice(5))
  return valid_days >= ANNUAL.days && new Set(sampled).size >= ANNUAL.months
}

/** Mean of the means of calendar months, not of days, kg per place and year; null where a month lacks its places. */
const meanOfMonths = ({ months }: EmissionSum): number | null => {
  // A barn that is closed for a month has no place to share nothing among.
  const open = [...months.values()].filter(({ kg, place_hours }) => kg !== 0 || place_hours !== 0)
  const sum = sumOfKnown(open.map(({ kg, place_hours }) => (place_hours ? kg / place_hours : null)))
  return sum === null || open.length === 0 ? null : (sum * HOURS_A_YEAR) / open.length
}

export const ENOUGH_VALID_DAYS = 14
/** Share of hours with a result below which no verdict is given. */
export const ENOUGH_COVERAGE = 0.75

/** Share of the hours that are over with a result; an empty house is known without one. */
export const coverageOf = ({ hours, results, vacant_hours }: EmissionSum): number =>
  hours > 0 ? Math.min(1, (results + vacant_hours) / hours) : 0

/** Tells whether a share of hours says something: where no month is told, none of them was asked for a result. */
export const hasCoverage = ({ kg, untold_days }: Pick<EmissionSum, 'kg' | 'untold_days'>): boolean =>
  kg !== null || untold_days === 0

/** Tells whether all that is known of a period is that the house was empty on some of its days. */
export const knowsOnlyVacant = ({ kg, vacant }: { kg: number | null; vacant: number }): boolean =>
  kg === 0 && vacant === 1

/** Tells whether the house was empty on all days of a period that are over: of each it is known. `vacant` is the share of the days that count. */
export const wasEmpty = (
  period: { kg: number | null; vacant: number; coverage: number } & Pick<EmissionSum, 'untold_days'>,
): boolean => knowsOnlyVacant(period) && period.coverage === 1 && period.untold_days === 0

export const EMISSION_VERDICTS = ['below', 'near', 'above_unsure', 'above', 'not_enough', 'no_permit'] as const
export type EmissionVerdict = (typeof EMISSION_VERDICTS)[number]

/**
 * Emission beside what is permitted for the same days (§1.6): above only where it is beyond uncertainty. Nothing at all may be
 * permitted, as of an empty barn by a factor of an animal and day: that has a verdict and no index.
 */
export const verdictOf = (sum: EmissionSum): { index: number | null; verdict: EmissionVerdict } => {
  const { kg, permitted, has_verdict_days } = sum
  const index = kg !== null && permitted ? kg / permitted : null
  if (kg === null || coverageOf(sum) < ENOUGH_COVERAGE || !has_verdict_days) return { index, verdict: 'not_enough' }
  if (permitted === null) return { index, verdict: 'no_permit' }
  const share = index ?? (kg > 0 ? Number.POSITIVE_INFINITY : 0)
  if (share <= 0.9) return { index, verdict: 'below' }
  if (share <= 1) return { index, verdict: 'near' }
  const isSure = share * (1 - (2 * uncertaintyOfSum(sum)) / Math.abs(kg)) > 1
  return { index, verdict: isSure ? 'above' : 'above_unsure' }
}

export interface Forecast {
  /** kg of the whole time where the rest emits what is permitted; null without a factor. */
  permit_rest: number | null
  /** kg where the rest emits as the days that count; null where an area has too few of them. */
  run_rate_rest: number | null
  /** Standard uncertainty of the second, kg. */
  uncertainty: number | null
}

/**
 * A sum as long as all its days, where it goes on as on the days that count; null under 14 valid days, and where a month is not
 * told: nobody knows how many of those to come will be.
 */
const goingOn = (sum: EmissionSum): EmissionSum | null => {
  if (sum.kg === null || sum.valid_days < ENOUGH_VALID_DAYS || sum.untold_days > 0) return null
  const longer = (sum.days * 24) / sum.known_hours
  const { shared, own } = sum
  return {
    ...sum,
    kg: sum.kg * longer,
    shared: { production: shared.production * longer, co2_outdoors: shared.co2_outdoors * longer },
    own: own * longer,
  }
}

/** Forecast of areas whose days to come are given, such as a year; null where none has 14 valid days. */
export const forecastOf = (areas: readonly EmissionSum[]): Forecast | null => {
  const longer = areas.map(goingOn)
  if (longer.every(one => one === null)) return null
  const rests = areas.map((area, index) => {
    if (area.ceiling === null) return null
    return longer[index] === null ? area.ceiling : (area.kg ?? 0) + Math.max(0, area.ceiling - (area.permitted ?? 0))
  })
  const known = longer.filter(one => one !== null)
  const all = known.length === longer.length ? sumOfAreas(known) : null
  return {
    permit_rest: sumOrNull(rests),
    run_rate_rest: all?.kg ?? null,
    uncertainty: all && uncertaintyOfSum(all),
  }
}

/** Decimals of a mass as people read it: enough to tell small emissions apart, and no more. */
export const massDecimals = (kg: number): number => {
  const size = Math.abs(kg)
  if (size >= 100 || size === 0) return 0
  if (size >= 10) return 1
  return size >= 0.1 ? 2 : 4
}
