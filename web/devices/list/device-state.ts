import type { Device } from '#shared/contract/devices/devices.ts'
import { isSilentFor, minutesSilent, type SpokenMinutes, type WithLimit } from '#shared/rules/devices/device-limits.ts'
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
