import { describe, expect, test } from 'vitest'
import { hrefOf } from '../../kit/routing/address.ts'
import { byDay, shortDay } from './days.ts'
import { diaryFiltersIn, diaryOf, diarySearch, hasDiaryFilters, NOTHING, placeIn, viewIn } from './filter.ts'

describe('[design §8.6] the filters of the diary', () => {
  test('are kept in the address and come back from it', () => {
    const filters = {
      search: 'fan 2',
      impression: ['neutral', 'bad'],
      flags: ['needs_attention', 'photos'],
      date_start: '2026-11-01',
      date_end: '2026-11-18',
    } as const
    expect(diaryFiltersIn(diarySearch(filters))).toEqual(filters)
    expect(hasDiaryFilters(filters)).toBe(true)
  })

  test('what the address says wrong is not said', () => {
    expect(
      diaryFiltersIn({ impression: 'great,x', photos: 'yes', date_start: '2026-13-40', date_end: '1 May' }),
    ).toEqual(NOTHING)
    expect(hasDiaryFilters(NOTHING)).toBe(false)
  })
})

describe('[specification §2] the addresses of the diary', () => {
  test('name the place', () => {
    for (const path of ['/diary', '/areas/3/inspections', '/locations/12/inspections'])
      expect(hrefOf(diaryOf(placeIn(path)))).toBe(path)
    expect(placeIn('/inspections')).toBeNull()
  })

  test('the details of inspections begin side by side, the diary with its list', () => {
    expect(viewIn('/inspections', {})).toBe('compare')
    expect(viewIn('/diary', {})).toBe('list')
    expect(viewIn('/inspections', { view: 'photos' })).toBe('photos')
    expect(viewIn('/diary', { view: 'upside-down' })).toBe('list')
  })
})

describe('the days of the diary', () => {
  const at = (date: string, time_zone = 'Europe/Amsterdam') => ({ date, time_zone })
  const now = Date.parse('2026-11-18T09:00:00Z')

  test('are those of the place, whatever the clock of the reader', () => {
    const days = byDay([at('2026-11-17T23:30:00Z'), at('2026-11-17T15:20:00Z'), at('2026-11-16T22:00:00Z')], now)
    expect(days.map(({ day, said, inspections }) => [day, said, inspections.length])).toEqual([
      ['2026-11-18', 'today', 1],
      ['2026-11-17', 'yesterday', 1],
      ['2026-11-16', null, 1],
    ])
  })

  test('a day of this year needs no year', () => {
    expect(shortDay('2026-11-20', '2026-11-18')).toBe('11-20')
    expect(shortDay('2027-01-03', '2026-11-18')).toBe('2027-01-03')
  })
})
