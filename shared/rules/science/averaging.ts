import type { Segment } from '../time/period.ts'
import { DAY_MS } from '../time/units.ts'

/** Means a file can hold, in seconds, finest first. */
export const EXPORT_STEPS = [600, 1800, 3600] as const
export type ExportStep = (typeof EXPORT_STEPS)[number]

/** Numbers of days over which means are taken, and which (specification §9), longest first. */
const LADDER: readonly [days: number, step: ExportStep][] = [
  [90, 3600],
  [30, 1800],
  [7, 600],
]

/** Days from `from` to `until` (epoch ms) as clocks of the place count them: a week with a clock change is a week. */
export const daysOf = (from: number, until: number, segments: readonly Segment[]): number => {
  const wall = (time: number) => time + (segments.findLast(({ start }) => start <= time)?.offset ?? 0)
  return (wall(until) - wall(from)) / DAY_MS
}

/** Seconds one value of a file stands for (specification §9); null where every value is kept. */
export const exportStepOf = (days: number): ExportStep | null => LADDER.find(([over]) => days > over)?.[1] ?? null
