import { describe, expect, test } from 'vitest'
import type { AreaStatistics, StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { areaOptions, filledSlots, isFull, listedOf, missingIn, shownAreas, toggled } from './areas.ts'
import { exportSearchOf } from './export-link.ts'
import { type Asked, selectionOf } from './selection.ts'

const COUNTED = { unit: 'ppm', bins: 1, coverage: 1, valid_days: 1, low_coverage_days: 0, empty_days: 0 }
const areaOf = (id: number, area_name: string, location_name: string, days: number | null): AreaStatistics => ({
  area_id: id,
  area_name,
  area_type_id: 5,
  location_id: 1,
  location_name,
  time_zone: 'Europe/Amsterdam',
  location_research_ids: [id * 10],
  device_ids: [id * 100],
  measurements: days === null ? {} : { nh3: { ...COUNTED, days } },
})
const ANSWER: StatisticsAnswer = {
  calculation: 'COUNT',
  from: '2026-10-24T09:00:00.000Z',
  until: '2026-11-23T09:00:00.000Z',
  areas: [areaOf(1, 'Room 10', 'B', 3), areaOf(2, 'Room 2', 'B', 5), areaOf(3, 'Room 2', 'A', null)],
}
const OPTIONS = areaOptions(ANSWER, 'nh3', new Set([1]))

test('areas stand by farm and number, and bear their farm where two have one name', () => {
  expect(OPTIONS.map(({ name, days }) => [name, days])).toEqual([
    ['Room 2 · A', null],
    ['Room 2 · B', 5],
    ['Room 10', 3],
  ])
})

describe('slots', () => {
  test('are those of the address, or the first areas that have data', () => {
    expect(filledSlots(null, OPTIONS)).toEqual([2, 1])
    expect(filledSlots([3, 0, 1], OPTIONS)).toEqual([3, 0, 1])
    expect(
      filledSlots(
        Array.from({ length: 12 }, (_, index) => index + 1),
        OPTIONS,
      ),
    ).toHaveLength(8)
  })

  test("are first of areas of one's own, wherever they stand in the list", () => {
    const shared = { ...areaOf(4, 'Barn', 'A neighbour', 9), location_id: 2 }
    const options = areaOptions({ ...ANSWER, areas: [shared, ...ANSWER.areas] }, 'nh3', new Set([1]))
    expect(options.map(({ id }) => id)).toEqual([3, 4, 2, 1])
    expect(filledSlots(null, options)).toEqual([2, 1, 4])
  })

  test('keep the colour of an area while others come and go', () => {
    const slots = toggled([2, 1, 3], 1, OPTIONS)
    expect(slots).toEqual([2, 0, 3])
    expect(shownAreas(slots, OPTIONS).map(({ id, slot }) => [id, slot])).toEqual([
      [3, 2],
      [2, 0],
    ])
    expect(toggled(slots, 9, OPTIONS)).toEqual([2, 9, 3])
    expect(toggled(toggled([2], 2, OPTIONS), 1, OPTIONS)).toEqual([1])
    const eight = Array.from({ length: 8 }, (_, index) => ({ id: index + 1 }))
    expect(isFull([1, 2, 3, 4, 5, 6, 7, 8], eight)).toBe(true)
    expect(isFull([1, 2, 0, 4, 5, 6, 7, 8], eight)).toBe(false)
  })

  test('of areas that are gone make room for others', () => {
    const slots = [2, 71, 72, 73, 74, 75, 76, 1]
    expect(isFull(slots, OPTIONS)).toBe(false)
    expect(toggled(slots, 3, OPTIONS)).toEqual([2, 3, 72, 73, 74, 75, 76, 1])
    expect(listedOf(slots, OPTIONS)).toEqual([2, 1])
  })

  test('that name what one may not see are counted, and not shown', () => {
    expect(missingIn([2, 0, 77], OPTIONS)).toBe(1)
    expect(shownAreas([2, 0, 77], OPTIONS).map(({ id }) => id)).toEqual([2])
  })
})

test('the export has the same placements, measurements and period', () => {
  const asked: Asked = { ...selectionOf({}), measurement: 'nh3', cause: 'weather_t' }
  const areas = shownAreas([1, 2], OPTIONS)
  expect(exportSearchOf(asked, areas, ANSWER)).toMatchObject({
    by: 'research',
    ids: '20,10',
    measurements: 'nh3,weather_t',
    interval: 'month',
  })
  expect(exportSearchOf({ ...asked, means: 'research' }, areas, ANSWER)).toMatchObject({
    interval: 'selection',
    date_start: '2026-10-24 11:00',
    date_end: '2026-11-23 10:00',
  })
  expect(exportSearchOf(asked, [], ANSWER)).toBeNull()
})
