import { useInfiniteQuery } from '@tanstack/react-query'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { keyOf, THROWN } from '../kit/api/query.ts'
import { readSession } from '../kit/api/session.ts'
import { currentLanguage } from '../kit/language/language.ts'
import { saveFile } from '../ui/files/save-file.ts'
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
export const saveAuditFile = async (search: AuditSearch, timeZone: string, name: string): Promise<void> => {
  const answer = await window.fetch(urlOf(api.exportAudit, { query: auditQuery(search, timeZone) }), {
    headers: { authorization: `Bearer ${readSession().token ?? ''}`, 'accept-language': currentLanguage() },
  })
  if (!answer.ok) throw new Error(`no file: ${answer.status}`)
  saveFile(await answer.blob(), `${name}.csv`)
}
