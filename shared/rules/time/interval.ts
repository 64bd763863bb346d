/** Interval from ≤ t < until. Times are epoch ms, or indices of bins; an open end is infinite. */
export interface Interval<Time = number> {
  from: Time
  until: Time
}

export const ALWAYS: Readonly<Interval> = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** A period as rows and calls have it (ISO 8601): an empty start has been there from the beginning, an end of null is open. */
export const toInterval = ({ start, end }: { start: string; end: string | null }): Interval => ({
  from: start === '' ? Number.NEGATIVE_INFINITY : Date.parse(start),
  until: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
})

/** The same the other way: an interval as rows and calls have it. */
export const toSpan = ({ from, until }: Interval): { start: string; end: string | null } => ({
  start: from === Number.NEGATIVE_INFINITY ? '' : new Date(from).toISOString(),
  end: until === Number.POSITIVE_INFINITY ? null : new Date(until).toISOString(),
})

export const lengthOf = ({ from, until }: Interval): number => until - from

/** The part two intervals share; null where there is none. */
export const sharedPart = (one: Interval, other: Interval): Interval | null => {
  const [from, until] = [Math.max(one.from, other.from), Math.min(one.until, other.until)]
  return from < until ? { from, until } : null
}

/** The parts of intervals that lie within another. */
export const partsWithin = (intervals: readonly Interval[], within: Interval): Interval[] =>
  intervals.flatMap(one => sharedPart(one, within) ?? [])

/** Length of what lies within `within`; intervals that overlap count twice. */
export const lengthWithin = (intervals: readonly Interval[], { from, until }: Interval): number => {
  let length = 0
  for (const one of intervals) length += Math.max(0, Math.min(one.until, until) - Math.max(one.from, from))
  return length
}

/** Intervals in order, as one where they overlap, touch, or lie at most `pause` apart. */
export const mergeIntervals = (intervals: readonly Interval[], pause = 0): Interval[] => {
  const merged: Interval[] = []
  for (const { from, until } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.until + pause) last.until = Math.max(last.until, until)
    else merged.push({ from, until })
  }
  return merged
}
