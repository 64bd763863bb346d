import { describe, expect, test } from 'vitest'
import type { Frame, SeriesColumns } from '../../contract/measurements/measurements.ts'
import type { Averaging } from '../science/mean.ts'
import { MINUTE_MS } from '../time/units.ts'
import { coverageOf, gapsOf, linePoints, stepCoverage, summaryOf, typicalInterval, withLive } from './frame.ts'

/** Steps of five minutes from 0 on. */
const timeOf = (counts: readonly number[]) => counts.map((_, index) => index * 5 * MINUTE_MS)
const columns = (counts: number[], interval_seconds: number | null = 300): SeriesColumns => {
  const values = counts.map((count, index) => (count > 0 ? index : null))
  return { unit: '°C', min: values, mean: values, max: values, count: counts, interval_seconds, coverage: 1 }
}
const frameOf = (series: SeriesColumns): Frame => ({
  device_id: 1,
  from: new Date(0).toISOString(),
  until: new Date(series.count.length * 5 * MINUTE_MS).toISOString(),
  step_seconds: 300,
  time_zone: 'UTC',
  coverage: 1,
  time: timeOf(series.count),
  series: { t: series },
})

describe('[decisions §6] the typical interval', () => {
  test.each([
    ['one reading a step', [1, 1, 1, 1], 300],
    ['five readings a step', [5, 5, 5, 5], 60],
    ['a reading every other step', [1, 0, 1, 0, 1], 600],
    ['a gap, which is not typical', [1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1], 300],
    ['several readings in one step only', [0, 5, 0], 60],
    ['one reading', [0, 1, 0], null],
    ['none', [0, 0], null],
  ])('of %s', (_, counts, expected) => {
    expect(typicalInterval(timeOf(counts), counts, 300)).toBe(expected)
  })
})

describe('[decisions §6] coverage', () => {
  test.each([
    ['all that is expected', [1, 1, 1, 1], 300, 1],
    ['half of it', [1, 1, 0, 0], 300, 0.5],
    ['readings rarer than steps', [1, 0, 1, 0, 1, 0], 600, 1],
    ['readings that do not fit the steps evenly', [2, 1, 2, 1, 2, 1], 200, 1],
    ['a burst, which does not fill a gap', [50, 0, 0, 0], 300, 0.25],
    ['nothing', [0, 0], 300, 0],
    ['no interval to expect by', [1, 0], null, 0],
  ])('of %s', (_, counts, interval, expected) => {
    expect(coverageOf(timeOf(counts), counts, interval, counts.length * 5 * MINUTE_MS)).toBeCloseTo(expected, 10)
  })

  test('expects nothing after now', () => {
    const counts = [1, 1, 0, 0]
    expect(coverageOf(timeOf(counts), counts, 300, 10 * MINUTE_MS)).toBe(1)
    expect(coverageOf(timeOf(counts), counts, 300, 0)).toBe(0)
  })
})

describe('[decisions §6] a gap', () => {
  test.each([
    ['is longer than three intervals', [1, 0, 0, 0, 0, 1], [[5, 25]]],
    ['of three intervals is none', [1, 0, 0, 0, 1], []],
    ['reaches to the end', [1, 1, 0, 0, 0, 0], [[10, 30]]],
    ['reaches from the beginning', [0, 0, 0, 0, 1], [[0, 20]]],
  ])('%s', (_, counts, minutes) => {
    const series = columns(counts)
    const expected = minutes.map(([from = 0, end = 0]) => [from * MINUTE_MS, end * MINUTE_MS])
    expect(gapsOf(frameOf(series), series, counts.length * 5 * MINUTE_MS)).toEqual(expected)
  })

  test('is not before the first measurement ever', () => {
    const series = { ...columns([0, 0, 0, 0, 1, 1]), began: 20 * MINUTE_MS }
    expect(gapsOf(frameOf(series), series, 30 * MINUTE_MS)).toEqual([])
  })

  test('goes by the interval that was valid then: no reading of each five minutes is missing where each minute came later', () => {
    const [slow, quick] = [12, 60]
    const counts = [
      ...Array.from({ length: slow }, () => [1, 0, 0, 0, 0]).flat(),
      ...Array.from({ length: quick }, () => 1),
    ]
    const frame = { step_seconds: 60, time: counts.map((_, index) => index * MINUTE_MS) }
    expect(gapsOf(frame, columns(counts, 60), counts.length * MINUTE_MS)).toEqual([])
    const from = 5 * slow + 20
    const broken = counts
      .with(10, 0)
      .with(15, 0)
      .with(20, 0)
      .fill(0, from, from + 5)
    expect(gapsOf(frame, columns(broken, 60), counts.length * MINUTE_MS)).toEqual([
      [6 * MINUTE_MS, 25 * MINUTE_MS],
      [from * MINUTE_MS, (from + 5) * MINUTE_MS],
    ])
  })

  test('is not what is awaited since a device was set to a longer interval', () => {
    const counts = [...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 8 }, () => 0)]
    const frame = { step_seconds: 60, time: counts.map((_, index) => index * MINUTE_MS) }
    expect(gapsOf(frame, columns(counts, 600), 28 * MINUTE_MS)).toEqual([])
    expect(gapsOf(frame, columns(counts, 60), 28 * MINUTE_MS)).toHaveLength(1)
  })

  test('does not lie in the future', () => {
    const series = columns([1, 1, 0, 0, 0, 0])
    expect(gapsOf(frameOf(series), series, 15 * MINUTE_MS)).toEqual([])
  })

  test('breaks a line with nulls; an empty step between close readings leaves no trace', () => {
    const series = columns([1, 0, 1, 0, 0, 0, 0, 1])
    const points = linePoints(frameOf(series), series, 'mean', 40 * MINUTE_MS)
    expect(points.map(([, value]) => value)).toEqual([0, 2, null, null, null, null, 7])
  })
})

describe('a summary', () => {
  test('[science §5] weighs the mean by readings', () => {
    const series = { ...columns([3, 0, 1]), min: [1, null, 9], mean: [2, null, 10], max: [3, null, 11] }
    expect(summaryOf(series)).toEqual({ min: 1, mean: 4, max: 11, count: 4 })
    expect(summaryOf(columns([0, 0]))).toBeNull()
  })

  test('[science §5] of sound is that of its energy, of directions where they point', () => {
    const of = (averaging: Averaging, mean: (number | null)[]) =>
      summaryOf({ ...columns(mean.map(() => 1)), averaging, min: mean, mean, max: mean })?.mean
    expect(of('energetic', [60, 70])).toBeCloseTo(67.4, 2)
    expect(of('circular', [350, 10, 20, null])).toBeCloseTo(6.705, 3)
  })
})

describe('[decisions §6] a live message', () => {
  const frame = frameOf(columns([1, 1]))
  const live = (change: object) => ({ device_id: 1, time: 6 * MINUTE_MS, values: { t: 7 }, ...change })

  test('goes into its step', () => {
    const { series } = withLive(frame, live({}))
    expect(series.t).toMatchObject({ min: [0, 1], mean: [0, 4], max: [0, 7], count: [1, 2] })
    expect(frame.series.t?.count).toEqual([1, 1])
  })

  test.each([
    ['of another device', { device_id: 2 }],
    ['after the period', { time: 10 * MINUTE_MS }],
    ['before the period', { time: -1 }],
  ])('%s changes nothing', (_, change) => {
    expect(withLive(frame, live(change))).toBe(frame)
  })

  test('[science §5] of sound raises the mean by its energy', () => {
    const quiet = frameOf({ ...columns([1]), averaging: 'energetic', min: [60], mean: [60], max: [60] })
    expect(withLive(quiet, live({ time: MINUTE_MS, values: { t: 70 } })).series.t?.mean[0]).toBeCloseTo(67.4, 2)
  })

  test('of one device among several changes nothing: the mean of their means does not tell them apart', () => {
    const shared = { ...frame, devices: 2 }
    expect(withLive(shared, live({}))).toBe(shared)
  })

  test('of a key that is not shown changes nothing of what is', () => {
    expect(withLive(frame, live({ values: { h: 50 } })).series).toEqual(frame.series)
  })
})

describe('share of the readings a step could have', () => {
  test.each([
    ['all there', 5, 60, 300, 1],
    ['half of them', 5, 60, 600, 0.5],
    ['none', 0, 60, 300, 0],
    ['more than expected', 9, 60, 300, 1],
    ['one, where fewer than one is expected', 1, 600, 300, 1],
    ['nobody knows how many are expected', 3, null, 300, null],
    ['a step that has just begun', 0, 60, 0, null],
  ])('%s', (_, count, interval, length, expected) => {
    expect(stepCoverage(count, interval, length)).toBe(expected)
  })
})
