import { notFound, useParams } from '@tanstack/react-router'
import { useNow } from '../../kit/time/now.ts'
import { choicesOf } from '../page/choices.ts'
import { subjectOfDevice } from '../page/subject.ts'
import { DATA_READS, useDataLists } from '../queries.ts'
import { DevicePhotos } from './device-photos.tsx'

export const reads = () => DATA_READS

/** `/data/{id}/photos`: what the cameras of a device saw. */
export default function PhotosPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useDataLists()
  const now = useNow()
  const choices = choicesOf(read, now)
  const chosen = choices.find(({ device }) => String(device.id) === id)
  if (!chosen) throw notFound()
  const { device } = chosen
  return (
    <DevicePhotos key={id} device={device} subject={subjectOfDevice(device)} choices={choices} lists={read.lists} />
  )
}
