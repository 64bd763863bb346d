import { describe, expect, test } from 'vitest'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { alignedTo } from '../compare/comparison.ts'
import { offsetAt, offsetsOf, wallTimesOf, whichOf } from './wall-clock.ts'

const AMSTERDAM = 'Europe/Amsterdam'
const hoursOf = (from: string, until: string): number[] => {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  return Array.from({ length: (end - start) / HOUR_MS }, (_, index) => start + index * HOUR_MS)
}

describe('clocks on a wall', () => {
  test.each(['2026-03-01T00:00Z', '2026-10-01T00:00Z', '2025-11-01T00:00Z'])(
    'offsets from %s are those of each',
    from => {
      const times = hoursOf(from, new Date(Date.parse(from) + 300 * 24 * HOUR_MS).toISOString())
      expect(offsetsOf(times, AMSTERDAM)).toEqual(times.map(time => offsetAt(time, AMSTERDAM)))
    },
  )

  test('of a day of 25 hours go from 0 to 23 with 2 twice', () => {
    const times = hoursOf('2026-10-24T22:00Z', '2026-10-25T23:00Z')
    expect(wallTimesOf(times, AMSTERDAM).map(wall => wall / HOUR_MS)).toEqual([
      0,
      1,
      2,
      2,
      ...Array.from({ length: 21 }, (_, index) => index + 3),
    ])
  })

  test.each([
    ['2026-10-25T00:30Z', ' +02:00'],
    ['2026-10-25T01:30Z', ' +01:00'],
    ['2026-10-24T23:59Z', ''],
    ['2026-10-25T02:00Z', ''],
    ['2026-03-29T01:30Z', ''],
  ])('at %s say%s which of the two hours it is', (moment, which) => {
    expect(whichOf(Date.parse(moment), AMSTERDAM)).toBe(which)
  })
})

const frameOf = (from: string, until: string): Frame => {
  const time = hoursOf(from, until)
  // Each value is its own moment.
  const series = { unit: '°C', min: time, mean: time, max: time, count: time, interval_seconds: 60, coverage: 1 }
  return {
    device_id: 1,
    from,
    until,
    step_seconds: 3600,
    time_zone: AMSTERDAM,
    coverage: 1,
    time,
    series: { t: series },
  }
}

describe('the day before, beside a day on which the clocks are changed', () => {
  const local = (time: number) => (new Date(time).getUTCHours() + offsetAt(time, AMSTERDAM) / HOUR_MS) % 24

  test.each([
    ['25 hours', '2026-10-24T22:00Z', '2026-10-25T23:00Z', '2026-10-23T22:00Z'],
    ['23 hours', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-27T23:00Z'],
    ['24 hours after one of 25', '2026-10-25T23:00Z', '2026-10-26T23:00Z', '2026-10-24T22:00Z'],
  ])('a day of %s has noon beside noon', (_, from, until, before) => {
    const frame = frameOf(from, until)
    const aligned = alignedTo(frame, frameOf(before, from))
    frame.time.forEach((time, index) => {
      expect(local(aligned?.series.t?.mean[index] ?? 0), `${local(time)} h`).toBe(local(time))
    })
  })

  test('other days are taken as they are', () => {
    const other = frameOf('2026-11-19T23:00Z', '2026-11-20T23:00Z')
    expect(alignedTo(frameOf('2026-11-20T23:00Z', '2026-11-21T23:00Z'), other)).toBe(other)
  })
})
