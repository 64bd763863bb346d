import { describe, expect, test } from 'vitest'
import { linkTo, readValues } from '../../kit/routing/address.ts'
import { savedSearch } from '../saved/saved-search.ts'
import { dashboardScreen } from '../screens.ts'
import {
  type Asked,
  cleared,
  filtersIn,
  overviewQuery,
  type Selection,
  searchOf,
  selectionOf,
  statisticsQuery,
} from './selection.ts'

const DEFAULT = selectionOf({})
const WHOLE: Selection = {
  measurement: 'nh3',
  min: 2.5,
  max: 26,
  slots: [3, 0, 7],
  species: [12],
  period: { interval: 'selection', index: 0, date_start: '2026-08-24', date_end: '2026-11-18' },
  months: [8, 9],
  means: 'hour',
  withLowCoverage: true,
  withEmpty: true,
  weather: false,
  cause: 't',
  withoutDayPattern: true,
  against: null,
}
const read = (texts: Record<string, string>) => selectionOf(readValues(dashboardScreen.search, texts))
const throughAddress = (selection: Selection): Selection =>
  read({ ...linkTo(dashboardScreen, { search: searchOf(selection) }).search })

describe('a selection in the address', () => {
  test.each([
    ['the default', DEFAULT],
    ['all that can be chosen', WHOLE],
    ['no area at all', { ...DEFAULT, slots: [0] }],
    ['the year before', { ...DEFAULT, period: { interval: 'year', index: 1 } } as const],
    ['a negative end', { ...DEFAULT, min: -4 }],
    ['the period before', { ...DEFAULT, against: { by: 'before', areas: [], date: null, dates: null } } as const],
    ['a change', { ...DEFAULT, against: { by: 'date', areas: [], date: '2026-11-02', dates: null } } as const],
    [
      'other dates of other areas',
      { ...DEFAULT, against: { by: 'dates', areas: [9, 4], date: null, dates: ['2025-01-01', '2025-01-31'] } } as const,
    ],
  ])('comes back as it was: %s', (_, selection) => {
    expect(throughAddress(selection)).toEqual(selection)
  })

  test('needs no address where nothing was chosen, and a month by default', () => {
    expect(linkTo(dashboardScreen, { search: searchOf(DEFAULT) }).search).toEqual({})
    expect(DEFAULT.period).toEqual({ interval: 'month', index: 0 })
  })

  test('leaving out the last area is not choosing the first ones', () => {
    expect(throughAddress({ ...DEFAULT, slots: [] }).slots).toEqual([0])
  })

  test('what it says wrong counts as not said', () => {
    const wrong = {
      min: '9',
      max: '3',
      areas: '1,x',
      months: '0,13,4,4',
      means: 'decade',
      interval: 'selection',
      date_start: '2026-02-31',
      index: '-3',
      species: '1;2',
      weather: 'maybe',
      against: 'everything',
      against_date: '2026-02-31',
    }
    expect(read(wrong)).toEqual({ ...DEFAULT, months: [4] })
  })

  test('is saved as the text behind the question mark, of letters the server takes', () => {
    expect(savedSearch(WHOLE)).toMatch(/^[\w*.%+&=-]*$/)
    expect(read(Object.fromEntries(new URLSearchParams(savedSearch(WHOLE))))).toEqual(WHOLE)
  })
})

test('filters are counted, and cleared without what is looked at', () => {
  expect(filtersIn(DEFAULT)).toBe(0)
  expect(filtersIn(WHOLE)).toBe(4)
  const after = cleared(WHOLE)
  expect(filtersIn(after)).toBe(0)
  expect(after).toMatchObject({ measurement: 'nh3', period: WHOLE.period, means: 'hour', withEmpty: false })
})

describe('the question to the server', () => {
  const asked: Asked = { ...DEFAULT, measurement: 'nh3', cause: 'weather_t' }

  test('leaves out days of which little was measured and days of an empty barn, unless they are wanted', () => {
    expect(statisticsQuery(asked, 'PEAK', [3, 7])).toMatchObject({
      area_ids: '3,7',
      interval: 'month',
      min_coverage: 0.75,
      without_empty: '1',
    })
    const all = statisticsQuery({ ...asked, withLowCoverage: true, withEmpty: true }, 'PEAK', [3])
    expect([all.min_coverage, all.without_empty]).toEqual([undefined, undefined])
  })

  test('asks for the weather only where one of its measurements is in it', () => {
    expect(statisticsQuery(asked, 'BOXPLOT', [3]).weather).toBeUndefined()
    expect(statisticsQuery(asked, 'CORRELATION', [3])).toMatchObject({ weather: '1', cause: 'weather_t', step: 'day' })
    expect(overviewQuery({ ...asked, measurement: 'weather_t' }, { low: true, empty: true }).weather).toBe('1')
  })

  test('of a research period names no dates, that of hours names its step', () => {
    const research = statisticsQuery({ ...asked, means: 'research', period: WHOLE.period }, 'MEAN', [3])
    expect(research).toMatchObject({ interval: 'lr', step: 'day' })
    expect(research).not.toHaveProperty('date_start')
    expect(statisticsQuery({ ...asked, means: 'hour', period: WHOLE.period }, 'MEAN', [3])).toMatchObject({
      interval: 'selection',
      date_start: '2026-08-24',
      step: 'hour',
    })
  })

  test('of what there is asks for all areas, whatever is chosen', () => {
    const overview = overviewQuery({ ...asked, ...WHOLE, measurement: 'nh3' }, { low: true, empty: false })
    expect(overview).toMatchObject({ calculation: 'COUNT', min_coverage: 0.75, months: '8,9' })
    expect(overview).not.toHaveProperty('area_ids')
    expect(overview.without_empty).toBeUndefined()
  })
})
