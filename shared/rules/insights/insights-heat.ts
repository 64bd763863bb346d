import { thiCattle } from '../science/humidity.ts'
import type { Interval } from '../time/interval.ts'
import {
  type Assessment,
  arithmeticMean,
  BINS_PER_HOUR,
  type Bins,
  binCoverageOf,
  binMinutesOf,
  both,
  type DayData,
  hourlyMean,
  intervalsOfDay,
  intervalsWhere,
  isEnough,
  known,
  lastDay,
  longestOf,
  rounded,
  single,
} from './insights.ts'

/** Difference, K, between the warmest and the coldest hour that these animals bear. */
const SWING: Record<string, number> = {
  piglet: 6,
  broiler: 6,
  rearing_chicken: 6,
  pig: 8,
  sow: 8,
  lactating_sow: 8,
  chicken: 8,
  calves: 8,
  veal_calves: 8,
  cattle: 12,
  dairy_cattle: 12,
  goat: 12,
  sheep: 12,
}
const OF_OUTDOORS = 0.6

const swingOf = (hours: (number | null)[]): number | null => {
  const values = hours.filter(value => value !== null)
  return values.length >= hours.length * 0.75 && values.length > 0 ? Math.max(...values) - Math.min(...values) : null
}

/** 6: a day with too wide a swing of temperature, and not only because it swung outdoors. */
export const temperatureSwing = ({ values: { t }, outdoors, species, days, hoursOf }: DayData): Assessment | null => {
  const threshold = SWING[species]
  const window = lastDay(days)
  const hours = hoursOf(window).map(({ span }) => span)
  const coverage = binCoverageOf(window, t)
  const means = hours.map(span => hourlyMean(t, span))
  const [swing, outside] = [swingOf(means), swingOf(hours.map(span => hourlyMean(outdoors.t, span)))]
  if (threshold === undefined || !isEnough(coverage) || swing === null || outside === null) return null
  if (swing <= OF_OUTDOORS * outside) return null
  const temperatures = means.filter(value => value !== null)
  const extremes = [Math.min(...temperatures), Math.max(...temperatures)]
  return {
    insight: 'temperature_swing',
    value: swing,
    threshold,
    holds: 'more',
    numbers: {
      swing: rounded(swing, 1),
      lowest: rounded(extremes[0] ?? 0, 1),
      highest: rounded(extremes[1] ?? 0, 1),
      outdoors: rounded(outside, 1),
    },
    quantities: ['t', 'weather'],
    coverage,
    window,
    times: hours.filter((_, index) => extremes.includes(means[index] ?? Number.NaN)),
  }
}

/** THI from which heat is stress. Others have no limit here, or one that goes with an age nobody has told. */
export const STRESS_FROM: Readonly<Record<string, number>> = { dairy_cattle: 68, pig: 75, sow: 75, lactating_sow: 75 }
const STRESS_HOURS = 6
const NIGHT_THI = 65

/** 7: six hours of heat stress, or for dairy cows a night that never cooled down. */
export const heatStress = (data: DayData): Assessment | null => {
  const { t, h } = data.values
  const from = STRESS_FROM[data.species]
  const window = lastDay(data.days)
  const coverage = binCoverageOf(window, t, h)
  if (from === undefined || !isEnough(coverage)) return null
  const thi = (at: number) => both(t, h, at, thiCattle)
  const times = intervalsWhere(window, at => isMore(thi(at), from))
  const load = binsIn(window).reduce((sum, at) => sum + Math.max(0, (thi(at) ?? 0) - from), 0) / BINS_PER_HOUR
  const base = { insight: 'heat_stress', quantities: ['t', 'h'], coverage } as const
  const minutes = binMinutesOf(times)
  const night = binsIn(data.night).flatMap(at => thi(at) ?? [])
  const lowest = Math.min(...night)
  const isHotNight = data.species === 'dairy_cattle' && isEnough(binCoverageOf(data.night, t, h)) && lowest > NIGHT_THI
  if (isHotNight && minutes < STRESS_HOURS * 60)
    return {
      ...base,
      variant: 'night',
      value: lowest,
      threshold: NIGHT_THI,
      holds: 'more',
      numbers: { lowest: rounded(lowest, 1), from: NIGHT_THI },
      window: data.night,
      times: [data.night],
    }
  return {
    ...base,
    variant: 'hours',
    value: minutes / 60,
    threshold: STRESS_HOURS,
    holds: 'at_least',
    numbers: { minutes, from, load: rounded(load, 0) },
    window,
    times,
  }
}

const isMore = (value: number | null, limit: number): boolean | null => (value === null ? null : value >= limit)
const binsIn = ({ from, until }: Interval): number[] => Array.from({ length: until - from }, (_, index) => from + index)

const COLD_HOURS = 4
const COLD_BY = 2
const DRAUGHT_HOURS = 1

/** 8: two degrees below comfort for four hours, or below it in a draught for one. */
export const coldOrDraught = (data: DayData): Assessment | null => {
  const { t, air_speed } = data.values
  const low = data.edges.t?.low ?? null
  const window = lastDay(data.days)
  const coverage = binCoverageOf(window, t)
  if (low === null || !isEnough(coverage)) return null
  const cold = longestOf(intervalsOfDay(data, at => single(t, at, value => value < low - COLD_BY)))
  const fast = data.edges.air_speed?.high ?? null
  const draught =
    fast === null || !isEnough(binCoverageOf(window, t, air_speed))
      ? null
      : longestOf(intervalsOfDay(data, at => both(t, air_speed, at, (warm, air) => warm < low && air > fast)))
  const said = (variant: string, span: Interval, threshold: number, numbers: Record<string, number>): Assessment => ({
    insight: 'cold',
    variant,
    value: binMinutesOf([span]) / 60,
    threshold,
    holds: 'at_least',
    numbers: {
      minutes: binMinutesOf([span]),
      low,
      temperature: rounded(arithmeticMean(known(t, span)), 1),
      ...numbers,
    },
    quantities: variant === 'draught' ? ['t', 'air_speed'] : ['t'],
    coverage,
    window,
    times: [span],
  })
  const isCold = cold !== null && binMinutesOf([cold]) >= COLD_HOURS * 60
  if (draught && fast !== null && !isCold)
    return said('draught', draught, DRAUGHT_HOURS, {
      air: rounded(arithmeticMean(known(air_speed, draught)), 2),
      high: fast,
    })
  return cold && said('cold', cold, COLD_HOURS, {})
}

const PATTERN_DAYS = 14
const PATTERN = 0.3
const USUAL: readonly { quantity: 't' | 'movement'; amplitude: number }[] = [
  { quantity: 't', amplitude: 3 },
  { quantity: 'movement', amplitude: 10 },
]
/** Least number of hours that a day must have (science §5). */
const VALID_HOURS = 18

/** 10: the course of the day is not the usual one any more. */
export const patternLost = (data: DayData): Assessment | null => {
  const found = USUAL.flatMap(({ quantity, amplitude }) => patternOf(data, quantity, amplitude) ?? [])
  return found.toSorted((a, b) => a.value - b.value)[0] ?? null
}

const patternOf = (
  { values, days, hoursOf }: DayData,
  quantity: 't' | 'movement',
  amplitude: number,
): Assessment | null => {
  const column = values[quantity]
  const window = lastDay(days)
  const before = days.slice(-1 - PATTERN_DAYS, -1).map(day => hourlyOf(day, column, hoursOf))
  const valid = before.filter(({ size }) => size >= VALID_HOURS)
  const today = hourlyOf(window, column, hoursOf)
  const coverage = binCoverageOf(window, column)
  if (!isEnough(valid.length / PATTERN_DAYS) || today.size < VALID_HOURS || !isEnough(coverage)) return null
  const usual = new Map(
    Array.from({ length: 24 }, (_, hour) => {
      const values = valid.flatMap(day => day.get(hour) ?? [])
      return [hour, values.length ? arithmeticMean(values) : null] as const
    }),
  )
  const pairs = [...today].flatMap(([hour, value]) => {
    const mean = usual.get(hour)
    return mean === null || mean === undefined ? [] : [[mean, value] as const]
  })
  const means = pairs.map(([mean]) => mean)
  const usualSwing = Math.max(...means) - Math.min(...means)
  if (!(usualSwing > amplitude)) return null
  const r = correlation(pairs)
  return {
    insight: 'pattern_lost',
    variant: quantity,
    value: r,
    threshold: PATTERN,
    holds: 'below',
    numbers: { r: rounded(r, 2), swing: rounded(usualSwing, 1), days: valid.length },
    quantities: [quantity],
    coverage,
    window,
    times: [window],
  }
}

const hourlyOf = (day: Interval, column: Bins | undefined, hoursOf: DayData['hoursOf']): Map<number, number> =>
  new Map(
    hoursOf(day).flatMap(({ hour, span }) => {
      const mean = hourlyMean(column, span)
      return mean === null ? [] : [[hour, mean] as const]
    }),
  )

/** Correlation by Pearson; 0 where one of the two does not move at all. */
const correlation = (pairs: readonly (readonly [number, number])[]): number => {
  const [meanX, meanY] = [arithmeticMean(pairs.map(([x]) => x)), arithmeticMean(pairs.map(([, y]) => y))]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xy += (x - meanX) * (y - meanY)
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0
}
