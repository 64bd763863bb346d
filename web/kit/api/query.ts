import { QueryClient, queryOptions, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallFailed, urlOf } from '#shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from './api.ts'
import { isBegun } from './begun.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // Asked also while the browser says it is offline: a read that waits for a network would never say so.
    queries: { retry: false, staleTime: 20_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** How every key of an endpoint's reads begins. */
export const keyOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path]

/** Key and fetcher of a call in one object, for `useQuery`, `useSuspenseQuery` and `queryClient`. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions<ResponseOf<E>, CallFailed>({
    queryKey: [...keyOf(endpoint), input.params ?? null, input.query ?? null],
    queryFn: () => ask(endpoint, input),
  })

/** Waits for what was asked for before the product had come, and puts it where the screens look for it. */
export const readBegun = (): Promise<unknown> =>
  Promise.all(
    Object.values<Endpoint>(api)
      .filter(endpoint => endpoint.method === 'GET' && isBegun(endpoint.method, urlOf(endpoint)))
      .map(endpoint => queryClient.prefetchQuery(queryOf(endpoint, {}))),
  )

/** Marks everything read from these endpoints as old; what is on screen is read again. */
export const refresh = (client: QueryClient, endpoints: readonly Endpoint[]): Promise<unknown> =>
  Promise.all(endpoints.map(endpoint => client.invalidateQueries({ queryKey: keyOf(endpoint) })))

/** A call that changes something, and the endpoints that have to be read again after it. */
export const useApiMutation = <E extends Endpoint>(
  endpoint: E,
  after: { refresh?: readonly Endpoint[] } = {},
): UseMutationResult<ResponseOf<E>, CallFailed, CallInput<E>> => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<E>) => ask(endpoint, input),
    onSuccess: () => refresh(client, after.refresh ?? []),
  })
}
