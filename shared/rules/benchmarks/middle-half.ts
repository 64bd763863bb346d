import { elementAt } from '../collections/elements.ts'
import { meanOfAll } from '../science/sample.ts'
import { DAY_MS, HOUR_MS } from '../time/units.ts'

/** Measurements that farms are compared by, each with the step to which edges are rounded, in its unit. */
export const BENCHMARKED = { t: 0.5, h: 2, co2: 100, nh3: 1, dust_pm10: 10, dust_pm25: 5, sound: 1 } as const
export type Benchmarked = keyof typeof BENCHMARKED
export const BENCHMARKED_KEYS = Object.keys(BENCHMARKED) as Benchmarked[]

/** Farms without which there is no comparison. */
export const LEAST_FARMS = 5
/** Farms from which on one more or less does not show in rounded edges that are means of three of them. */
const MANY_FARMS = 10
/** Weeks after which a comparison of before tells little of who joined or left. */
export const FORGOTTEN_WEEKS = 8
/** Time after a week for what was sent late. */
const SETTLED_MS = 36 * HOUR_MS

/** The last week that is over and settled, as its Monday. */
export const lastWeek = (now: number): string => {
  const date = new Date(now - SETTLED_MS)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return weekAfter(date.toISOString().slice(0, 10), -sinceMonday - 7)
}

/** The day so many days after another. */
export const weekAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const rounded = (value: number, step: number): number => Math.round(value / step) * step

/**
 * Edges of the middle half of farms, one value each; null for fewer than five. Each edge is the mean of the three farms around the
 * quartile, rounded, so that none of the two is the value of a farm, and the farm at either end cannot move it far.
 */
export const middleHalf = (
  values: readonly number[],
  measurement: Benchmarked,
): { low: number; high: number } | null => {
  if (values.length < LEAST_FARMS) return null
  const sorted = values.toSorted((a, b) => a - b)
  const edge = (share: number): number => {
    const at = Math.round((sorted.length - 1) * share)
    return rounded(meanOfAll([at - 1, at, at + 1].map(index => elementAt(sorted, index))), BENCHMARKED[measurement])
  }
  return { low: edge(0.25), high: edge(0.75) }
}

type Farms = readonly (readonly number[])[]

/** Farms of one list of which the other has no location. */
const without = (farms: Farms, others: Farms): number => {
  const known = new Set(others.flat())
  return farms.filter(locations => !locations.some(id => known.has(id))).length
}

/**
 * Tells whether two comparisons beside each other would show what a single farm has: one joined or left, of few, or two became one
 * or one two.
 */
export const wouldShowFarm = (before: Farms, now: Farms): boolean => {
  if (Math.min(before.length, now.length) >= MANY_FARMS) return false
  const changed = without(before, now) + without(now, before)
  return changed === 1 || (changed === 0 && before.length !== now.length)
}

/** Place of a value beside the middle half. */
export const placeOf = (value: number, { low, high }: { low: number; high: number }): 'below' | 'within' | 'above' =>
  value < low ? 'below' : value > high ? 'above' : 'within'

interface Place {
  id: number
  owners: readonly string[]
  /** Addresses that see the location, its owners among them. */
  readers: readonly string[]
}

/**
 * Locations by farm: those of one owner are one farm, and so are those of owners of whom one sees what the other has. Whoever knows
 * the value of a farm would take it out of the comparison.
 */
export const farmsOf = (places: readonly Place[]): number[][] => {
  const heads = new Map(places.map(({ id }) => [id, id]))
  const headOf = (id: number): number => {
    let head = id
    for (let next = heads.get(head); next !== undefined && next !== head; next = heads.get(head)) head = next
    heads.set(id, head)
    return head
  }
  const byOwner = new Map<string, number>()
  for (const { id, owners } of places)
    for (const owner of owners) {
      const first = byOwner.get(owner)
      if (first === undefined) byOwner.set(owner, id)
      else heads.set(headOf(id), headOf(first))
    }
  for (const { id, readers } of places)
    for (const reader of readers) {
      const own = byOwner.get(reader)
      if (own !== undefined) heads.set(headOf(id), headOf(own))
    }
  return [...Map.groupBy(places, ({ id }) => headOf(id)).values()].map(of => of.map(({ id }) => id))
}
