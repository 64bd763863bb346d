import { useInfiniteQuery } from '@tanstack/react-query'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { saveFileAt } from '../kit/api/file.ts'
import { keyOf, THROWN } from '../kit/api/query.ts'
import { type AuditSearch, auditQuery } from './filters.ts'

/** Entries that match, the newest first, a page at a time. */
export const useAuditPages = (search: AuditSearch, timeZone: string) => {
  const query = auditQuery(search, timeZone)
  return useInfiniteQuery({
    queryKey: [...keyOf(api.listAudit), 'pages', query],
    queryFn: ({ pageParam }) => ask(api.listAudit, { query: { ...query, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: before => before,
    ...THROWN,
  })
}

/** Gives the person all entries that match as a file. Throws when the server does not give it. */
export const saveAuditFile = (search: AuditSearch, timeZone: string, name: string): Promise<void> =>
  saveFileAt(urlOf(api.exportAudit, { query: auditQuery(search, timeZone) }), `${name}.csv`)
