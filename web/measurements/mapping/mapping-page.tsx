import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Address } from '../../app/routing/screens.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { MappingEditor } from './mapping-editor.tsx'

const LIVE = 4000

const readsOf = (id: number) =>
  [
    queryOf(api.getSensor, { params: { id } }),
    LISTS,
    queryOf(api.getDeviceMapping, { params: { id } }),
    queryOf(api.listMappings, {}),
    { ...queryOf(api.listRawMessages, { params: { id } }), refetchInterval: LIVE },
  ] as const

export const reads = ({ params: { id } }: Address) => readsOf(Number(id))

export default function MappingPage() {
  const { t } = useTranslation(['mapping', 'app'])
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const [device, lists, saved, own, messages] = useReads(readsOf(Number(id)))
  usePageName(device.name, t('app:title.mapping'))
  return <MappingEditor key={device.id} {...{ device, lists, saved, own, messages }} />
}
