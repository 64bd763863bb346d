import { DAY_MS } from '#shared/rules/time/units.ts'
import type { World } from '../../kit/world.ts'
import { ASLEEP_MS } from './clock-store.ts'
import {
  beginHeardSpan,
  type Door,
  deleteHeardSpansBefore,
  heardSpansSince,
  isHeardAfter,
  lengthenHeardSpan,
} from './heard-span-store.ts'

/** Signs further apart have a pause between them. */
const PAUSE_MS = 90_000
/** Silence is counted at most so far back. */
const KEPT_MS = 8 * DAY_MS

const iso = (time: number): string => new Date(time).toISOString()

/** Notes that messages can be taken at a door by now: that makes its last stretch longer, or begins one after a pause. */
export const noteHearing = async ({ db, now }: Pick<World, 'db' | 'now'>, door: Door): Promise<void> => {
  const at = now()
  if (await lengthenHeardSpan(db, door, iso(at - PAUSE_MS), iso(at))) return
  if (!(await isHeardAfter(db, door, iso(at)))) await beginHeardSpan(db, door, iso(at))
}

export const forgetOldHearing = async ({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> => {
  await deleteHeardSpansBefore(db, iso(now() - KEPT_MS))
}

interface Stretch {
  start: number
  end: number
}

/** Stretches of time (epoch ms) in which messages could be taken at every door there is. */
export interface Hearing {
  /** Length of the stretches within `from` to `until`, in ms. */
  during(from: number, until: number): number
  /** Time since which messages can be taken, but for short pauses; null while nothing can be heard. */
  since: number | null
  /** Time at which they could last be taken; null: never yet. */
  last: number | null
}

/** The doors an installation has: what comes by the broker is not heard while only the web answers. */
export const doorsOf = ({ environment }: Pick<World, 'environment'>): Door[] =>
  environment.MQTT_URL ? ['http', 'broker'] : ['http']

export const hearingOf = async (world: Pick<World, 'db' | 'environment'>, at: number): Promise<Hearing> => {
  const rows = await heardSpansSince(world.db, iso(at - KEPT_MS))
  const byDoor = Map.groupBy(rows, row => row.door)
  const heard = doorsOf(world)
    .map(door =>
      joined((byDoor.get(door) ?? []).map(row => ({ start: Date.parse(row.start), end: Date.parse(row.end) }))),
    )
    .reduce(both)
  return hearingIn(heard, at)
}

/** Stretches in the order of time; those that touch, or nearly so, are one. */
const joined = (stretches: readonly Stretch[]): Stretch[] => {
  const found: Stretch[] = []
  for (const one of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last && one.start <= last.end + PAUSE_MS) last.end = Math.max(last.end, one.end)
    else found.push({ ...one })
  }
  return found
}

const both = (one: readonly Stretch[], other: readonly Stretch[]): Stretch[] =>
  one.flatMap(a =>
    other.flatMap(b => {
      const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)]
      return start <= end ? [{ start, end }] : []
    }),
  )

const hearingIn = (heard: readonly Stretch[], at: number): Hearing => {
  const last = heard.at(-1)
  let since: number | null = null
  if (last && at - last.end <= ASLEEP_MS) {
    since = last.start
    // A pause of a minute or two keeps nobody's buffer full.
    for (const before of heard.slice(0, -1).toReversed()) {
      if (since - before.end > ASLEEP_MS) break
      since = before.start
    }
  }
  return {
    during: (from, until) =>
      heard.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0),
    since,
    last: last?.end ?? null,
  }
}
