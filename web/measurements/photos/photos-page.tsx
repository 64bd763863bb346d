import { useParams } from '@tanstack/react-router'
import { useNow } from '../../kit/now.ts'
import { ReadFailed } from '../../ui/error-state.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { choicesOf } from '../choices.ts'
import { Missing } from '../missing.tsx'
import { useDataLists } from '../queries.ts'
import { subjectOfDevice } from '../subject.ts'
import { DevicePhotos } from './device-photos.tsx'

/** `/data/{id}/photos`: what the cameras of a device saw. */
export default function PhotosPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { read, failure, retry } = useDataLists()
  const now = useNow()
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (!read) return <PageLoading />
  const choices = choicesOf(read, now)
  const chosen = choices.find(({ device }) => String(device.id) === id)
  if (!chosen) return <Missing resource="device" />
  const { device } = chosen
  return (
    <DevicePhotos key={id} device={device} subject={subjectOfDevice(device)} choices={choices} lists={read.lists} />
  )
}
