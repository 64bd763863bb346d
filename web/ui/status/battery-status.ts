import type { Device } from '#shared/contract/devices/devices.ts'
import { USUAL_BATTERY_LIMIT } from '#shared/rules/devices/device-limits.ts'
import type { Status } from './status.ts'

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
