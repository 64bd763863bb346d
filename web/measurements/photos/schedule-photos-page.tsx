import { notFound, useParams } from '@tanstack/react-router'
import { api } from '#shared/contract/index.ts'
import { queryOf, useRead } from '../../kit/api/query.ts'
import { useNow } from '../../kit/time/now.ts'
import { choicesOf } from '../page/choices.ts'
import { subjectOfPlacement } from '../page/subject.ts'
import { DATA_READS, useDataLists } from '../queries.ts'
import { DevicePhotos } from './device-photos.tsx'

const PLACEMENTS = queryOf(api.listLocationResearch, {})

export const reads = () => [...DATA_READS, PLACEMENTS] as const

/** `/data/schedule/{id}/photos`: what cameras saw in one placement, whoever has the device now. */
export default function SchedulePhotosPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useDataLists()
  const placements = useRead(PLACEMENTS)
  const now = useNow()
  const placement = placements.find(one => String(one.id) === id)
  if (!placement) throw notFound()
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
