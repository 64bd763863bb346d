import { describe, expect, test } from 'vitest'
import type { StepsAnswer } from '#shared/contract/measurements/statistics.ts'
import { type Asked, selectionOf } from '../dashboard/selection.ts'
import type { Against } from './comparisons.ts'
import { sidesOf } from './sides.ts'
import { answersTogether, areasTogether, daysBetween, secondAreas } from './together.ts'

const ZONE = 'Europe/Amsterdam'
const MONTH = { from: '2026-10-24T07:00:00.000Z', until: '2026-11-23T08:00:00.000Z' }
const against = (some: Partial<Against>): Against => ({ by: 'before', areas: [], date: null, dates: null, ...some })
const askedOf = (some: Partial<Asked>): Asked => ({
  ...selectionOf({}),
  measurement: 't',
  cause: null,
  ...some,
})

describe('the second selection', () => {
  test('is none where nothing is compared', () => {
    expect(sidesOf(askedOf({}), MONTH, ZONE)).toBeNull()
  })

  test('is one period further back, or as many days before those chosen', () => {
    const relative = sidesOf(askedOf({ against: against({}), period: { interval: 'week', index: 2 } }), MONTH, ZONE)
    expect(relative?.second.period).toEqual({ interval: 'week', index: 3 })
    const chosen = askedOf({
      against: against({}),
      period: { interval: 'selection', index: 0, date_start: '2026-10-20', date_end: '2026-11-02' },
    })
    expect(sidesOf(chosen, MONTH, ZONE)?.second.period).toMatchObject({
      date_start: '2026-10-06',
      date_end: '2026-10-19',
    })
  })

  test('is the same time of the year before, on the wall of the reader', () => {
    const sides = sidesOf(askedOf({ against: against({ by: 'year' }) }), MONTH, ZONE)
    expect(sides?.second.period).toMatchObject({ date_start: '2025-10-24 09:00', date_end: '2025-11-23 09:00' })
    const leap = { from: '2024-02-28T23:00:00.000Z', until: '2024-03-07T23:00:00.000Z' }
    expect(sidesOf(askedOf({ against: against({ by: 'year' }) }), leap, ZONE)?.second.period.date_start).toBe(
      '2023-02-28 00:00',
    )
  })

  test.each([
    [
      'up to 28 February keeps that day',
      '2024-02-01 00:00',
      '2024-02-29 00:00',
      '2023-02-01 00:00',
      '2023-03-01 00:00',
    ],
    ['that ends within 29 February', '2024-02-28 10:00', '2024-02-29 10:00', '2023-02-28 10:00', '2023-03-01 10:00'],
    ['of 29 February is 28 February', '2024-02-29 00:00', '2024-03-01 00:00', '2023-02-28 00:00', '2023-03-01 00:00'],
    ['of hours of 29 February', '2024-02-29 08:00', '2024-02-29 10:00', '2023-02-28 08:00', '2023-02-28 10:00'],
    ['of February is a whole one', '2025-02-01 00:00', '2025-03-01 00:00', '2024-02-01 00:00', '2024-03-01 00:00'],
  ])('a period %s, a year before', (_, from, until, date_start, date_end) => {
    const instant = (text: string) => new Date(`${text.replace(' ', 'T')}:00+01:00`).toISOString()
    const asked = askedOf({ against: against({ by: 'year' }) })
    const sides = sidesOf(asked, { from: instant(from), until: instant(until) }, ZONE)
    expect(sides?.second.period).toMatchObject({ date_start, date_end })
  })

  test('is what lies before a change, and the first what lies after it', () => {
    const sides = sidesOf(askedOf({ against: against({ by: 'date', date: '2026-11-02' }) }), MONTH, ZONE)
    expect(sides?.first.period).toMatchObject({ date_start: '2026-11-02 00:00', date_end: '2026-11-23 09:00' })
    expect(sides?.second.period).toMatchObject({ date_start: '2026-10-24 09:00', date_end: '2026-11-02 00:00' })
    for (const date of ['2026-10-24', '2026-11-24', null])
      expect(sidesOf(askedOf({ against: against({ by: 'date', date }) }), MONTH, ZONE)).toBeNull()
  })

  test('waits for what has to be chosen', () => {
    expect(sidesOf(askedOf({ against: against({ by: 'areas' }) }), MONTH, ZONE)).toBeNull()
    expect(sidesOf(askedOf({ against: against({ by: 'dates' }) }), MONTH, ZONE)).toBeNull()
    const areas = sidesOf(askedOf({ against: against({ by: 'areas', areas: [4] }) }), MONTH, ZONE)
    expect(areas?.second.period).toEqual(areas?.first.period)
  })
})

const option = (id: number, name: string) => ({
  id,
  name,
  farm: 'Linde',
  isOwn: true,
  speciesId: 5,
  timeZone: ZONE,
  days: 3,
  placementIds: [],
  deviceIds: [],
})
const OPTIONS = [option(1, 'Room 1'), option(2, 'Room 2'), option(3, 'Room 3')]
const FIRST = [{ ...option(1, 'Room 1'), slot: 0 }]

describe('both selections in one chart', () => {
  test('give an area the same colour in both, and another one a free colour', () => {
    expect(secondAreas(FIRST, OPTIONS, [1, 3]).map(({ id, slot }) => [id, slot])).toEqual([
      [1, 0],
      [3, 1],
    ])
  })

  test('tell apart what is of the second one, each beside its own', () => {
    const both = areasTogether(FIRST, secondAreas(FIRST, OPTIONS, [3, 1]), {
      first: name => name,
      second: name => `${name} · before`,
    })
    expect(both.map(({ id, name, isSecond = false }) => [id, name, isSecond])).toEqual([
      [1, 'Room 1', false],
      [-1, 'Room 1 · before', true],
      [-3, 'Room 3 · before', true],
    ])
  })

  test('move the second one by whole days of the clock, also where it was put back in between', () => {
    const answer = (from: string, until: string, time: string[]) => {
      const steps: StepsAnswer = {
        time: time.map(at => Date.parse(at)),
        ...{ mean: [20], min: [19], max: [21], bins: [288], coverage: [1], valid: [true] },
      }
      const measured = { unit: '°C', bins: 1, coverage: 1, days: 1, valid_days: 1, low_coverage_days: 0, empty_days: 0 }
      return {
        calculation: 'MEAN' as const,
        from,
        until,
        areas: [
          {
            ...{ area_id: 1, area_name: 'Room 1', area_type_id: 5, location_id: 1, location_name: 'Linde' },
            ...{ time_zone: ZONE, location_research_ids: [], device_ids: [] },
            measurements: { t: { ...measured, steps } },
          },
        ],
      }
    }
    // Midnight of 20 October is 22:00 UTC, that of 3 November 23:00.
    const first = answer('2026-11-02T23:00:00.000Z', '2026-11-03T23:00:00.000Z', ['2026-11-02T23:00:00Z'])
    const second = answer('2026-10-19T22:00:00.000Z', '2026-10-20T22:00:00.000Z', ['2026-10-19T22:00:00Z'])
    const days = daysBetween(first, second)
    expect(days).toBe(14)
    const together = answersTogether(first, second, days)
    expect(together.areas.map(({ area_id }) => area_id)).toEqual([1, -1])
    expect(together.areas[1]?.measurements.t?.steps?.time).toEqual([Date.parse('2026-11-02T23:00:00Z')])
    expect(answersTogether(first, second, 0).from).toBe(second.from)
  })
})
