import { useScreenParams } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { useNow } from '../../kit/time/now.ts'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { choicesOf } from '../page/choices.ts'
import { subjectOfDevice } from '../page/subject.ts'
import { useDataLists } from '../queries.ts'
import { photosScreen } from '../screens.ts'
import { DevicePhotos } from './device-photos.tsx'

/** `/data/{id}/photos`: what the cameras of a device saw. */
export default function PhotosPage() {
  const { id } = useScreenParams(photosScreen)
  const { read, failure, retry } = useDataLists()
  const now = useNow()
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (!read) return <PageLoading />
  const choices = choicesOf(read, now)
  const chosen = choices.find(({ device }) => device.id === id)
  if (!chosen) return <NotFound resource="device" />
  const { device } = chosen
  return (
    <DevicePhotos key={id} device={device} subject={subjectOfDevice(device)} choices={choices} lists={read.lists} />
  )
}
