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

/** Events of a lane near each other, drawn as one mark that says how many they are. */
export interface Crowd {
  id: string
  events: readonly LaneEvent[]
  /** Percent of the width, of the middle of the mark. */
  left: number
}

export interface DrawnLane {
  key: LaneKey
  events: readonly Drawn[]
  crowds: readonly Crowd[]
  rows: number
}

/** Room of a track: percent of its width at which moments cover one another, and at which marks of crowds do. */
export interface TrackRoom {
  moment: number
  crowd: number
}

/** About 300 px, as beside the charts or on a phone, and the width of a desk. */
export const NARROW_TRACK: TrackRoom = { moment: 5, crowd: 10 }
export const WIDE_TRACK: TrackRoom = { moment: 2.5, crowd: 4 }

/** More than these are gathered: nobody could tell them apart, and a page of hundreds of marks is slow. */
const MAX_ROWS = 3
const MAX_EVENTS = 40

/** Tells whether a period (epoch ms) touches an event. */
const touches = (event: LaneEvent, from: number, until: number): boolean =>
  event.from < until && (event.until === null ? event.from >= from : event.until > from)

/** The events of a lane that a period (epoch ms) touches, those that overlap in rows below each other. */
export const drawnIn = (
  events: readonly LaneEvent[],
  from: number,
  until: number,
  { moment }: TrackRoom = WIDE_TRACK,
): Drawn[] => {
  const share = (time: number) => ((Math.min(Math.max(time, from), until) - from) / (until - from)) * 100
  const ends: number[] = []
  return events
    .filter(event => touches(event, from, until))
    .toSorted((a, b) => a.from - b.from)
    .map(event => {
      const left = share(event.from)
      const right = event.until === null ? left + moment : share(event.until)
      const free = ends.findIndex(end => end <= left)
      const row = free < 0 ? ends.length : free
      ends[row] = right
      return { ...event, left, width: event.until === null ? 0 : right - left, row }
    })
}

/** The events of `drawn` by cells of the track, each as wide as the mark of a crowd. */
const gathered = (drawn: readonly Drawn[], cell: number): Crowd[] => {
  const byCell = Map.groupBy(drawn, ({ left }) => Math.min(Math.floor(left / cell), Math.ceil(100 / cell) - 1))
  return [...byCell].map(([index, events]) => ({
    id: `crowd ${index}`,
    events,
    left: Math.min((index + 0.5) * cell, 100),
  }))
}

/** A lane as a period (epoch ms) shows it: its events, or crowds of them where they are too many to be told apart. */
export const drawnLane = (
  { key, events }: Lane,
  from: number,
  until: number,
  room: TrackRoom = WIDE_TRACK,
): DrawnLane => {
  const drawn = drawnIn(events, from, until, room)
  const rows = Math.max(0, ...drawn.map(({ row }) => row + 1))
  if (drawn.length <= MAX_EVENTS && rows <= MAX_ROWS) return { key, events: drawn, crowds: [], rows }
  return { key, events: [], crowds: gathered(drawn, room.crowd), rows: 1 }
}

/** Number of events that a lane shows, gathered or not. */
export const countOf = ({ events, crowds }: DrawnLane): number =>
  events.length + crowds.reduce((sum, crowd) => sum + crowd.events.length, 0)
