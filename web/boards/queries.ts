import { type Query, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { BoardChart } from '#shared/contract/measurements/boards.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { queryOf } from '../kit/api/query.ts'
import type { QueryPeriod } from '../measurements/period/period-choice.ts'
import { boardSubjects, type SubjectKey, subjectKeyOf } from './charts/lines.ts'

const RELOAD = 60_000

export const boardQuery = (id: number) => queryOf(api.getBoard, { params: { id } })

/** Series of an area or device of a board; null where it has none in the period. */
export interface BoardSeries {
  frames: ReadonlyMap<SubjectKey, SeriesAnswer | null>
  /** True until every part has been answered. */
  isPending: boolean
  /** True while some still belong to the period before. */
  isOld: boolean
  /** Failure that is more than having nothing to see; null where there is none. */
  failure: unknown
  retry: () => void
}

/** Answers that say that there is nothing to see: out of the time of the caller, or not shared with them. */
const isNothing = (failure: unknown): boolean =>
  failure instanceof CallFailed && (failure.code === 'outside_subscription' || failure.status === 404)

const isOf = (asked: object, queryKey: readonly unknown[] | undefined): boolean => {
  const query = queryKey?.[3] as Record<string, unknown> | undefined
  return Object.entries(asked).every(([name, value]) => query?.[name] === value)
}

/** Series of all lines of a board, each area or device asked once for all of its measurements. */
export const useBoardSeries = (charts: readonly BoardChart[], period: QueryPeriod): BoardSeries => {
  const subjects = boardSubjects(charts)
  const queries = subjects.map(({ target, measurements }) => ({
    ...queryOf(api.getSeries, {
      query: {
        ...target,
        measurements: measurements.join(','),
        interval: period.interval,
        index: period.index,
        calendar: period.calendar ? ('1' as const) : undefined,
        date_start: period.date_start,
        date_end: period.date_end,
      },
    }),
    refetchInterval: period.index === 0 ? RELOAD : (false as const),
    // The old period stays, dimmed, until the new one is there; another area's never does.
    placeholderData: (before: SeriesAnswer | undefined, query: Query<SeriesAnswer, Error> | undefined) =>
      isOf({ ...target, measurements: measurements.join(',') }, query?.queryKey) ? before : undefined,
  }))
  const answers = useQueries({ queries })
  const frames = answers.map(({ data, error }) => (error && isNothing(error) ? null : data))
  const failed = answers.find(({ error }) => error && !isNothing(error))
  return {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the frames, not the list that holds them
    frames: useMemo(
      () =>
        new Map(
          subjects.flatMap(({ target }, index) => {
            const frame = frames[index]
            return frame === undefined ? [] : [[subjectKeyOf(target), frame] as const]
          }),
        ),
      [...frames, subjects.map(({ target }) => subjectKeyOf(target)).join()],
    ),
    isPending: answers.some(({ isPending }) => isPending),
    isOld: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    failure: failed?.error ?? null,
    retry: () => {
      for (const one of answers) if (one.error) void one.refetch()
    },
  }
}
