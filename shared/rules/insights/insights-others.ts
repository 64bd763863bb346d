import { type Interval, mergeIntervals } from '../time/interval.ts'
import {
  type Assessment,
  type Bins,
  binCoverageOf,
  binMinutesOf,
  type DayData,
  intervalsWhere,
  isEnough,
  known,
  lastDay,
  quantile,
  rounded,
  single,
} from './insights.ts'

const LIGHT_HOURS = 8
const DARK_HOURS = 6
/** Light, lx; less is dark (J). */
export const DARK = 5

/** 13: fewer than eight hours of enough light, or for broilers less than six of darkness. */
export const lightHours = ({ values: { light }, edges, species, days }: DayData): Assessment | null => {
  const low = edges.light?.low ?? null
  const window = lastDay(days)
  const coverage = binCoverageOf(window, light)
  if (low === null || species === 'human' || !isEnough(coverage)) return null
  const times = (isSo: (lux: number) => boolean) => intervalsWhere(window, at => single(light, at, isSo))
  const base = { insight: 'light', holds: 'below', quantities: ['light'], coverage, window } as const
  const dark = times(lux => lux < DARK)
  const darkMinutes = binMinutesOf(dark)
  if (species === 'broiler' && darkMinutes < DARK_HOURS * 60)
    return {
      ...base,
      variant: 'dark',
      value: darkMinutes / 60,
      threshold: DARK_HOURS,
      numbers: { minutes: darkMinutes, dark: DARK, hours: DARK_HOURS },
      times: dark,
    }
  const lit = times(lux => lux > low)
  const minutes = binMinutesOf(lit)
  return {
    ...base,
    variant: 'short',
    value: minutes / 60,
    threshold: LIGHT_HOURS,
    numbers: { minutes, low, hours: LIGHT_HOURS },
    times: lit,
  }
}

/** Days in a row on which an area is unlike the others. */
export const NEIGHBOUR_DAYS = 3
const QUARTILES_APART = 2
const COMPARED = ['t', 'h', 'co2', 'nh3'] as const
const DECIMALS = { t: 1, h: 0, co2: 0, nh3: 1 }

/** 15: three days unlike the areas of the same animals beside it, by more than twice what those differ among themselves. */
export const neighbourDifference = (data: DayData): Assessment | null => {
  const found = COMPARED.flatMap(quantity => differenceOf(data, quantity) ?? [])
  return found.toSorted((a, b) => b.value - a.value)[0] ?? null
}

const differenceOf = ({ values, siblings, days }: DayData, quantity: (typeof COMPARED)[number]): Assessment | null => {
  const own = values[quantity]
  const others = siblings.flatMap(sibling => sibling.values[quantity] ?? [])
  const last = days.slice(-NEIGHBOUR_DAYS)
  if (!own || others.length === 0 || last.length < NEIGHBOUR_DAYS) return null
  const compared = last.map(day => compare(own, others, day))
  const all = compared.filter(one => one !== null)
  const newest = all.at(-1)
  if (!newest || all.length < compared.length) return null
  const { median, usual } = newest
  const window = { from: last[0]?.from ?? 0, until: lastDay(days).until }
  return {
    insight: 'neighbours',
    variant: `${quantity}_${median > usual ? 'more' : 'less'}`,
    value: Math.min(...all.map(one => one.apart)),
    threshold: QUARTILES_APART,
    holds: 'more',
    numbers: {
      own: rounded(median, DECIMALS[quantity]),
      others: rounded(usual, DECIMALS[quantity]),
      areas: others.length,
      days: NEIGHBOUR_DAYS,
    },
    quantities: [quantity],
    coverage: binCoverageOf(window, own),
    window,
    times: [window],
  }
}

const compare = (own: Bins, others: readonly Bins[], day: DayData['night']) => {
  if (!isEnough(binCoverageOf(day, own))) return null
  const theirs = others.filter(column => isEnough(binCoverageOf(day, column))).flatMap(column => known(column, day))
  const spread = quantile(theirs, 0.75) - quantile(theirs, 0.25)
  if (!(spread > 0)) return null
  const [median, usual] = [quantile(known(own, day), 0.5), quantile(theirs, 0.5)]
  return { median, usual, apart: Math.abs(median - usual) / spread }
}

/** Trouble with the devices of an area in a day. */
export interface Troubles {
  /** Devices nobody heard, each with the interval. */
  silent: Interval[]
  /** Doubtful readings. */
  suspect: Interval[]
  /** The lowest battery below its limit, both in %; null where none is, or none says it. */
  battery: { charge: number; limit: number } | null
}

/** 12: a sensor that was silent, or read what cannot be, or is about to. The worst of them. */
export const sensorTrouble = ({ silent, suspect, battery }: Troubles, window: Interval): Assessment | null => {
  const base = {
    insight: 'sensor_trouble',
    threshold: 1,
    holds: 'at_least',
    quantities: [],
    coverage: 1,
    window,
  } as const
  const of = (variant: string, times: Interval[]): Assessment => ({
    ...base,
    variant,
    value: times.length,
    numbers: { minutes: binMinutesOf(mergeIntervals(times)), count: times.length },
    times: mergeIntervals(times),
  })
  if (silent.length > 0) return of('silent', silent)
  if (suspect.length > 0) return of('doubted', suspect)
  if (battery === null) return null
  return { ...base, variant: 'battery', value: 1, numbers: { battery: battery.charge, low: battery.limit }, times: [] }
}
