import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chartStepOf,
  comparedPeriod,
  nextStepStart,
  periodOf,
  STEPS,
  segmentsOf,
  stepStart,
  stepsOf,
} from './period.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

const ZONES = ['Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
/** Zones that changed their clock at midnight, or back to it, or left out a day. */
const ODD_ZONES = [
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Atlantic/Azores',
  'America/Havana',
]
const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString()
const wall = (time: number, zone: string) => new Date(time).toLocaleString('sv', { timeZone: zone })

const times = fc.integer({ min: at('2005-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
const zones = fc.constantFrom(...ZONES, ...ODD_ZONES)
const steps = fc.constantFrom(...STEPS)
/** A time within two days of a clock change, where things go wrong. */
const nearChange = fc
  .tuple(zones, times, fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
  .map(([zone, time, off]) => {
    const changes = segmentsOf(time, time + 400 * DAY_MS, zone).slice(1)
    return { zone, time: (changes[0]?.start ?? time) + off }
  })
const somewhere = fc.oneof(nearChange, fc.record({ zone: zones, time: times }))

describe('[decisions §6] the step of a chart', () => {
  test.each([
    [HOUR_MS, 60],
    [400 * 60_000, 60],
    [400 * 60_000 + 1, 300],
    [DAY_MS, 300],
    [7 * DAY_MS, 1800],
    [31 * DAY_MS, 7200],
    [366 * DAY_MS, 86_400],
    [4000 * DAY_MS, 86_400],
  ])('over %i ms is %i s: the smallest that gives at most 400 points', (span, step) => {
    expect(chartStepOf(span)).toBe(step)
  })
})

describe('[decisions §1] steps in local time', () => {
  test('every instant lies in exactly one step: its own start, before the next', () => {
    fc.assert(
      fc.property(somewhere, steps, ({ zone, time }, step) => {
        const segments = segmentsOf(time - DAY_MS, time + DAY_MS, zone)
        const start = stepStart(time, step, segments)
        const next = nextStepStart(start, step, segments)
        expect(start).toBeLessThanOrEqual(time)
        expect(next).toBeGreaterThan(time)
        expect(stepStart(start, step, segments)).toBe(start)
        expect(stepStart(next - 1, step, segments)).toBe(start)
      }),
      { numRuns: 2000 },
    )
  })

  test('steps tile a period: in order, without gap or overlap, from its first step to its end', () => {
    fc.assert(
      fc.property(somewhere, steps, fc.integer({ min: 1, max: 300 }), ({ zone, time }, step, count) => {
        const until = time + count * step * 1000
        const segments = segmentsOf(time, until, zone)
        const starts = stepsOf(time, until, step, segments)
        expect(starts[0]).toBe(stepStart(time, step, segments))
        starts.forEach((start, index) => {
          if (index > 0) expect(nextStepStart(starts[index - 1] as number, step, segments)).toBe(start)
        })
        expect(nextStepStart(starts.at(-1) as number, step, segments)).toBeGreaterThanOrEqual(until)
      }),
      { numRuns: 500 },
    )
  })

  test('a step begins on its own wall clock, except where the clock leaves that time out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), times, steps, (zone, time, step) => {
        const segments = segmentsOf(time, time, zone)
        const start = stepStart(time, step, segments)
        if (segments.some(segment => segment.start === start)) return
        const local = at(`${wall(start, zone).replace(' ', 'T')}Z`)
        expect(local % (step * 1000)).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })

  test.each(ZONES)('days begin at midnight in %s, the whole year round', zone => {
    const [from, until] = [at('2025-01-01T12:00:00Z'), at('2026-01-01T12:00:00Z')]
    const starts = stepsOf(from, until, 86_400, segmentsOf(from, until, zone))
    for (const start of starts) expect(wall(start, zone)).toMatch(/ 00:00:00$/)
    expect(starts.length).toBeGreaterThanOrEqual(365)
    expect(starts.length).toBeLessThanOrEqual(367)
  })

  test.each([
    ['Europe/Amsterdam', '2025-03-30', 23],
    ['Europe/Amsterdam', '2025-10-26', 25],
    ['America/New_York', '2025-03-09', 23],
    ['America/New_York', '2025-11-02', 25],
    ['Australia/Lord_Howe', '2025-04-06', 24.5],
    ['Australia/Lord_Howe', '2025-10-05', 23.5],
    ['Asia/Kolkata', '2025-03-30', 24],
    ['Atlantic/Azores', '2025-10-26', 25],
    ['America/Havana', '2025-11-02', 25],
  ])('in %s the day %s has %f hours', (zone, day, hours) => {
    const noon = at(`${day}T12:00:00Z`)
    const segments = segmentsOf(noon - DAY_MS, noon + DAY_MS, zone)
    const start = stepStart(noon - (zone === 'Australia/Lord_Howe' ? 8 * HOUR_MS : 0), 86_400, segments)
    expect(stepStart(start + HOUR_MS, 86_400, segments)).toBe(start)
    expect(wall(start, zone)).toBe(`${day} 00:00:00`)
    expect((nextStepStart(start, 86_400, segments) - start) / HOUR_MS).toBe(hours)
  })

  test('the doubled hour of autumn stays two', () => {
    const segments = segmentsOf(at('2025-10-25T00:00:00Z'), at('2025-10-27T00:00:00Z'), 'Europe/Amsterdam')
    const starts = stepsOf(at('2025-10-25T23:00:00Z'), at('2025-10-26T03:00:00Z'), 3600, segments)
    expect(starts.map(start => wall(start, 'Europe/Amsterdam').slice(11, 16))).toEqual([
      '01:00',
      '02:00',
      '02:00',
      '03:00',
    ])
  })
})

describe('[specification §4] a period', () => {
  const now = at('2025-10-27T12:34:56Z')
  const zone = 'Europe/Amsterdam'
  const period = (interval: 'hour' | 'day' | 'week' | 'month' | 'year', index = 0) =>
    periodOf({ interval, index }, now, zone)

  test.each([
    ['hour', '2025-10-27T11:35:00.000Z', '2025-10-27T12:35:00.000Z'],
    ['day', '2025-10-26T12:35:00.000Z', '2025-10-27T12:35:00.000Z'],
    ['week', '2025-10-20T12:00:00.000Z', '2025-10-27T13:00:00.000Z'],
    ['month', '2025-09-27T12:00:00.000Z', '2025-10-27T13:00:00.000Z'],
    ['year', '2024-10-27T23:00:00.000Z', '2025-10-27T23:00:00.000Z'],
  ] as const)('%s ends with the step that holds now and reaches one of local time back', (interval, from, until) => {
    const { from: begins, until: ends } = period(interval)
    expect([iso(begins), iso(ends)]).toEqual([from, until])
  })

  test.each([
    ['hour', 0, '2025-10-27T12:00:00.000Z', '2025-10-27T13:00:00.000Z'],
    ['day', 0, '2025-10-26T23:00:00.000Z', '2025-10-27T23:00:00.000Z'],
    // 25 hours.
    ['day', 1, '2025-10-25T22:00:00.000Z', '2025-10-26T23:00:00.000Z'],
    ['week', 0, '2025-10-26T23:00:00.000Z', '2025-11-02T23:00:00.000Z'],
    ['month', 0, '2025-09-30T22:00:00.000Z', '2025-10-31T23:00:00.000Z'],
    ['month', 8, '2025-01-31T23:00:00.000Z', '2025-02-28T23:00:00.000Z'],
    ['year', 0, '2024-12-31T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
  ] as const)('of the calendar: %s, %i back', (interval, index, from, until) => {
    const { from: begins, until: ends } = periodOf({ interval, index, calendar: true }, now, zone)
    expect([iso(begins), iso(ends)]).toEqual([from, until])
  })

  test('[specification §9] month and year are 30 and 365 days, and of the calendar where wished', () => {
    expect(Math.round((period('month', 7).until - period('month', 7).from) / DAY_MS)).toBe(30)
    expect(Math.round((period('year', 1).until - period('year', 1).from) / DAY_MS)).toBe(365)
  })

  test('going back in time periods meet without gap or overlap', () => {
    for (const interval of ['hour', 'day', 'week', 'month', 'year'] as const)
      for (const calendar of [false, true])
        for (let index = 0; index < 20; index++) {
          const at = (back: number) => periodOf({ interval, index: back, calendar }, now, zone)
          expect(at(index + 1).until).toBe(at(index).from)
        }
  })

  test.each([
    ['2025-10-26', '2025-10-26', '2025-10-25T22:00:00.000Z', '2025-10-26T23:00:00.000Z'],
    ['2025-10-20', '2025-10-21', '2025-10-19T22:00:00.000Z', '2025-10-21T22:00:00.000Z'],
    ['2025-10-20 06:00', '2025-10-20 18:30', '2025-10-20T04:00:00.000Z', '2025-10-20T16:30:00.000Z'],
    ['2025-10-20T06:00:00Z', '2025-10-20T08:00:00+02:00', null, null],
    ['2025-10-20T06:00:00Z', '2025-10-20T09:00:00+02:00', '2025-10-20T06:00:00.000Z', '2025-10-20T07:00:00.000Z'],
    ['2025-10-21', '2025-10-20', null, null],
    ['2025-02-30', '2025-03-01', null, null],
    ['yesterday', '2025-03-01', null, null],
    ['', '', null, null],
  ])('[specification §9] the selection %s to %s', (date_start, date_end, from, until) => {
    const choose = () => periodOf({ interval: 'selection', index: 0, date_start, date_end }, now, zone)
    if (from === null) expect(choose).toThrow(RangeError)
    else expect([iso(choose().from), iso(choose().until)]).toEqual([from, until])
  })

  test('[decisions §12] is compared with the one before, or the same a year ago', () => {
    const choice = { interval: 'day', index: 0 } as const
    const day = periodOf(choice, now, zone)
    expect(comparedPeriod(choice, day, 'previous', zone)).toEqual(periodOf({ ...choice, index: 1 }, now, zone))
    expect(iso(comparedPeriod(choice, day, 'year', zone).until)).toBe('2024-10-27T12:35:00.000Z')
    const selected = { interval: 'selection', index: 0, date_start: '2025-10-20', date_end: '2025-10-21' } as const
    const before = comparedPeriod(selected, periodOf(selected, now, zone), 'previous', zone)
    expect([iso(before.from), iso(before.until)]).toEqual(['2025-10-17T22:00:00.000Z', '2025-10-19T22:00:00.000Z'])
    expect(comparedPeriod(selected, periodOf(selected, now, 'No/Where'), 'previous', 'No/Where')).toMatchObject({
      from: expect.any(Number),
    })
  })
})
