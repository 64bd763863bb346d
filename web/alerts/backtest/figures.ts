import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import { HOUR_MS, WEEK_MS } from '#shared/rules/time/units.ts'

/** Number of times a rule would have fired, how often a week, and how long each time (hours). */
export const backtestFiguresOf = ({ firings, firings_total, from, until, at_night }: BacktestAnswer) => {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const lengths = firings.map(one => (one.until === null ? end : Date.parse(one.until)) - Date.parse(one.from))
  const sum = lengths.reduce((all, one) => all + one, 0)
  return {
    count: firings_total,
    at_night,
    per_week: (firings_total * WEEK_MS) / Math.max(1, end - start),
    mean_hours: firings.length === 0 ? null : sum / firings.length / HOUR_MS,
  }
}

/** Below this share of data nobody can say what the rule would have done. */
const ENOUGH = 0.5
/** A week and device: more than this is soon ignored. */
const TOO_OFTEN = 7

type Limit = BacktestAnswer['limits'][number]

export type Advice =
  | { say: 'no_devices' | 'cannot_tell' | 'never' }
  | { say: 'never_but'; other: Limit }
  | { say: 'too_often'; other: Limit | null }
  | { say: 'good'; others: Limit[] }

/** The one thing worth saying of a back-test; `others` are the limits next to the rule's own. */
export const adviceOf = (answer: BacktestAnswer): Advice => {
  const { devices, coverage, firings_total, limits } = answer
  if (devices.length === 0) return { say: 'no_devices' }
  if (coverage === null || coverage < ENOUGH) return { say: 'cannot_tell' }
  const own = Math.floor(limits.length / 2)
  const others = [limits[own - 1], limits[own + 1]].filter(one => one !== undefined)
  if (firings_total === 0) {
    const heard = limits.filter(one => one.firings > 0).sort((a, b) => a.firings - b.firings)[0]
    return heard ? { say: 'never_but', other: heard } : { say: 'never' }
  }
  if (backtestFiguresOf(answer).per_week / devices.length > TOO_OFTEN) {
    const calmer = limits.filter(one => one.firings <= firings_total / 2).sort((a, b) => b.firings - a.firings)[0]
    return { say: 'too_often', other: calmer ?? null }
  }
  return { say: 'good', others }
}

/** Upper bound of the lines that can be told apart in one chart (design §2.1). */
const MAX_LINES = 5

/** The devices whose line is drawn: those that would have fired most. */
export const drawnDevices = ({ devices, series }: BacktestAnswer): BacktestAnswer['devices'] =>
  devices
    .filter(({ device_id }) => series.some(one => one.device_id === device_id && one.values.some(v => v !== null)))
    .sort((a, b) => b.firings - a.firings)
    .slice(0, MAX_LINES)

/** Step by which a key moves the limit: a power of ten, between a hundredth and a tenth of it. */
export const limitStepFor = (limit: number, scale: { min: number; max: number }): number => {
  const about = Math.abs(limit) || scale.max - scale.min || 1
  return 10 ** Math.floor(Math.log10(about) - 1 + Number.EPSILON)
}

/** The nearest multiple of a step, without the noise of binary fractions. */
export const onStep = (value: number, step: number): number => Number((Math.round(value / step) * step).toPrecision(12))
