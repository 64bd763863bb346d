import type { ComfortInterval } from '#shared/contract/measurements/measurements.ts'
import { type Interval, partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { nextStepStart, segmentsOf, stepStart } from '#shared/rules/time/period.ts'
import { intersection, type Span } from '#shared/rules/time/rental.ts'
import { DAY_S } from '#shared/rules/time/units.ts'
import { type PlacementRow, placementsOfDevices } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { boundariesOn, type ComfortPlace, mayFollowAge, namedByAge, roundsIn } from '../locations/rounds/comfort.ts'

interface Seen {
  deviceId: number
  /** Spans that the caller may see. */
  spans: readonly Span[]
}

/**
 * Comfort of these measurements through a period (epoch ms) where it follows the age of the animals, in intervals in which it
 * stays the same; nothing where no round wanted anything by age. Intervals of a measurement follow each other.
 */
export const comfortIntervals = async (
  db: Database,
  seen: readonly Seen[],
  keys: readonly string[],
  period: Interval,
): Promise<ComfortInterval[]> => {
  const placements = await placementsOfDevices(
    db,
    seen.map(({ deviceId }) => deviceId),
  )
  const places = placements
    .flatMap(place => seenParts(place, seen, period).map(part => ({ place, ...part })))
    .sort((one, other) => one.from - other.from)
  const rounds = await roundsIn(db, [...new Set(places.map(({ place }) => place.area_id))], period.from, period.until)
  const all = [...rounds.values()].flat()
  const following = keys.filter(key => mayFollowAge(all, key))
  if (following.length === 0) return []
  const days = inTurn(places).flatMap(({ place: { area_id, area_type_id, time_zone }, from, until }) => {
    const place = { area_type_id, rounds: rounds.get(area_id) ?? [] }
    return daysIn({ from, until }, time_zone).map(day => ({ place, ...day }))
  })
  return following.flatMap(key => comfortThrough(key, days))
}

/** Local day at a place, or a part of it (epoch ms). */
export interface ComfortDay extends Interval {
  place: Pick<ComfortPlace, 'area_type_id' | 'rounds'>
  date: string
}

/**
 * Comfort of a measurement through days in their order, in intervals in which it stays the same; nothing where it is that of
 * the kind of animals on all of them.
 */
export const comfortThrough = (key: string, days: readonly ComfortDay[]): ComfortInterval[] => {
  const intervals: ComfortInterval[] = []
  let byAge = false
  for (const { place, date, from, until } of days) {
    const known = boundariesOn(place, key, date)
    if (!known) continue
    byAge ||= namedByAge(known, key, place.area_type_id).by_age !== undefined
    const { min_value, low_value, high_value, max_value } = known
    const next = { measurement: key, from, until, min_value, low_value, high_value, max_value }
    const last = intervals.at(-1)
    if (last?.until === from && isSame(last, next)) last.until = until
    else intervals.push(next)
  }
  return byAge ? intervals : []
}

const isSame = (one: ComfortInterval, other: ComfortInterval): boolean =>
  one.low_value === other.low_value && one.high_value === other.high_value

const seenParts = (place: PlacementRow, seen: readonly Seen[], period: Interval): Interval[] =>
  seen
    .filter(({ deviceId }) => deviceId === place.device_id)
    .flatMap(({ spans }) => partsWithin(spans.flatMap(span => intersection(span, place) ?? []).map(toInterval), period))

/** Parts one after another: where several devices hang in an area at once, the first speaks for its time. */
const inTurn = <Part extends Interval>(parts: readonly Part[]): Part[] => {
  let end = Number.NEGATIVE_INFINITY
  return parts.flatMap(part => {
    const from = Math.max(part.from, end)
    end = Math.max(end, part.until)
    return from < part.until ? [{ ...part, from }] : []
  })
}

/** Local days of an interval, the first and the last as far as they lie in it. */
const daysIn = ({ from, until }: Interval, zone: string): (Interval & { date: string })[] => {
  const segments = segmentsOf(from, until, zone)
  const days: (Interval & { date: string })[] = []
  for (let start = stepStart(from, DAY_S, segments); start < until; ) {
    const next = nextStepStart(start, DAY_S, segments)
    const day = { from: Math.max(start, from), until: Math.min(next, until) }
    days.push({ date: localDateAt(day.from, zone), ...day })
    start = next
  }
  return days
}
