import { useInfiniteQuery } from '@tanstack/react-query'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { fileName } from '#shared/rules/formats/file-name.ts'
import { ask } from '../kit/api/api.ts'
import { saveFileAt } from '../kit/api/file.ts'
import { keyOf, THROWN } from '../kit/api/query.ts'
import { type AuditSearch, auditQuery, isReversed } from './filters.ts'

const PAGE = 50

/** A page, and whether another follows: one entry more than it holds is asked for. */
const askPage = async (query: ReturnType<typeof auditQuery>, before: number | undefined) => {
  const entries = await ask(api.listAudit, { query: { ...query, before, limit: PAGE + 1 } })
  return { entries: entries.slice(0, PAGE), hasNext: entries.length > PAGE }
}

/** Entries that match, the newest first, a page at a time. */
export const useAuditPages = (search: AuditSearch) => {
  const query = auditQuery(search)
  return useInfiniteQuery({
    queryKey: [...keyOf(api.listAudit), 'pages', query],
    queryFn: async ({ pageParam }) =>
      isReversed(search) ? { entries: [], hasNext: false } : askPage(query, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries, hasNext }) => (hasNext ? entries.at(-1)?.id : undefined),
    placeholderData: before => before,
    ...THROWN,
  })
}

/** Gives the person all entries that match as a file. Throws when the server does not give it. */
export const saveAuditFile = (search: AuditSearch, name: string): Promise<void> =>
  saveFileAt(
    urlOf(api.exportAudit, { query: auditQuery(search) }),
    fileName([name, search.object_name], { from: search.date_start, last: search.date_end }, 'csv'),
  )
