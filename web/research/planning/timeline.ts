import { elementAt } from '#shared/rules/collections/elements.ts'
import { type Interval, sharedPart, toInterval } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'

/** Lengths of time a calendar can show. */
export const TIMELINE_SCALES = ['month', 'quarter', 'year'] as const
export type TimelineScale = (typeof TIMELINE_SCALES)[number]

const DAYS: Record<TimelineScale, number> = { month: 35, quarter: 98, year: 371 }
/** Today stands this far from the left edge. */
const TODAY_AT = 1 / 3

const mondayOf = (time: number): number => {
  const midnight = Math.floor(time / DAY_MS) * DAY_MS
  return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS
}

/** The interval around `now` (epoch ms), `pages` of it later; from midnight UTC of a Monday to that of another. */
export const windowOf = (scale: TimelineScale, now: number, pages: number): Interval => {
  const length = DAYS[scale] * DAY_MS
  const from = mondayOf(now - length * TODAY_AT) + pages * mondayLength(scale)
  return { from, until: from + length }
}

/** A page leaves a little of the one before: whole weeks. */
const mondayLength = (scale: TimelineScale): number => Math.floor((DAYS[scale] * 0.75) / 7) * 7 * DAY_MS

/** Mondays, or the first of each month in a year. */
export const ticksOf = ({ from, until }: Interval, scale: TimelineScale): number[] => {
  if (scale !== 'year')
    return Array.from({ length: (until - from) / (7 * DAY_MS) }, (_, week) => from + week * 7 * DAY_MS)
  const ticks: number[] = []
  const first = new Date(from)
  for (let month = 0; ; month++) {
    const tick = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1)
    if (tick >= until) return ticks
    if (tick >= from) ticks.push(tick)
  }
}

/** Share (0 to 1) of the window before a time. */
export const windowShareAt = (time: number, { from, until }: Interval): number => (time - from) / (until - from)

/** The part of a span that lies in a window, as shares of its width; null when none does. `end` null is open. */
export const barOf = (span: { start: string; end: string | null }, window: Interval) => {
  const whole = toInterval(span)
  const part = sharedPart(whole, window)
  if (!part) return null
  const left = windowShareAt(part.from, window)
  const width = windowShareAt(part.until, window) - left
  return { left, width, cutLeft: whole.from < window.from, cutRight: whole.until > window.until }
}

/** Puts spans that overlap below each other: for each its lane, 0 the first. */
export const lanesOf = (spans: readonly { start: string; end: string | null }[]): number[] => {
  const ends: string[] = []
  const lanes = new Map<number, number>()
  const order = spans
    .map((_, index) => index)
    .sort((a, b) => (spans[a]?.start ?? '').localeCompare(spans[b]?.start ?? ''))
  for (const index of order) {
    const span = elementAt(spans, index)
    const free = ends.findIndex(end => end <= span.start)
    const lane = free < 0 ? ends.length : free
    ends[lane] = span.end ?? '9999'
    lanes.set(index, lane)
  }
  return spans.map((_, index) => lanes.get(index) ?? 0)
}
