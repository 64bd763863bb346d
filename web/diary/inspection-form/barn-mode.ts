import type { QueryClient } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { OPEN_ALERTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf } from '../../kit/api/query.ts'
import { diaryFiltersIn } from '../list/filter.ts'
import { watchOutbox } from '../outbox/outbox.ts'
import { inspectionPages } from '../queries.ts'

/**
 * Begins barn mode: the outbox empties itself from now on, and form, diary and alerts open without a network though
 * they were never opened before.
 */
export const beginBarnMode = async (client: QueryClient): Promise<void> => {
  watchOutbox()
  const fresh = { staleTime: Number.POSITIVE_INFINITY }
  // Reads follow each other, so that a tap in between is answered. A read that fails is left to the screens that need it.
  await client.prefetchQuery({ ...LOCATIONS, ...fresh })
  await client.prefetchQuery({ ...queryOf(api.listLast, {}), ...fresh })
  await client.prefetchQuery({ ...queryOf(api.listSensors, {}), ...fresh })
  await client.prefetchQuery({ ...OPEN_ALERTS, ...fresh })
  await client.prefetchQuery({ ...queryOf(api.listChecklists, { query: {} }), ...fresh })
  await client.prefetchInfiniteQuery({ ...inspectionPages(null, diaryFiltersIn({})), ...fresh })
}
