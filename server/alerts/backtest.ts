import type { z } from 'zod'
import type { AlertRuleInput, BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import {
  type BinnedReadings,
  type Episode,
  endOf,
  episodesOf,
  evaluationsPerStep,
  furthest,
  type Grid,
  heardSteps,
  numbersOf,
} from '#shared/rules/alerts/alert-backtest.ts'
import { type Condition, excessOf, thresholdsAround } from '#shared/rules/alerts/alert-rule.ts'
import { isOfDifference } from '#shared/rules/alerts/rule-sentence.ts'
import { keptOn, shownOn } from '#shared/rules/charts/scale.ts'
import { numberAt } from '#shared/rules/collections/elements.ts'
import { type Formats, shownDifference, USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { chartStepOf } from '#shared/rules/time/period.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { binsOf } from '../series/bins.ts'
import { measurementsOf, quantityUnitOf } from './rules/quantity.ts'
import { isNight, type TriedDevice, triedDevices } from './rules/tried-devices.ts'

type Rule = z.output<typeof AlertRuleInput>
type Answer = z.output<typeof BacktestAnswer>

/** Lengths of a step in minutes; the windows that rules look back over are whole numbers of the first three. */
const STEPS = [1, 5, 15, 60]
/** Upper bound of steps of all devices together: more take longer than a person waits. */
const MAX_STEPS = 450_000
/** A list nobody reads to its end; how many there were is said beside it. */
const MAX_FIRINGS = 1000
/** Place of a rule's own limit among those around it. */
const OWN_PLACE = 2

const gridOf = (devices: number, days: number, minutes: number, now: number): Grid => {
  const span = days * DAY_MS
  const step = MINUTE_MS * (STEPS.find(one => (devices * span) / (one * MINUTE_MS) <= MAX_STEPS) ?? 60)
  const until = Math.floor(now / step) * step
  const before = Math.ceil((minutes * MINUTE_MS) / step)
  return { start: until - span - before * step, step, count: span / step + before }
}

/** Parts of `Bins` that a rule needs besides index and mean. */
const partsFor = (rule: Condition): 'means' | 'values' | 'changes' => {
  if (rule.comparison !== 'value') return 'changes'
  const isMean = rule.calculation === 'average' || rule.calculation === 'derivative'
  return isMean && rule.calculation_minutes > 0 ? 'means' : 'values'
}

export interface Tried extends TriedDevice {
  /** The measurements it sent. */
  measurements: string[]
  numbers: Float64Array
  /** The numbers as far from the rule's own threshold as they are from that of their day. */
  compared: Float64Array
  isWatched: (step: number) => boolean
  episodes: Episode[]
  perStep: number
  /** Steps in which the rule is evaluated, and in which it can tell. */
  steps: number
  told: number
}

type Stores = Pick<Services, 'db' | 'series' | 'now'>

/** A rule on each device of this person it would have watched in the last days, step by step from `from` (epoch ms) on; not on those `held` by a nearer rule. */
export const tryRule = async (
  { db, series, now }: Stores,
  user: Caller,
  rule: Rule,
  days: number,
  held: ReadonlySet<number> = new Set(),
) => {
  const devices = (await triedDevices(db, user, rule)).filter(({ id }) => !held.has(id))
  const grid = gridOf(devices.length, days, rule.calculation_minutes, now())
  const ids = devices.map(({ id }) => id)
  const bins = await binsOf(series, {
    deviceIds: ids,
    keys: measurementsOf(rule.physical_quantity_id),
    corrections: await correctionsOf(db, ids),
    from: grid.start,
    until: grid.start + grid.count * grid.step,
    step: grid.step,
    parts: partsFor(rule),
  })
  const from = grid.start + grid.count * grid.step - days * DAY_MS
  return { grid, from, tried: devices.flatMap(device => tryOn(rule, device, bins.get(device.id), grid, from) ?? []) }
}

/** Tells when and where a rule would have fired in the last days, on the devices and in the periods the caller sees. */
export const backtest = async (
  stores: Stores,
  user: Caller,
  { rule, days, temperature = 'celsius' }: { rule: Rule; days: number; temperature?: Formats['temperature'] },
  held: ReadonlySet<number>,
): Promise<Answer> => {
  const { grid, from, tried } = await tryRule(stores, user, rule, days, held)
  const firings = tried
    .flatMap(({ id, zone, episodes }) =>
      episodes.map(one => ({ ...one, device_id: id, night: isNight(one.from, zone) })),
    )
    .sort((a, b) => a.from - b.from)
  return {
    from: iso(from),
    until: iso(endOf(grid, grid.count - 1)),
    firings: firings.slice(-MAX_FIRINGS).map(one => ({
      device_id: one.device_id,
      from: iso(one.from),
      until: one.until === null ? null : iso(one.until),
      worst: one.worst,
    })),
    firings_total: firings.length,
    at_night: firings.filter(one => one.night).length,
    coverage: tried.length === 0 ? null : shareOf(tried),
    devices: tried.map(one => ({
      device_id: one.id,
      device_name: one.name,
      area_name: one.area_name,
      firings: one.episodes.length,
      coverage: shareOf([one]),
    })),
    limits: limitsOf(rule, tried, grid, { ...USUAL_FORMATS, temperature }),
    ...plotOf(rule, tried, grid, from),
    unit: unitOfNumber(rule),
  }
}

const iso = (time: number): string => new Date(time).toISOString()

const shareOf = (tried: readonly Tried[]): number => {
  const steps = tried.reduce((sum, one) => sum + one.steps, 0)
  return steps === 0 ? 0 : tried.reduce((sum, one) => sum + one.told, 0) / steps
}

/**
 * Result of a rule on one device; null for a device that measured nothing of it, or that the rule would never have
 * watched.
 */
const tryOn = (
  rule: Rule,
  device: TriedDevice,
  bins: Map<string, BinnedReadings> | undefined,
  grid: Grid,
  from: number,
): Tried | null => {
  if (!bins) return null
  const measured = [...bins.values()]
  const numbers = furthest(
    rule,
    measured.map(one => numbersOf(rule, one, grid)),
  )
  const watched = device.watchedSteps(grid, from)
  const isWatched = (step: number) => watched[step] === 1
  const heard = rule.calculation_minutes === 0 ? measured.map(one => heardSteps(one, grid)) : null
  const canTell = (step: number) => (heard ? heard.some(one => one[step] === 1) : !Number.isNaN(numbers[step]))
  let [steps, told] = [0, 0]
  for (let step = 0; step < grid.count; step++)
    if (watched[step] === 1) {
      steps++
      if (canTell(step)) told++
    }
  if (steps === 0) return null
  const perStep = Math.max(...measured.map(one => evaluationsPerStep(rule, one, grid)))
  const moves = device.thresholdMoves(grid)
  const compared = moves ? numbers.map((number, step) => number - numberAt(moves, step)) : numbers
  const episodes = episodesOf(rule, compared, grid, isWatched, perStep).map(one => ({
    ...one,
    worst: one.worst + (moves?.[((one.state.worst?.at ?? one.from) - grid.start) / grid.step - 1] ?? 0),
  }))
  return { ...device, measurements: [...bins.keys()], numbers, compared, isWatched, steps, told, perStep, episodes }
}

/** Limits around that of a rule, kept in its unit and round as they are read; the rule's own stays in the middle. */
const limitsAround = (rule: Rule, worst: number, formats: Formats): number[] => {
  const axis = { unit: unitOfNumber(rule), isDifference: isOfDifference(rule) }
  const spread = shownDifference(worst, axis.unit, formats)
  const read = thresholdsAround(shownOn(axis, rule.threshold_value, formats), spread)
  return read.map((limit, place) => (place === OWN_PLACE ? rule.threshold_value : keptOn(axis, limit, formats)))
}

/** The clear value keeps its distance to the threshold. */
const limitsOf = (rule: Rule, tried: readonly Tried[], grid: Grid, formats: Formats): Answer['limits'] => {
  const { threshold_value, clear_value } = rule
  // A list of arguments cannot be made of very many episodes.
  const worst = tried.reduce(
    (most, one) => one.episodes.reduce((found, episode) => Math.max(found, Math.abs(episode.worst)), most),
    0,
  )
  return limitsAround(rule, worst, formats).map(threshold => {
    const moved = {
      ...rule,
      threshold_value: threshold,
      clear_value: clear_value === null ? null : clear_value + threshold - threshold_value,
    }
    const count = (one: Tried) => episodesOf(moved, one.compared, grid, one.isWatched, one.perStep).length
    return { threshold_value: threshold, firings: tried.reduce((sum, one) => sum + count(one), 0) }
  })
}

/** Curve of what the rule compares, as far towards the limit as it went in each step of a chart. */
const plotOf = (rule: Rule, tried: readonly Tried[], grid: Grid, from: number): Pick<Answer, 'time' | 'series'> => {
  const skipped = Math.round((from - grid.start) / grid.step)
  const perPoint = Math.max(1, Math.round((chartStepOf((grid.count - skipped) * grid.step) * 1000) / grid.step))
  const points = Math.ceil((grid.count - skipped) / perPoint)
  return {
    time: Array.from({ length: points }, (_, point) => from + point * perPoint * grid.step),
    series: tried.map(({ id, numbers, compared, isWatched }) => {
      const values = Array.from({ length: points }, (): number | null => null)
      const excesses = new Float64Array(points).fill(Number.NEGATIVE_INFINITY)
      for (let step = skipped; step < grid.count; step++) {
        const number = numberAt(numbers, step)
        if (Number.isNaN(number) || !isWatched(step)) continue
        const point = Math.floor((step - skipped) / perPoint)
        const excess = excessOf(rule, numberAt(compared, step))
        if (values[point] !== null && excess <= numberAt(excesses, point)) continue
        excesses[point] = excess
        values[point] = Math.round(number * 1000) / 1000
      }
      return { device_id: id, values }
    }),
  }
}

/** Unit in which the number of a rule is kept. */
const unitOfNumber = ({ physical_quantity_id, calculation, comparison }: Rule): string => {
  const unit = quantityUnitOf(physical_quantity_id) ?? ''
  return comparison === 'value' && calculation === 'count' ? '' : unit
}
