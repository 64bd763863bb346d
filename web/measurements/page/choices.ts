import { stateOfDevice, worseFirst } from '#shared/rules/locations/area-state.ts'
import type { DataLists } from '../queries.ts'
import type { DeviceOption } from './device-picker.tsx'

type Read = Omit<DataLists, 'settings'>

/** Devices with their state at `now` (epoch ms), worst first. */
export const choicesOf = (read: Read, now: number): DeviceOption[] =>
  read.devices
    .map(device => ({
      device,
      ...stateOfDevice(read.last[device.id] ?? {}, device.placement?.area_type_id, read.lists, now),
    }))
    .sort(worseFirst)

/** The one that needs somebody most: there is nothing new to see of a silent one. */
export const worstOf = (choices: readonly DeviceOption[]): DeviceOption | undefined =>
  choices.find(({ status }) => status !== 'no_data') ?? choices[0]
