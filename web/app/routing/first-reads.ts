import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'

/** ms after the layout is made (specification §9). */
const LATER = 2000

/**
 * Reads the taxonomy at once and, later, location research and sensors unless a page has read them by then.
 * A read that fails is left to the pages that need it. Returns what calls off the later ones.
 */
export const readFirst = (client: QueryClient): (() => void) => {
  void client.prefetchQuery({ ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY })
  const timer = setTimeout(() => {
    for (const query of [queryOf(api.listLocationResearch, {}), queryOf(api.listSensors, {})])
      if (client.getQueryData(query.queryKey as readonly unknown[]) === undefined)
        void client.prefetchQuery(query as Parameters<QueryClient['prefetchQuery']>[0])
  }, LATER)
  return () => clearTimeout(timer)
}

export const useFirstReads = (signedIn: boolean): void => {
  const client = useQueryClient()
  useEffect(() => (signedIn ? readFirst(client) : undefined), [client, signedIn])
}
