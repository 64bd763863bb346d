import { describe, expect, test } from 'vitest'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { linePoints } from '#shared/rules/ingest/frame.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { ChartArea } from '../dashboard/areas.ts'
import { sharedComfort, sharedEdges } from '../dashboard/edges.ts'
import { completenessRows } from './completeness-card.tsx'
import { shareStep } from './completeness-option.ts'
import { lineThrough } from './correlation-option.ts'
import { spreadApart } from './end-labels.ts'
import { lineFrame } from './line-frame.ts'
import {
  inOwnWeek,
  rangeOf,
  stepOf,
  weekmapCellAt,
  weekmapCells,
  weekmapFrame,
  weekmapTable,
} from './weekmap-option.ts'

const MIDNIGHT = Date.parse('2026-11-01T23:00:00Z')
const stepsOf = (time: number[], mean: (number | null)[]) => ({
  time,
  mean,
  min: mean,
  max: mean,
  bins: mean.map(value => (value === null ? 0 : 288)),
  coverage: mean.map(value => (value === null ? 0 : 1)),
  valid: mean.map(value => value !== null),
})
const days = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index * DAY_MS)
const PERIOD = { from: '2026-11-01T23:00:00.000Z', until: '2026-11-05T23:00:00.000Z' }

describe('lines of several areas', () => {
  test('have one time: midnight stands over midnight, wherever the area is', () => {
    const lines = lineFrame(
      [
        { timeZone: 'Europe/Amsterdam', unit: '', coverage: 1, steps: stepsOf(days(MIDNIGHT, 3), [1, 2, 3]) },
        { timeZone: 'Europe/Lisbon', unit: '', coverage: 1, steps: stepsOf(days(MIDNIGHT + 3_600_000, 3), [4, 5, 6]) },
      ],
      PERIOD,
      'day',
    )
    expect(lines?.frame.time).toEqual(days(MIDNIGHT, 3))
    expect(lines?.columns.map(({ mean }) => mean)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })

  test('break at each day that is missing', () => {
    const lines = lineFrame(
      [{ timeZone: 'Europe/Amsterdam', unit: '', coverage: 1, steps: stepsOf(days(MIDNIGHT, 4), [1, null, 3, 4]) }],
      PERIOD,
      'day',
    )
    const [columns] = lines?.columns ?? []
    if (!lines || !columns) throw new Error('there is a line')
    const points = linePoints(lines.frame, columns, 'mean', Date.parse(PERIOD.until))
    expect(points.slice(0, 4).map(([, value]) => value)).toEqual([1, null, 3, 4])
  })

  test('are none where nothing was measured', () => {
    const none = { timeZone: 'UTC', unit: '', coverage: 0, steps: stepsOf(days(MIDNIGHT, 2), [null, null]) }
    expect(lineFrame([none], PERIOD, 'day')).toBeNull()
    expect(lineFrame([], PERIOD, 'day')).toBeNull()
  })

  test('have names that do not lie on each other, in the order of their ends', () => {
    const placed = spreadApart([50, 52, 10, 100], 0, 110)
    const order = [2, 0, 1, 3].map(index => placed[index] ?? 0)
    for (const [index, height] of order.entries())
      if (index > 0) expect(height - (order[index - 1] ?? 0)).toBeGreaterThanOrEqual(15)
    expect(placed[2]).toBe(10)
    expect(Math.max(...spreadApart([100, 100, 100], 0, 100))).toBe(100)
  })
})

describe('a weekday-hour map', () => {
  const mean = Array.from({ length: 168 }, (_, index) => (index === 33 ? null : index))
  const map = { mean, n: mean.map((_, index) => (index === 5 ? 1 : 2)), sd: mean }

  test('has seven steps from least to most, hatched and pale cells', () => {
    expect(rangeOf(map)).toEqual({ least: 0, most: 167 })
    const cells = weekmapCells(map)
    expect(cells[33]).toMatchObject({ column: 9, row: 1, step: null })
    expect(cells[5]?.pale).toBe(true)
    expect([cells[0]?.step, cells[167]?.step]).toEqual([0, 6])
    expect(stepOf(3, { least: 3, most: 3 })).toBe(6)
  })

  test('finds the cell that lies under a finger', () => {
    const size = { width: 430, height: 206 }
    for (const cell of [0, 23, 80, 167]) {
      const { left, top, width, height } = weekmapFrame(cell, size)
      expect(weekmapCellAt(left + width / 2, top + height / 2, size)).toBe(cell)
    }
    expect(weekmapCellAt(5, 50, size)).toBeNull()
    expect(weekmapCellAt(200, 204, size)).toBeNull()
  })
})

describe('[decisions 0160] a weekday-hour map of somebody whose week begins with Sunday', () => {
  const cells = Array.from({ length: 168 }, (_, index) => index)
  const map = { mean: cells, n: cells, sd: cells }

  test('has all that is told of a cell at its weekday', () => {
    const own = inOwnWeek(map, { ...USUAL_FORMATS, week: 'sunday' })
    for (const column of Object.values(own)) expect([column[0], column[24], column[167]]).toEqual([144, 0, 143])
  })

  test('is written to files from Monday on', () => {
    const { columns, rows } = weekmapTable(map, { title: '', unit: '°C', decimals: 1, hour: 'Hour', language: 'en' })
    expect(columns.map(({ head }) => head)).toEqual(['Hour', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    expect(rows[1]).toEqual(['01:00', 1, 25, 49, 73, 97, 121, 145])
  })
})

test('a line through points has the least squares, and is none where it would be upright', () => {
  const line = lineThrough([1, 2, 3], [2, 4, 6.3])
  expect(line?.slope).toBeCloseTo(2.15)
  expect(line?.at(2)).toBeCloseTo(4.1)
  expect(lineThrough([2, 2], [1, 5])).toBeNull()
  expect(lineThrough([2], [1])).toBeNull()
})

test.each([
  [0, null],
  [0.2, 1],
  [0.5, 2],
  [0.76, 3],
  [0.9, 4],
  [1, 5],
])('a share of %s of a day has step %s', (share, step) => {
  expect(shareStep(share)).toBe(step)
})

test('days are dates of the place, also of areas that joined later', () => {
  const area = (id: number, time_zone: string, from: number, count: number) => ({
    area_id: id,
    area_name: '',
    area_type_id: 1,
    location_id: 1,
    location_name: '',
    time_zone,
    location_research_ids: [],
    device_ids: [],
    measurements: {
      nh3: {
        unit: '',
        bins: 1,
        coverage: 1,
        days: 1,
        valid_days: 1,
        low_coverage_days: 0,
        empty_days: 0,
        completeness: {
          time: days(from, count),
          bins: new Array(count).fill(288),
          coverage: new Array(count).fill(1),
          left_out: new Array(count).fill(false),
        },
      },
    },
  })
  const answer: StatisticsAnswer = {
    calculation: 'COUNT',
    ...PERIOD,
    areas: [area(1, 'Europe/Amsterdam', MIDNIGHT, 3), area(2, 'Europe/Lisbon', MIDNIGHT + 3_600_000 + DAY_MS, 2)],
  }
  const facts = [1, 2].map(
    (id): ChartArea => ({
      id,
      slot: id - 1,
      name: `${id}`,
      farm: '',
      isOwn: true,
      speciesId: 1,
      timeZone: '',
      days: 1,
      placementIds: [],
      deviceIds: [],
    }),
  )
  const { days: dates, rows } = completenessRows(answer, facts, 'nh3')
  expect(dates).toEqual(['2026-11-02', '2026-11-03', '2026-11-04'])
  expect(rows.map(({ shares }) => shares)).toEqual([
    [1, 1, 1],
    [null, 1, 1],
  ])
})

test('comfort is drawn through all rows only where all share it', () => {
  const one = { low: null, high: 10, limit: 20 }
  expect(sharedEdges([one, { ...one }])).toEqual(one)
  expect(sharedEdges([one, { ...one, limit: 25 }])).toBeNull()
  expect(sharedEdges([{ low: null, high: null, limit: null }])).toBeNull()
})

describe('comfort by age through a chart of lines', () => {
  const steps = { ...stepsOf([], []) }
  const interval = (low_value: number, day = 0) => ({
    ...{ measurement: 't', from: MIDNIGHT + day * DAY_MS, until: MIDNIGHT + (day + 1) * DAY_MS },
    ...{ min_value: 10, low_value, high_value: low_value + 3, max_value: 40 },
  })
  const byAge = (low: number) => ({ steps: { ...steps, comfort: [interval(low)] } })

  test('is that of all lines where they share it', () => {
    expect(sharedComfort([byAge(30), byAge(30)])).toEqual([interval(30)])
  })

  test('is the longest where lines of one age begin or end on different days', () => {
    const [whole, later, ending] = [
      [0, 1, 2, 3],
      [2, 3],
      [0, 1],
    ].map(days => ({
      steps: { ...steps, comfort: days.map(day => interval(30 - day, day)) },
    }))
    if (!whole || !later || !ending) throw new Error('three lines')
    expect(sharedComfort([later, whole])).toEqual(whole.steps.comfort)
    expect(sharedComfort([ending, whole, later])).toEqual(whole.steps.comfort)
    expect(sharedComfort([later, ending])).toEqual([])
    expect(sharedComfort([whole, { steps: { ...steps, comfort: [interval(30, 3)] } }])).toEqual([])
  })

  test('is drawn nowhere where ages differ, or one line follows none', () => {
    expect(sharedComfort([byAge(30), byAge(31)])).toEqual([])
    expect(sharedComfort([{ steps }, byAge(30)])).toEqual([])
  })

  test('is left to the kind of animals where no line follows an age', () => {
    expect(sharedComfort([{ steps }, {}])).toBeNull()
    expect(sharedComfort([])).toBeNull()
  })
})
