import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { MANUAL_AT_ONCE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Manual } from '#shared/contract/manual.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { ask } from '../kit/api/api.ts'
import { LISTS } from '../kit/api/lists.ts'
import { keyOf, queryOf, useReads } from '../kit/api/query.ts'
import { alignedTo, type Comparison, outdoorsOf } from './compare/comparison.ts'
import type { Subject } from './page/subject.ts'
import type { QueryPeriod } from './period/period-choice.ts'

const RELOAD = 60_000

/** Devices, their last values and the lists they are judged by. */
export const DATA_READS = [
  { ...queryOf(api.listSensors, {}), refetchInterval: RELOAD },
  { ...queryOf(api.listLast, {}), refetchInterval: RELOAD },
  LISTS,
  queryOf(api.getSettings, {}),
] as const

export const useDataLists = () => {
  const [devices, last, lists, settings] = useReads(DATA_READS)
  return useMemo(() => ({ devices, last, lists, settings }), [devices, last, lists, settings])
}
export type DataLists = ReturnType<typeof useDataLists>

type SeriesTarget = Subject['target']

/** The call behind the charts of a device or placement and a period, with the period before or the same a year ago. */
export const seriesQuery = (target: SeriesTarget, period: QueryPeriod, compare: 'previous' | 'year' = 'previous') =>
  queryOf(api.getSeries, {
    query: {
      ...target,
      interval: period.interval,
      index: period.index,
      calendar: period.calendar ? '1' : undefined,
      without_faults: period.withoutFaults ? '1' : undefined,
      date_start: period.date_start,
      date_end: period.date_end,
      weather: '1',
      compare,
    },
  })

const isOf = (target: SeriesTarget, queryKey: readonly unknown[] | undefined): boolean => {
  const query = queryKey?.[3] as Record<string, unknown> | undefined
  return Object.entries(target).every(([name, id]) => query?.[name] === id)
}

const withCompare = (answer: SeriesAnswer): SeriesAnswer => {
  const compare = alignedTo(answer, answer.compare)
  return compare === answer.compare ? answer : { ...answer, compare }
}

export const useSeries = (target: SeriesTarget, period: QueryPeriod) =>
  useQuery({
    ...seriesQuery(target, period),
    select: withCompare,
    refetchInterval: period.index === 0 ? RELOAD : false,
    // The old period stays, dimmed, until the new one is there; another device's never does.
    placeholderData: (before, query) => (isOf(target, query?.queryKey) ? keepPreviousData(before) : undefined),
  })

/** Frame the charts of `frame` are compared with; null as long as there is none, and while another frame is awaited. */
export const useCompared = (
  target: SeriesTarget,
  period: QueryPeriod,
  comparison: Comparison,
  { frame, waiting }: { frame: SeriesAnswer; waiting: boolean },
) => {
  const other = typeof comparison === 'number' ? { device_id: comparison } : target
  const wanted = typeof comparison === 'number' || comparison === 'year'
  const query = seriesQuery(other, period, comparison === 'year' ? 'year' : 'previous')
  const read = useQuery({
    ...query,
    // Under the key of the charts themselves it would draw them again whenever those are asked for.
    queryKey: wanted ? query.queryKey : [],
    enabled: wanted && !waiting,
  })
  return useMemo(() => {
    if (waiting) return { compare: null, failed: false }
    if (comparison === 'previous') return { compare: frame.compare, failed: false }
    if (comparison === 'outdoors') return { compare: outdoorsOf(frame), failed: false }
    if (!wanted || !read.data) return { compare: null, failed: wanted && read.isError }
    return { compare: alignedTo(frame, comparison === 'year' ? read.data.compare : read.data), failed: false }
  }, [frame, waiting, comparison, wanted, read.data, read.isError])
}

const NONE: readonly Manual[] = []

const manualRead = (deviceId: number) => queryOf(api.listManual, { query: { device_id: deviceId } })

/** Readings people took beside a device; none until they are known. */
export const useManualMeasurements = (deviceId: number): readonly Manual[] =>
  useQuery({
    ...manualRead(deviceId),
    // Charts are not drawn again to show that there are none.
    placeholderData: [],
    select: all => (all.length > 0 ? all : NONE),
  }).data ?? NONE

/** Readings people took before those that are read at once, a page at a time once somebody asks. */
export const useOlderManual = (deviceId: number, newest: readonly Manual[]) => {
  const last = newest.length < MANUAL_AT_ONCE ? undefined : newest.at(-1)?.id
  const [isAsked, setIsAsked] = useState(false)
  const { data, hasNextPage, fetchNextPage, isFetching, error } = useInfiniteQuery({
    queryKey: [...keyOf(api.listManual), deviceId, 'older', last],
    queryFn: ({ pageParam }) => ask(api.listManual, { query: { device_id: deviceId, before: pageParam } }),
    initialPageParam: last,
    getNextPageParam: page => (page.length < MANUAL_AT_ONCE ? undefined : page.at(-1)?.id),
    enabled: isAsked && last !== undefined,
  })
  return {
    older: data?.pages.flat() ?? [],
    hasOlder: last !== undefined && (data === undefined || hasNextPage),
    fetchOlder: () => (isAsked ? void fetchNextPage() : setIsAsked(true)),
    isFetching,
    error,
  }
}
