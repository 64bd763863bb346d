import { infiniteQueryOptions, useInfiniteQuery, useQueries } from '@tanstack/react-query'
import type { InspectionClimate } from '#shared/contract/diary/inspections.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { keyOf, queryOf, THROWN } from '../kit/api/query.ts'
import { type DiaryFilters, diarySearch, type PlaceRef } from './list/filter.ts'

/** Addresses of photos end after an hour or two. */
const ADDRESSES_MS = 20 * 60_000
/** Inspections of one page; the climate of as many is asked at once. */
const PAGE_SIZE = 50

export const placeQuery = (place: PlaceRef) => {
  if (place === null) return {}
  return 'area_id' in place ? { area_ids: String(place.area_id) } : { location_ids: String(place.location_id) }
}

/** Inspections that match, newest first, a page at a time. */
export const inspectionPages = (place: PlaceRef, filters: DiaryFilters, allPhotos = false) => {
  const all_photos = allPhotos ? ('1' as const) : undefined
  const query = { ...placeQuery(place), ...diarySearch(filters), all_photos, limit: PAGE_SIZE }
  return infiniteQueryOptions({
    queryKey: [...keyOf(api.pageInspections), 'pages', query],
    queryFn: ({ pageParam }) => ask(api.pageInspections, { query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export const useInspectionPages = (place: PlaceRef, filters: DiaryFilters, allPhotos: boolean) =>
  useInfiniteQuery({
    ...inspectionPages(place, filters, allPhotos),
    refetchInterval: ADDRESSES_MS,
    placeholderData: before => before,
    ...THROWN,
  })

/** Reads how many there are without any filter, and the newest of them. */
export const newestRead = (place: PlaceRef) =>
  queryOf(api.pageInspections, { query: { ...placeQuery(place), limit: 1 } })

/** The climate around inspections by their ids, in portions that stay the same as the list grows. */
export const useClimates = (ids: readonly number[]): ReadonlyMap<number, InspectionClimate['values']> => {
  const portions = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, index) =>
    ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  )
  return useQueries({
    queries: portions.map(some => ({
      ...queryOf(api.listInspectionClimate, { query: { inspection_ids: some.join(',') } }),
      staleTime: ADDRESSES_MS,
    })),
    combine: answers =>
      new Map(
        answers.flatMap(({ data = [] }) =>
          data.map(({ inspection_id, values }): [number, InspectionClimate['values']] => [inspection_id, values]),
        ),
      ),
  })
}

export const inspectionRead = (id: number) => ({
  ...queryOf(api.getInspection, { params: { id } }),
  refetchInterval: ADDRESSES_MS,
})

/** Checklists and the template they are made from; with an id that one, too. */
export const checklistsRead = (checklistId?: number) =>
  queryOf(api.listChecklists, { query: checklistId === undefined ? {} : { checklist_id: checklistId } })
