import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { useNow } from '../../kit/time/now.ts'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { choicesOf } from '../page/choices.ts'
import { subjectOfPlacement } from '../page/subject.ts'
import { useDataLists } from '../queries.ts'
import { schedulePhotosScreen } from '../screens.ts'
import { DevicePhotos } from './device-photos.tsx'

/** `/data/schedule/{id}/photos`: what cameras saw in one placement, whoever has the device now. */
export default function SchedulePhotosPage() {
  const { id } = useScreenParams(schedulePhotosScreen)
  const { read, failure, retry } = useDataLists()
  const placements = useQuery(queryOf(api.listLocationResearch, {}))
  const now = useNow()
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (placements.error && !placements.data)
    return <ReadFailed failure={placements.error} onRetry={() => void placements.refetch()} />
  if (!read || !placements.data) return <PageLoading />
  const placement = placements.data.find(one => one.id === id)
  if (!placement) return <NotFound resource="location_research" />
  return (
    <DevicePhotos
      key={id}
      device={read.devices.find(device => device.id === placement.device_id)}
      subject={subjectOfPlacement(placement)}
      choices={choicesOf(read, now)}
      lists={read.lists}
    />
  )
}
