import {
  type Assessment,
  arithmeticMean,
  BINS_PER_HOUR,
  binCoverageOf,
  binMinutesOf,
  both,
  type DayData,
  intervalsOfDay,
  intervalsWhere,
  isEnough,
  known,
  lastDay,
  longestOf,
  quantile,
  rounded,
  single,
} from './insights.ts'

/** CO2 outdoors, ppm, where nobody measures it (J). */
const CO2_OUTDOORS = 420
/** The air a heat unit needs to stay at 3000 ppm, m³/h (science §6, C): 0.20 · 10⁶ / (3000 − 420) is 77.5. */
const CO2_PER_HEAT_UNIT = 0.2
const MAX_CO2 = 3000
const airPerHeatUnit = (co2: number): number => (CO2_PER_HEAT_UNIT * 1e6) / (co2 - CO2_OUTDOORS)

const NIGHT_MINUTES = 60

/** 1: between 22 and 06, CO2 over the limit for more than an hour in sum. */
export const nightVentilation = ({ values: { co2 }, edges, night }: DayData): Assessment | null => {
  const limit = edges.co2?.limit ?? null
  const coverage = binCoverageOf(night, co2)
  if (limit === null || !isEnough(coverage)) return null
  const times = intervalsWhere(night, at => single(co2, at, value => value > limit))
  const minutes = binMinutesOf(times)
  return {
    insight: 'night_ventilation',
    value: minutes,
    threshold: NIGHT_MINUTES,
    holds: 'more',
    numbers: { minutes, limit, peak: rounded(Math.max(...known(co2, night)), 0) },
    quantities: ['co2'],
    coverage,
    window: night,
    times,
  }
}

const UNDER_HOURS = 6

/** 2: less air than a heat unit needs, for six hours on end. What the animals give cancels out of the comparison. */
export const underVentilated = (data: DayData): Assessment | null => {
  const { co2 } = data.values
  const window = lastDay(data.days)
  const coverage = binCoverageOf(window, co2)
  if (!isEnough(coverage)) return null
  const needed = airPerHeatUnit(MAX_CO2)
  const times = intervalsOfDay(data, at =>
    single(co2, at, value => value > CO2_OUTDOORS && airPerHeatUnit(value) < needed),
  )
  const longest = longestOf(times)
  if (!longest) return null
  const air = airPerHeatUnit(arithmeticMean(known(co2, longest)))
  return {
    insight: 'under_ventilated',
    value: binMinutesOf([longest]) / 60,
    threshold: UNDER_HOURS,
    holds: 'at_least',
    numbers: {
      minutes: binMinutesOf([longest]),
      air: rounded(air, 0),
      needed: rounded(needed, 1),
      outdoors: CO2_OUTDOORS,
    },
    quantities: ['co2'],
    coverage,
    window,
    times: [longest],
  }
}

const OVER_HOURS = 3
const OVER_RISE = 300
/** Animals in heated houses, or young. */
const WARM_KEPT = new Set(['broiler', 'rearing_chicken', 'piglet', 'lactating_sow', 'calves', 'veal_calves'])

/** 3: much air while it is too cold, for more than three hours on end. */
export const overVentilated = (data: DayData): Assessment | null => {
  const { co2, t } = data.values
  const low = data.edges.t?.low ?? null
  const window = lastDay(data.days)
  const coverage = binCoverageOf(window, co2, t)
  if (low === null || !WARM_KEPT.has(data.species) || !isEnough(coverage)) return null
  const times = intervalsOfDay(data, at =>
    both(co2, t, at, (gas, warm) => gas - CO2_OUTDOORS < OVER_RISE && warm < low - 1),
  )
  const longest = longestOf(times)
  if (!longest) return null
  return {
    insight: 'over_ventilated',
    value: binMinutesOf([longest]) / 60,
    threshold: OVER_HOURS,
    holds: 'more',
    numbers: {
      minutes: binMinutesOf([longest]),
      co2: rounded(arithmeticMean(known(co2, longest)), 0),
      temperature: rounded(arithmeticMean(known(t, longest)), 1),
      low,
    },
    quantities: ['co2', 't'],
    coverage,
    window,
    times: [longest],
  }
}

const TREND_DAYS = 14
const TREND = 0.5

/** 4: ammonia rises by more than 0.5 ppm a day over two weeks, surely (Mann-Kendall p < 0.05) and to a level that matters. */
export const nh3Trend = ({ values: { nh3 }, edges, days }: DayData): Assessment | null => {
  const high = edges.nh3?.high ?? null
  const fortnight = days.slice(-TREND_DAYS)
  const medians = fortnight.flatMap((day, index) =>
    isEnough(binCoverageOf(day, nh3)) ? [{ day: index, median: quantile(known(nh3, day), 0.5) }] : [],
  )
  const last = medians.at(-1)
  const coverage = medians.length / TREND_DAYS
  if (high === null || !last || last.day !== fortnight.length - 1 || !isEnough(coverage)) return null
  if (last.median <= high / 2 || mannKendall(medians.map(({ median }) => median)) >= 0.05) return null
  const slopes = medians.flatMap((one, index) =>
    medians.slice(index + 1).map(other => (other.median - one.median) / (other.day - one.day)),
  )
  const slope = quantile(slopes, 0.5)
  const window = { from: fortnight[0]?.from ?? 0, until: lastDay(days).until }
  return {
    insight: 'nh3_trend',
    value: slope,
    threshold: TREND,
    holds: 'more',
    numbers: {
      slope: rounded(slope, 1),
      first: rounded(medians[0]?.median ?? 0, 1),
      last: rounded(last.median, 1),
      days: medians.length,
    },
    quantities: ['nh3'],
    coverage,
    window,
    times: [window],
  }
}

/** Two-sided p of the Mann-Kendall test, by the normal approximation with correction for ties; good from ten values on. */
export const mannKendall = (values: readonly number[]): number => {
  const n = values.length
  let s = 0
  values.forEach((one, index) => {
    for (const other of values.slice(index + 1)) s += Math.sign(other - one)
  })
  const ties = [...Map.groupBy(values, value => value).values()].map(({ length }) => length)
  const variance = (n * (n - 1) * (2 * n + 5) - ties.reduce((sum, t) => sum + t * (t - 1) * (2 * t + 5), 0)) / 18
  if (variance <= 0 || s === 0) return 1
  return 2 * (1 - normal((Math.abs(s) - 1) / Math.sqrt(variance)))
}

/** The standard normal distribution, Abramowitz & Stegun 7.1.26: right to 1.5e-7. */
const normal = (z: number): number => {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const half = (1 - poly * Math.exp(-x * x)) / 2
  return z < 0 ? 0.5 - half : 0.5 + half
}

const LOAD_DAYS = 7
const LOADED_DAYS = 3

/** 5: more than an hour of ammonia over the limit on three days of a week. */
export const nh3Load = ({ values: { nh3 }, edges, days }: DayData): Assessment | null => {
  const limit = edges.nh3?.limit ?? null
  const week = days.slice(-LOAD_DAYS)
  const window = { from: week[0]?.from ?? 0, until: lastDay(days).until }
  const coverage = (binCoverageOf(window, nh3) * week.length) / LOAD_DAYS
  if (limit === null || !isEnough(coverage)) return null
  const loaded = week
    .map(day => intervalsWhere(day, at => single(nh3, at, value => value > limit)))
    .filter(spans => binMinutesOf(spans) > 60)
  const times = loaded.flat()
  return {
    insight: 'nh3_load',
    value: loaded.length,
    threshold: LOADED_DAYS,
    holds: 'at_least',
    numbers: { minutes: binMinutesOf(times), days: loaded.length, of: LOAD_DAYS, limit },
    quantities: ['nh3'],
    coverage,
    window,
    times: times.filter(({ from, until }) => until - from >= BINS_PER_HOUR / 4),
  }
}
