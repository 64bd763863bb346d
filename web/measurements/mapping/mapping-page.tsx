import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { mappingScreen } from '../screens.ts'
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
  const { t } = useTranslation('mapping')
  const { id } = useScreenParams(mappingScreen)
  const { read, failure, retry } = useRead(id)
  usePageName(read?.device.name, t('app:title.mapping'))
  if (failure instanceof CallFailed && [404, 422].includes(failure.status)) return <NotFound resource="device" />
  if (!read) return failure ? <ReadFailed failure={failure} onRetry={retry} /> : <PageLoading />
  return <MappingEditor key={read.device.id} {...read} />
}
