import { DAY_MS } from '#shared/rules/time/units.ts'
import { clamp, curve, ramp } from './noise.ts'

/** Animals that come and go together, or stay: `days` with animals, then `empty_days` to clean, heat and wait. */
export type StockKeeping =
  | { kind: 'steady'; share: number }
  | { kind: 'batches'; days: number; empty_days: number; age_at_anchor: number }

export interface Stock {
  /** Animals present. */
  count: number
  /** Days since they came; negative while the next ones are awaited. */
  age: number
  /** Days the barn has been empty; 0 while animals are in. */
  empty_days: number
  /** 0 to 1 through the round. */
  share: number
}

/** Animals in the barn at `time`, when `anchor` is the moment the story is told from. */
export const stockAt = (keeping: StockKeeping, places: number, anchor: number, time: number): Stock => {
  if (keeping.kind === 'steady') {
    return { count: Math.round(places * keeping.share), age: 400, empty_days: 0, share: 0.5 }
  }
  const cycle = keeping.days + keeping.empty_days
  const since = (time - anchor) / DAY_MS + keeping.age_at_anchor
  const age = since - Math.floor(since / cycle) * cycle
  const share = clamp(age / keeping.days, 0, 1)
  if (age >= keeping.days) return { count: 0, age: age - cycle, empty_days: age - keeping.days, share: 1 }
  // Animals come within three hours and leave within five; 3 % are lost on the way.
  const present = ramp(age, 0, 3 / 24) * (1 - ramp(age, keeping.days - 5 / 24, keeping.days))
  return { count: Math.round(places * present * (1 - 0.03 * share)), age, empty_days: 0, share }
}

/** kg of a broiler by age in days: Ross targets to day 27 (science §2.2), carried on to day 42. */
const BROILER = [
  [0, 0.044],
  [3, 0.1],
  [6, 0.18],
  [9, 0.29],
  [12, 0.425],
  [15, 0.59],
  [18, 0.79],
  [21, 1.015],
  [24, 1.26],
  [27, 1.53],
  [35, 2.3],
  [42, 3],
] as const

export const broilerMass = (age: number): number => curve(BROILER, age)

/** kg of a weaned piglet, 6 to 25 kg in six weeks, slow in the first. */
export const pigletMass = (age: number): number => 6 + 19 * clamp(age / 42, 0, 1) ** 1.35

/** kg of a fattening pig, 25 to 120 kg. */
export const pigMass = (age: number): number => 25 + 95 * clamp(age / 112, 0, 1) ** 1.05
