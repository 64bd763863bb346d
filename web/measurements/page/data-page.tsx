import { Button } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { Link, notFound, useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { isDrawnAtOnce } from '../../kit/pages/drawn.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { serverNow, useNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { DATA_READS, useDataLists } from '../queries.ts'
import { choicesOf, worstOf } from './choices.ts'
import { DeviceData } from './device-data.tsx'
import { subjectOfDevice } from './subject.ts'

/** Address of the device that needs somebody most, if what that is judged by has been read already. */
export const worstPath = (client: QueryClient): string | undefined => {
  const devices = client.getQueryData(queryOf(api.listSensors, {}).queryKey)
  const last = client.getQueryData(queryOf(api.listLast, {}).queryKey)
  const lists = client.getQueryData(queryOf(api.getTaxonomy, {}).queryKey)
  const worst = devices && last && lists && worstOf(choicesOf({ devices, last, lists }, serverNow()))
  return worst && `/data/${worst.device.id}`
}

export const reads = () => DATA_READS

export default function DataPage() {
  const params = useParams({ strict: false }) as { id?: string }
  const lists = useDataLists()
  const now = useNow()
  // A device is drawn in slices, between which the page answers.
  const id = useDeferredValue(params.id)
  // But at once where somebody may come back to a place further down.
  const read = useDeferredValue(lists, isDrawnAtOnce() ? undefined : null)
  if (!read) return <PageLoading />
  const choices = choicesOf(read, now)
  const chosen = id === undefined ? worstOf(choices) : choices.find(({ device }) => String(device.id) === id)
  if (!chosen && id !== undefined) throw notFound()
  if (!chosen) return <NoDevice />
  const { device } = chosen
  return (
    <>
      {id === undefined && <ToWorst device={device} />}
      <DeviceData key={device.id} subject={subjectOfDevice(device)} state={chosen} choices={choices} read={read} />
    </>
  )
}

function NoDevice() {
  const { t } = useTranslation(['measurements', 'app'])
  return (
    <>
      <PageHeading className="bm-hidden">{t('app:title.data')}</PageHeading>
      <EmptyState
        title={t('empty_title')}
        text={t('empty_text')}
        action={
          <Button component={Link} to="/devices">
            {t('empty_action')}
          </Button>
        }
      />
    </>
  )
}

/** `/data` without a device shows the one that needs somebody most, and says so in its address. */
function ToWorst({ device }: { device: Device }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/data/$id', params: { id: String(device.id) } as never, search: true as never, replace: true })
  }, [navigate, device.id])
  return null
}
