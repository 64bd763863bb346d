import type { z } from 'zod'
import type { AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { endOf, type Grid } from '#shared/rules/alerts/alert-backtest.ts'
import { isExcluded, localMomentOf } from '#shared/rules/alerts/alert-rule.ts'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { overlaps, type Span } from '#shared/rules/time/rental.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { isSeen, placesSeenBy } from '../../devices/access.ts'
import { type PlacementRow, placementsOfDevices } from '../../devices/placement/placements.ts'
import { ownDevices, watchedDevices } from '../../devices/watching/watched.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Caller } from '../../locations/access.ts'

type Rule = z.output<typeof AlertRuleInput>

/** A device a rule is tried on. */
export interface TriedDevice {
  id: number
  name: string
  area_name: string | null
  zone: string
  /** 1 for each step of a grid, from `from` (epoch ms) on, in which the rule would have been evaluated. */
  watchedSteps(grid: Grid, from: number): Uint8Array
}

/** The devices a rule of this person would have watched at some time. */
export const triedDevices = async (db: Database, user: Caller, rule: Rule): Promise<TriedDevice[]> => {
  const own = (await ownDevices(db, [user])).get(user.id) ?? new Map<number, Span[]>()
  const wanted = [...own.keys()].filter(id => !rule.exclude_device_ids.includes(id))
  const devices = await watchedDevices(db, wanted)
  const placements = Map.groupBy(await placementsOfDevices(db, wanted), one => one.device_id)
  const places = await placesSeenBy(db, user)
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
      watchedSteps: (grid, from) => watchedSteps(rule, grid, from, spans, placed, zone),
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
  const ofKind = placed.filter(one => one.area_type_id === rule.area_type_id)
  const there = rule.area_type_id === null ? null : stepsIn(grid, ofKind, window)
  const left = excludedSteps(rule, grid, zone)
  return seen.map((is, step) => (is && endOf(grid, step) > from && there?.[step] !== 0 && left?.[step] !== 1 ? 1 : 0))
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
