import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { mappingScreen } from '../screens.ts'
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

export const reads = ({ params: { id } }: PageAddress) => readsOf(Number(id))

export default function MappingPage() {
  const { t } = useTranslation(['mapping', 'app'])
  const { id } = useScreenParams(mappingScreen)
  const [device, lists, saved, own, messages] = useReads(readsOf(Number(id)))
  usePageName(device.name, t('app:title.mapping'))
  return <MappingEditor key={device.id} {...{ device, lists, saved, own, messages }} />
}
