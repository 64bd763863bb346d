import type { Device } from '#shared/contract/devices/devices.ts'
import { INACTIVE_MIN } from '#shared/rules/devices/device-status.ts'
import type { Status } from '../../ui/status/status.ts'

export type Presence = 'online' | 'late' | 'silent' | 'not_started'

/** Tells how a device reports: in time, late, silent beyond 180 minutes, or never yet. */
export const presenceOf = ({ online, last_msg_min }: Pick<Device, 'online' | 'last_msg_min'>): Presence => {
  if (online === null || last_msg_min === null) return 'not_started'
  if (online) return 'online'
  return last_msg_min > INACTIVE_MIN ? 'silent' : 'late'
}

/** Online green, not online red, nothing known grey (specification §4); how long ago is told by the ages. */
export const PRESENCE_STATUS: Record<Presence, Status> = {
  online: 'good',
  late: 'act_now',
  silent: 'act_now',
  not_started: 'pending',
}

const POWER: Record<NonNullable<Device['power_state']>, Status> = {
  ok: 'good',
  low_power: 'attention',
  power_save: 'act_now',
  power_save_battery: 'act_now',
}

/** Colour of a battery: the device's own power state; good from 35 %, attention from 20 %, else bad, only where it tells none. */
export const batteryStatus = ({
  battery_percentage,
  power_state,
}: Pick<Device, 'battery_percentage' | 'power_state'>): Status => {
  if (power_state !== null) return POWER[power_state] ?? 'no_data'
  if (battery_percentage === null) return 'no_data'
  if (battery_percentage < 20) return 'act_now'
  return battery_percentage < 35 ? 'attention' : 'good'
}
