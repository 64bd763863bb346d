import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../shared/contract/devices.ts'
import { stateOfDevice, worseFirst } from '../../shared/rules/area-state.ts'
import { useNow } from '../kit/now.ts'
import { PageHeading } from '../kit/page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadFailed } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { DeviceData } from './device-data.tsx'
import type { Choice } from './device-picker.tsx'
import { useDataLists } from './queries.ts'

type Read = NonNullable<ReturnType<typeof useDataLists>['read']>

/** Devices with their state, worst first. */
const choicesOf = (read: Read, now: number): Choice[] =>
  read.devices
    .map(device => ({
      device,
      ...stateOfDevice(read.last[device.id] ?? {}, device.placement?.area_type_id, read.lists, now),
    }))
    .sort(worseFirst)

export default function DataPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const { read, failure, retry } = useDataLists()
  const now = useNow()
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (!read) return <PageLoading />
  const choices = choicesOf(read, now)
  if (id !== undefined) {
    const chosen = choices.find(({ device }) => String(device.id) === id)
    return chosen ? <DeviceData key={id} chosen={chosen} choices={choices} read={read} /> : <Missing />
  }
  // There is nothing new to see of a silent one.
  const worst = choices.find(({ status }) => status !== 'no_data') ?? choices[0]
  return worst ? <ToWorst device={worst.device} /> : <NoDevice />
}

function NoDevice() {
  const { t } = useTranslation('measurements')
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

/** `/data` without a device opens the one that needs somebody most. */
function ToWorst({ device }: { device: Device }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/data/$id', params: { id: String(device.id) } as never, search: true as never, replace: true })
  }, [navigate, device.id])
  return <PageLoading />
}

function Missing() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/404', search: { resource: 'device' } as never, replace: true })
  }, [navigate])
  return null
}
