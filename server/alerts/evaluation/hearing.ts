import { type Interval, lengthWithin, mergeIntervals, toInterval } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Services } from '../../kit/services.ts'
import { ASLEEP_MS } from './clock-store.ts'
import {
  beginHeardSpan,
  deleteHeardSpansBefore,
  heardSpansSince,
  isHeardAfter,
  type ListeningTransport,
  lengthenHeardSpan,
} from './heard-span-store.ts'

/** Signs further apart have a pause between them. */
const PAUSE_MS = 90_000
/** Silence is counted at most so far back. */
const KEPT_MS = 8 * DAY_MS

const iso = (time: number): string => new Date(time).toISOString()

/** Notes that messages can be taken at a transport by now: that makes its last interval longer, or begins one after a pause. */
export const noteHearing = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  transport: ListeningTransport,
): Promise<void> => {
  const at = now()
  if (await lengthenHeardSpan(db, transport, iso(at - PAUSE_MS), iso(at))) return
  if (!(await isHeardAfter(db, transport, iso(at)))) await beginHeardSpan(db, transport, iso(at))
}

export const forgetOldHearing = async ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> => {
  await deleteHeardSpansBefore(db, iso(now() - KEPT_MS))
}

/** Intervals (epoch ms) in which messages could be taken at every transport there is. */
export interface Hearing {
  /** Length of the intervals within `from` to `until`, in ms. */
  during(from: number, until: number): number
  /** Time since which messages can be taken, but for short pauses; null while nothing can be heard. */
  since: number | null
  /** Time at which they could last be taken; null: never yet. */
  last: number | null
}

/** The transports an installation has: what comes by the broker is not heard while only the web answers. */
export const doorsOf = ({ environment }: Pick<Services, 'environment'>): ListeningTransport[] =>
  environment.MQTT_URL ? ['http', 'broker'] : ['http']

export const hearingOf = async (services: Pick<Services, 'db' | 'environment'>, at: number): Promise<Hearing> => {
  const rows = await heardSpansSince(services.db, iso(at - KEPT_MS))
  const byTransport = Map.groupBy(rows, row => row.door)
  const heard = doorsOf(services)
    .map(transport => mergeIntervals((byTransport.get(transport) ?? []).map(toInterval), PAUSE_MS))
    .reduce(both)
  return hearingIn(heard, at)
}

/** Times at which both were heard, if only for an instant: a sign of life that nothing followed yet is one. */
const both = (one: readonly Interval[], other: readonly Interval[]): Interval[] =>
  one.flatMap(a =>
    other.flatMap(b => {
      const [from, until] = [Math.max(a.from, b.from), Math.min(a.until, b.until)]
      return from <= until ? [{ from, until }] : []
    }),
  )

const hearingIn = (heard: readonly Interval[], at: number): Hearing => {
  const last = heard.at(-1)
  let since: number | null = null
  if (last && at - last.until <= ASLEEP_MS) {
    since = last.from
    // A pause of a minute or two keeps nobody's buffer full.
    for (const before of heard.slice(0, -1).toReversed()) {
      if (since - before.until > ASLEEP_MS) break
      since = before.from
    }
  }
  return { during: (from, until) => lengthWithin(heard, { from, until }), since, last: last?.until ?? null }
}
