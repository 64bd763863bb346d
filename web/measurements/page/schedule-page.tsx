import { notFound } from '@tanstack/react-router'
import { api } from '#shared/contract/index.ts'
import { stateOfDevice } from '#shared/rules/locations/area-state.ts'
import { queryOf, useRead } from '../../kit/api/query.ts'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { ARRANGEMENTS } from '../chart-cards/arrangement.ts'
import { DATA_READS, useDataLists } from '../queries.ts'
import { scheduleScreen } from '../screens.ts'
import { choicesOf } from './choices.ts'
import { DeviceData } from './device-data.tsx'
import { subjectOfPlacement } from './subject.ts'

const PLACEMENTS = queryOf(api.listLocationResearch, {})

export const reads = () => [...DATA_READS, PLACEMENTS, ARRANGEMENTS] as const

/** `/data/schedule/{id}`: what was measured in one placement, whoever has the device now. */
export default function SchedulePage() {
  const { id } = useScreenParams(scheduleScreen)
  const read = useDataLists()
  const placements = useRead(PLACEMENTS)
  const now = useNow()
  const placement = placements.find(one => one.id === id)
  if (!placement) throw notFound()
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
