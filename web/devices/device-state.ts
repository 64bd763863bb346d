import type { Device } from '../../shared/contract/devices.ts'
import { INACTIVE_MIN } from '../../shared/rules/device-status.ts'
import type { Status } from '../ui/status.ts'

export type Presence = 'online' | 'late' | 'silent' | 'not_started'

/** Whether a device reports: in time, late, silent beyond 180 minutes, or never yet. */
export const presenceOf = ({ online, last_msg_min }: Pick<Device, 'online' | 'last_msg_min'>): Presence => {
  if (online === null || last_msg_min === null) return 'not_started'
  if (online) return 'online'
  return last_msg_min > INACTIVE_MIN ? 'silent' : 'late'
}

export const PRESENCE_STATUS: Record<Presence, Status> = {
  online: 'good',
  late: 'attention',
  silent: 'no_data',
  not_started: 'pending',
}

/** Colour of a battery: good from 35 %, attention from 20 %, else bad; the device's own power state wins. */
export const batteryStatus = ({
  battery_percentage,
  power_state,
}: Pick<Device, 'battery_percentage' | 'power_state'>): Status => {
  if (power_state === 'power_save_battery' || power_state === 'power_save') return 'act_now'
  if (power_state === 'low_power') return 'attention'
  if (battery_percentage === null) return 'no_data'
  if (battery_percentage < 20) return 'act_now'
  return battery_percentage < 35 ? 'attention' : 'good'
}
