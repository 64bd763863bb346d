import type { z } from 'zod'
import type { AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { endOf, type Grid } from '#shared/rules/alerts/alert-backtest.ts'
import { isExcluded, localMomentOf } from '#shared/rules/alerts/alert-rule.ts'
import { isForDevice } from '#shared/rules/alerts/rule-scope.ts'
import type { RoundOfAge } from '#shared/rules/locations/rounds.ts'
import { zonedAt } from '#shared/rules/time/local-time.ts'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { overlaps, type Span } from '#shared/rules/time/rental.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { isSeen, placesSeenBy } from '../../devices/access.ts'
import { type PlacementRow, placementsOfDevices } from '../../devices/placement/placements.ts'
import { ownDevices, watchedDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Caller } from '../../locations/access.ts'
import { roundsIn } from '../../locations/rounds/comfort.ts'
import { edgeOn, isEmptyOn } from './by-age.ts'

/** Later than any round, epoch ms. */
const END_OF_TIME = Date.UTC(9999, 0)

type Rule = z.output<typeof AlertRuleInput>

/** A device a rule is tried on. */
export interface TriedDevice {
  id: number
  name: string
  area_name: string | null
  zone: string
  /** 1 for each step of a grid, from `from` (epoch ms) on, in which the rule would have been evaluated. */
  watchedSteps(grid: Grid, from: number): Uint8Array
  /** Distance of the threshold from the rule's own at each step of a grid; null for a rule that does not follow the age. */
  thresholdMoves(grid: Grid): Float64Array | null
}

/** The devices a rule of this person would have watched at some time. */
export const triedDevices = async (db: Database, user: Caller, rule: Rule): Promise<TriedDevice[]> => {
  const own = (await ownDevices(db, [user])).get(user.id) ?? new Map<number, Span[]>()
  const wanted = [...own.keys()].filter(
    id => !rule.exclude_device_ids.includes(id) && (rule.device_id == null || rule.device_id === id),
  )
  const devices = await watchedDevices(db, wanted)
  const placements = Map.groupBy(await placementsOfDevices(db, wanted), one => one.device_id)
  const places = await placesSeenBy(db, user)
  const areas = [...new Set([...placements.values()].flatMap(some => some.map(one => one.area_id)))]
  const isAsked = rule.by_age || rule.exclude_empty
  const rounds = isAsked ? await roundsIn(db, areas, 0, END_OF_TIME) : new Map<number, RoundOfAge[]>()
  return devices.map(({ id, name }) => {
    const spans = own.get(id) ?? []
    // Places where it hung for others are theirs to know.
    const placed = (placements.get(id) ?? []).filter(one => spans.some(span => overlaps(span, one)))
    const last = placed.at(-1)
    const zone = last?.time_zone ?? DEFAULT_TIME_ZONE
    return {
      id,
      name,
      area_name: last && isSeen(places, last) ? last.area_name : null,
      zone,
      watchedSteps: (grid, from) => {
        const watched = watchedSteps(rule, grid, from, spans, placed, zone)
        if (rule.exclude_empty)
          eachDay(grid, placed, (date, first, after, { area_id }) => {
            if (isEmptyOn(rounds.get(area_id) ?? [], date)) watched.fill(0, first, after)
          })
        return watched
      },
      thresholdMoves: grid => {
        if (!rule.by_age) return null
        const moves = new Float64Array(grid.count)
        eachDay(grid, placed, (date, first, after, { area_id, area_type_id }) => {
          const place = { area_type_id, rounds: rounds.get(area_id) ?? [] }
          moves.fill(edgeOn(rule, place, date).threshold_value - rule.threshold_value, first, after)
        })
        return moves
      },
    }
  })
}

const watchedSteps = (
  rule: Rule,
  grid: Grid,
  from: number,
  own: readonly Span[],
  placed: readonly PlacementRow[],
  zone: string,
): Uint8Array => {
  const window = rule.calculation_minutes * MINUTE_MS
  const seen = stepsIn(grid, own, window)
  const isAnywhere = isForDevice(rule, rule.device_id ?? 0, null)
  const wanted = placed.filter(place => isForDevice(rule, place.device_id, place))
  const there = isAnywhere ? null : stepsIn(grid, wanted, window)
  const left = excludedSteps(rule, grid, zone)
  return seen.map((is, step) => (is && endOf(grid, step) > from && there?.[step] !== 0 && left?.[step] !== 1 ? 1 : 0))
}

/** Calls back for each local day of each placement with the steps of the grid that end in it: `first` ≤ step < `after`. */
const eachDay = (
  grid: Grid,
  placed: readonly PlacementRow[],
  tell: (date: string, first: number, after: number, place: PlacementRow) => void,
): void => {
  const stepAt = (time: number) => Math.min(Math.max(0, Math.ceil((time - grid.start) / grid.step) - 1), grid.count)
  for (const place of placed) {
    const from = Math.max(Date.parse(place.start), grid.start)
    const until = Math.min(
      place.end === null ? Number.POSITIVE_INFINITY : Date.parse(place.end),
      endOf(grid, grid.count),
    )
    for (let day = zonedAt(from, place.time_zone).startOfDay(); day.epochMilliseconds < until; ) {
      const next = day.add({ days: 1 }).startOfDay()
      const [first, last] = [Math.max(day.epochMilliseconds, from), Math.min(next.epochMilliseconds, until)]
      tell(day.toPlainDate().toString(), stepAt(first), stepAt(last), place)
      day = next
    }
  }
}

/** 1 for each step whose window lies whole in one of the spans. */
const stepsIn = (grid: Grid, spans: readonly Span[], window: number): Uint8Array => {
  const steps = new Uint8Array(grid.count)
  for (const { start, end } of spans) {
    const first = Math.ceil((Date.parse(start) + window - grid.start) / grid.step) - 1
    const after = end === null ? grid.count : Math.ceil((Date.parse(end) - grid.start) / grid.step) - 1
    steps.fill(1, Math.min(Math.max(0, first), grid.count), Math.min(Math.max(0, after), grid.count))
  }
  return steps
}

/** Steps of the grid in hours and months that are left out; null when there are none. */
const excludedSteps = (rule: Rule, grid: Grid, zone: string): Uint8Array | null => {
  if (rule.exclude_hours.length === 0 && rule.exclude_months.length === 0) return null
  const segments = segmentsOf(grid.start, endOf(grid, grid.count), zone)
  let segment = 0
  return new Uint8Array(grid.count).map((_, step) => {
    // A window is evaluated at its end, a message when it comes.
    const at = rule.calculation_minutes === 0 ? endOf(grid, step - 1) : endOf(grid, step)
    while ((segments[segment + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) segment++
    const wall = new Date(at + (segments[segment]?.offset ?? 0))
    return isExcluded(rule, { hour: wall.getUTCHours(), month: wall.getUTCMonth() + 1 }) ? 1 : 0
  })
}

/** Tells whether people sleep at `time` (epoch ms): from 22:00 to 06:00. */
export const isNight = (time: number, zone: string): boolean => {
  const { hour } = localMomentOf(time, zone)
  return hour >= 22 || hour < 6
}
