import { expect } from 'vitest'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Row } from './data-files.ts'

export interface ExpectedPeriod {
  from: string
  until: string
  stepMinutes: number
  zone: string
}

/**
 * Says that a chart shows what the rows hold. Worked out from the rows alone, with none of the product's rules: a step
 * begins wherever the clock on the wall, as Intl tells it, shows a multiple of the step, or has just jumped over one.
 */
export const expectChart = (frame: Frame, rows: Row[], period: ExpectedPeriod): void => {
  const [from, until] = [Date.parse(period.from), Date.parse(period.until)]
  expect([frame.from, frame.until, frame.step_seconds]).toEqual([
    new Date(from).toISOString(),
    new Date(until).toISOString(),
    period.stepMinutes * 60,
  ])
  const starts = stepStarts(from, until, period.stepMinutes, period.zone)
  expect(frame.time).toEqual(starts)
  const inside = lastOfEachTime(rows).filter(row => row.at >= from && row.at < until)
  const keys = [...new Set(inside.flatMap(row => Object.keys(row.values)))].sort()
  expect(Object.keys(frame.series).sort()).toEqual(keys)
  for (const key of keys) expectColumns(frame, key, inside, starts)
}

const expectColumns = (frame: Frame, key: string, rows: Row[], starts: number[]): void => {
  const columns = frame.series[key]!
  const steps: number[][] = starts.map(() => [])
  let step = 0
  for (const row of rows) {
    while (step + 1 < starts.length && row.at >= starts[step + 1]!) step++
    if (row.values[key] !== undefined) steps[step]!.push(row.values[key])
  }
  steps.forEach((values, index) => {
    const shown = [columns.min[index]!, columns.mean[index]!, columns.max[index]!, columns.count[index]!] as const
    expectAlike(shown, values, `${key} at ${new Date(starts[index]!).toISOString()}`)
  })
  expectAlike(overall(columns), steps.flat(), `${key} over the whole period`)
}

type Four = readonly [min: number | null, mean: number | null, max: number | null, count: number]

const expectAlike = ([min, mean, max, count]: Four, values: number[], where: string): void => {
  if (values.length === 0) {
    expect([min, mean, max, count], where).toEqual([null, null, null, 0])
    return
  }
  let [lowest, highest, sum] = [values[0]!, values[0]!, 0]
  for (const value of values) {
    if (value < lowest) lowest = value
    if (value > highest) highest = value
    sum += value
  }
  expect(count, `${where}, count`).toBe(values.length)
  expectClose(min, lowest, 1e-9, `${where}, minimum`)
  expectClose(max, highest, 1e-9, `${where}, maximum`)
  expectClose(mean, sum / values.length, 1e-6, `${where}, mean`)
}

const expectClose = (shown: number | null, expected: number, relative: number, where: string): void => {
  const far = shown === null || Math.abs(shown - expected) > relative * Math.abs(expected)
  if (far) expect(shown, where).toBe(expected)
}

const overall = (columns: Frame['series'][string]): Four => {
  const filled = columns.count.flatMap((count, index) => (count > 0 ? [index] : []))
  const count = filled.reduce((sum, index) => sum + columns.count[index]!, 0)
  return [
    Math.min(...filled.map(index => columns.min[index]!)),
    filled.reduce((sum, index) => sum + columns.mean[index]! * columns.count[index]!, 0) / count,
    Math.max(...filled.map(index => columns.max[index]!)),
    count,
  ]
}

/** Rows in order of time; of those with the same time the last of the file counts, value by value. */
const lastOfEachTime = (rows: Row[]): Row[] => {
  const byTime = new Map<number, Row>()
  for (const { at, values } of rows) byTime.set(at, { at, values: { ...byTime.get(at)?.values, ...values } })
  return [...byTime.values()].sort((a, b) => a.at - b.at)
}

const stepStarts = (from: number, until: number, stepMinutes: number, zone: string): number[] => {
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const minuteOfDay = (at: number) => {
    const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number)
    return hour * 60 + minute
  }
  const probe = Math.min(stepMinutes, 15) * MINUTE_MS
  const starts: number[] = []
  for (let at = from; at < until; at += probe) {
    const [now, before] = [minuteOfDay(at), minuteOfDay(at - probe)]
    const jumped = now - before > probe / MINUTE_MS && Math.floor(now / stepMinutes) > Math.floor(before / stepMinutes)
    if (now % stepMinutes === 0 || jumped) starts.push(at)
  }
  return starts
}
