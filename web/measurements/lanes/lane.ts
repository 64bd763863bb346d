import type { Target } from '../../kit/routing/address.ts'
/** Event that happened, in time beside the charts. Times are epoch ms. */
export interface LaneEvent {
  id: string
  from: number
  /** End of the event; null for a moment, Infinity for what goes on and has no end yet. */
  until: number | null
  title: string
  /** Words of a person, which stand as they were written. */
  words?: string
  text: string
  /** Page where it is kept; null where it is only here. */
  to: Target | null
  /** Answers that somebody may give to it. */
  actions?: readonly { label: string; run: () => Promise<unknown> }[]
}

export const LANES = [
  'alerts',
  'faults',
  'area_notes',
  'inspections',
  'notes',
  'manual',
  'calibrations',
  'placements',
] as const
export type LaneKey = (typeof LANES)[number]

export interface Lane {
  key: LaneKey
  events: readonly LaneEvent[]
}

export interface Drawn extends LaneEvent {
  /** Percent of the width. */
  left: number
  width: number
  /** 0 is the uppermost. */
  row: number
}

/** Moments this near each other (percent of the width) would cover one another. */
const APART = 2.5

/** The events of a lane that a period (epoch ms) touches, those that overlap in rows below each other. */
export const drawnIn = (events: readonly LaneEvent[], from: number, until: number): Drawn[] => {
  const share = (time: number) => ((Math.min(Math.max(time, from), until) - from) / (until - from)) * 100
  const ends: number[] = []
  return events
    .filter(event => event.from < until && (event.until === null ? event.from >= from : event.until > from))
    .toSorted((a, b) => a.from - b.from)
    .map(event => {
      const left = share(event.from)
      const right = event.until === null ? left + APART : share(event.until)
      const free = ends.findIndex(end => end <= left)
      const row = free < 0 ? ends.length : free
      ends[row] = right
      return { ...event, left, width: event.until === null ? 0 : right - left, row }
    })
}
