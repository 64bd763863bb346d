import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { stateOfDevice } from '#shared/rules/locations/area-state.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { useNow } from '../../kit/time/now.ts'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { useDataLists } from '../queries.ts'
import { scheduleScreen } from '../screens.ts'
import { choicesOf } from './choices.ts'
import { DeviceData } from './device-data.tsx'
import { subjectOfPlacement } from './subject.ts'

/** `/data/schedule/{id}`: what was measured in one placement, whoever has the device now. */
export default function SchedulePage() {
  const { id } = useScreenParams(scheduleScreen)
  const { read, failure, retry } = useDataLists()
  const placements = useQuery(queryOf(api.listLocationResearch, {}))
  const now = useNow()
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (placements.error && !placements.data)
    return <ReadFailed failure={placements.error} onRetry={() => void placements.refetch()} />
  if (!read || !placements.data) return <PageLoading />
  const placement = placements.data.find(one => one.id === id)
  if (!placement) return <NotFound resource="location_research" />
  const state = stateOfDevice(read.last[placement.device_id] ?? {}, placement.area_type_id, read.lists, now)
  return (
    <DeviceData
      key={id}
      subject={subjectOfPlacement(placement)}
      state={state}
      choices={choicesOf(read, now)}
      read={read}
    />
  )
}
