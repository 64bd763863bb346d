import { useQueries } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { MappingEditor } from './mapping-editor.tsx'

const LIVE = 4000

const useRead = (id: number) =>
  useQueries({
    queries: [
      queryOf(api.getSensor, { params: { id } }),
      { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY },
      queryOf(api.getDeviceMapping, { params: { id } }),
      queryOf(api.listMappings, {}),
      { ...queryOf(api.listRawMessages, { params: { id } }), refetchInterval: LIVE },
    ],
    combine: ([device, lists, mapping, own, messages]) => ({
      failure: [device, lists, mapping, own, messages].find(({ error }) => error)?.error,
      read:
        device.data && lists.data && mapping.data && own.data && messages.data
          ? {
              device: device.data,
              lists: lists.data,
              saved: mapping.data,
              own: own.data,
              messages: messages.data,
            }
          : undefined,
      retry: () =>
        void Promise.all([device.refetch(), lists.refetch(), mapping.refetch(), own.refetch(), messages.refetch()]),
    }),
  })

export default function MappingPage() {
  const { t } = useTranslation(['mapping', 'app'])
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { read, failure, retry } = useRead(Number(id))
  usePageName(read?.device.name, t('app:title.mapping'))
  if (failure instanceof CallFailed && [404, 422].includes(failure.status))
    return <Navigate to="/404" search={{ resource: 'device' } as never} replace />
  if (!read) return failure ? <ReadFailed failure={failure} onRetry={retry} /> : <PageLoading />
  return <MappingEditor key={read.device.id} {...read} />
}
