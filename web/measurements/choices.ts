import { stateOfDevice, worseFirst } from '../../shared/rules/area-state.ts'
import type { Choice } from './device-picker.tsx'
import type { useDataLists } from './queries.ts'

type Read = NonNullable<ReturnType<typeof useDataLists>['read']>

/** Devices with their state at `now` (epoch ms), worst first. */
export const choicesOf = (read: Read, now: number): Choice[] =>
  read.devices
    .map(device => ({
      device,
      ...stateOfDevice(read.last[device.id] ?? {}, device.placement?.area_type_id, read.lists, now),
    }))
    .sort(worseFirst)
