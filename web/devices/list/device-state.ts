import type { Device } from '#shared/contract/devices/devices.ts'
import {
  isSilentFor,
  minutesSilent,
  type SpokenMinutes,
  USUAL_BATTERY_LIMIT,
  type WithLimit,
} from '#shared/rules/devices/device-limits.ts'
import { onlineFor } from '#shared/rules/devices/device-status.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Status } from '../../ui/status/status.ts'

export type Presence = 'online' | 'late' | 'silent' | 'not_started'

type Reporting = SpokenMinutes & WithLimit & Pick<Device, 'online'>

/** Tells how a device reports: in time, late, silent beyond its limit, or never yet. */
export const presenceOf = (device: Reporting): Presence => {
  const minutes = minutesSilent(device)
  if (minutes === null) return device.online === null ? 'not_started' : device.online ? 'online' : 'late'
  // Silent goes first: whoever is alerted of a device must not read that it is online.
  if (isSilentFor(minutes, device)) return 'silent'
  return device.online || minutes * MINUTE_MS < onlineFor(device.upload_interval) ? 'online' : 'late'
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

/** Charge (%) above its limit up to which a battery is to be watched: good from 35 % on, unless another limit was chosen. */
const SOON = 20

/** Colour of a battery: the device's own power state; only where it tells none bad below its limit, attention just above, else good. */
export const batteryStatus = ({
  battery_percentage,
  power_state,
  battery_limit = USUAL_BATTERY_LIMIT,
}: Pick<Device, 'battery_percentage' | 'power_state'> & Partial<Pick<Device, 'battery_limit'>>): Status => {
  if (power_state !== null) return POWER[power_state] ?? 'no_data'
  if (battery_percentage === null) return 'no_data'
  if (battery_percentage < battery_limit) return 'act_now'
  return battery_percentage < battery_limit + SOON ? 'attention' : 'good'
}
