import { IMPRESSIONS, type Impression } from '#shared/contract/fixed.ts'
import { linkTo, type SearchOf, type Target } from '../../kit/routing/address.ts'
import { areaInspectionsScreen, diaryScreen, locationInspectionsScreen } from '../screens.ts'

export const DIARY_VIEWS = ['list', 'compare', 'photos'] as const
export type DiaryView = (typeof DIARY_VIEWS)[number]

export const FLAGS = ['needs_attention', 'reminder', 'photos'] as const
export type InspectionFlag = (typeof FLAGS)[number]

/** Filters of the diary, as the address holds them. */
export interface DiaryFilters {
  search: string
  impression: readonly Impression[]
  flags: readonly InspectionFlag[]
  /** Days of the place, both included; empty for open. */
  date_start: string
  date_end: string
}

export type Search = SearchOf<typeof diaryScreen>

export const NOTHING: DiaryFilters = { search: '', impression: [], flags: [], date_start: '', date_end: '' }

const dayIn = (text: string | undefined): string =>
  /^2\d{3}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? '')) ? (text ?? '') : ''

/** Anything the address says wrong is not said. */
export const diaryFiltersIn = (search: Search): DiaryFilters => {
  const impressions = search.impression?.split(',') ?? []
  return {
    search: search.search?.slice(0, 100) ?? '',
    impression: IMPRESSIONS.filter(one => impressions.includes(one)),
    flags: FLAGS.filter(flag => search[flag] === '1'),
    date_start: dayIn(search.date_start),
    date_end: dayIn(search.date_end),
  }
}

/** The same as values of an address, and of the call that reads the list. */
export const diarySearch = ({ search, impression, flags, date_start, date_end }: DiaryFilters) => ({
  search: search.trim() || undefined,
  // All of them are no filter; what has no impression is left out by any.
  impression: impression.length > 0 ? impression.join(',') : undefined,
  ...Object.fromEntries(FLAGS.map(flag => [flag, flags.includes(flag) ? ('1' as const) : undefined])),
  date_start: date_start || undefined,
  date_end: date_end || undefined,
})

export const hasDiaryFilters = (filters: DiaryFilters): boolean =>
  Object.values(diarySearch(filters)).some(value => value !== undefined)

/** List with an entry added, or taken out where it was there. */
export const toggled = <One>(list: readonly One[], one: One): One[] =>
  list.includes(one) ? list.filter(other => other !== one) : [...list, one]

/** Place of an inspection, as the address names it; null is everywhere. */
export type PlaceRef = { area_id: number } | { location_id: number } | null

/** `/areas/3/inspections` is of area 3; `/diary` and `/inspections` are of all. */
export const placeIn = (pathname: string): PlaceRef => {
  const [, kind, id] = /^\/(areas|locations)\/(\d{1,10})\/inspections/.exec(pathname) ?? []
  if (kind === undefined) return null
  return kind === 'areas' ? { area_id: Number(id) } : { location_id: Number(id) }
}

/** The diary of a place. */
export const diaryOf = (place: PlaceRef, search: Search = {}): Target => {
  if (place === null) return linkTo(diaryScreen, { search })
  return 'area_id' in place
    ? linkTo(areaInspectionsScreen, { params: { id: place.area_id }, search })
    : linkTo(locationInspectionsScreen, { params: { id: place.location_id }, search })
}

/** "Inspection details" begins side by side, the diary with its list. */
export const viewIn = (pathname: string, search: Search): DiaryView =>
  DIARY_VIEWS.find(view => view === search.view) ?? (pathname.startsWith('/inspections') ? 'compare' : 'list')
