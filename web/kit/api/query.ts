import {
  type DataTag,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type CallFailed, isNotFound, urlOf } from '#shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '#shared/contract/endpoint.ts'
import { ask } from './api.ts'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Asked also while the browser says it is offline: a read that waits for a network would never say so.
      queries: { retry: false, staleTime: 20_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** The reads of a browser. What is rendered takes them from React's context: the server has other ones for each request. */
export const queryClient = createQueryClient()

/** Beginning of every key of an endpoint's reads. */
export const keyOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path]

/** Read of the server: key, fetcher, and for how long its answer is good (ms). */
export interface Read<Answer = unknown> {
  queryKey: DataTag<readonly unknown[], Answer, CallFailed>
  queryFn: () => Promise<Answer>
  staleTime?: number
  gcTime?: number
  refetchInterval?: number
  throwOnError?: (failure: CallFailed) => boolean
  /** True for what a page can do without, though it waits for it, or is rendered with it on the server. */
  optional?: true
}

/** Key and fetcher of a call in one object, for `useRead`, `useQuery` and `queryClient`. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Read<ResponseOf<E>> => {
  const queryFn = () => ask(endpoint, input)
  const key = [...keyOf(endpoint), input.params ?? null, input.query ?? null]
  // Names the type of the answer in the key too, for `getQueryData` and `setQueryData`.
  const { queryKey } = queryOptions<ResponseOf<E>, CallFailed>({ queryKey: key, queryFn })
  return { queryKey, queryFn }
}

/** Address of the call behind the key of a read. */
export const urlOfKey = ([, path, params, query]: readonly unknown[]): string =>
  urlOf({ path: String(path) }, { params, query })

/** `staleTime` and `gcTime` of a read that fills a form: asked for anew whenever the form is opened. */
export const FRESH = { staleTime: 0, gcTime: 1000 }

/** Throws for a thing that is gone: it is not shown on, whatever was read of it before. */
const orGone = <Answer>(answer: Answer, failure: unknown): Answer => {
  if (isNotFound(failure)) throw failure
  return answer
}

/**
 * Answer of a read. Waits for it with the nearest boundary, which also says that it failed; an answer that is there stays
 * when it can't be read again.
 */
export const useRead = <Answer>(read: Read<Answer>): Answer => {
  const { data, error } = useSuspenseQuery(read)
  return orGone(data, error)
}

const combined = (reads: readonly { data: unknown; error: unknown }[]) => ({
  answers: reads.map(({ data }) => data) as readonly unknown[],
  gone: reads.find(({ error }) => isNotFound(error))?.error,
})

/** Answers of several reads, which are asked for together: one {@link useRead} after the other would wait in turn. */
export const useReads = <Answers extends readonly unknown[]>(
  reads: readonly [...{ [Nth in keyof Answers]: Read<Answers[Nth]> }],
): Answers => {
  const { answers, gone } = useSuspenseQueries({ queries: [...reads], combine: combined })
  return orGone(answers as Answers, gone)
}

/** For `useQuery` where it can wait by itself, e.g. with the answer of before: with nothing to show it fails at the boundary. */
export const THROWN = {
  throwOnError: (_: unknown, { state }: { state: { dataUpdatedAt: number } }) => state.dataUpdatedAt === 0,
}

/**
 * Asks for what a page reads before it is drawn. An answer that is there need not be new, except for a form when its page
 * is opened.
 */
export const readAhead = (client: QueryClient, reads: readonly Read[], opening: boolean): Promise<unknown> =>
  Promise.all(
    reads.map(({ optional, ...read }) => {
      const answer = opening && read.staleTime === 0 ? client.fetchQuery(read) : client.ensureQueryData(read)
      return optional ? answer.catch(() => undefined) : answer
    }),
  )

/**
 * Marks everything read from these endpoints as old; what is on screen is read again. What filled a form that was left is
 * forgotten: opened again at once, the form would begin with what was before the change.
 */
export const refresh = (client: QueryClient, endpoints: readonly Endpoint[]): Promise<unknown> =>
  Promise.all(
    endpoints.map(endpoint => {
      const queryKey = keyOf(endpoint)
      client.removeQueries({ queryKey, type: 'inactive', predicate: ({ gcTime }) => gcTime <= FRESH.gcTime })
      return client.invalidateQueries({ queryKey })
    }),
  )

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
