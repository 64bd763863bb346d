import type { Device } from '../../contract/devices/devices.ts'
import { MINUTE_MS } from '../time/units.ts'
import { onlineFor } from './device-status.ts'

/** Bounds of the silence (minutes) that may be chosen. A device that was silent for a week was put away. */
export const SILENT_AFTER_MIN = { least: 10, most: 5 * 24 * 60 } as const
/** Bounds of the charge (%) that may be chosen. */
export const BATTERY_LIMIT = { least: 1, most: 90 } as const
/** Charge (%) below which a battery is low unless somebody chose another. */
export const USUAL_BATTERY_LIMIT = 15
/** Charge (%) above its limit from which a low battery is well again. */
export const BATTERY_CLEARANCE = 10

/** Minutes beyond being late: a device that reboots or has a bad hour of radio is not silent. */
export const SILENCE_GRACE_MIN = 30

/** Limits that somebody chose; null: as in the account of its owner, and there as is usual. */
export interface DeviceLimits {
  /** Minutes without a message. */
  silent_after_min: number | null
  /** Charge in %. */
  battery_limit: number | null
}

/**
 * Minutes without a message after which a device that sends every `uploadInterval` seconds is silent: those `chosen`, though never
 * while it is not even late.
 */
export const silentAfterOf = (uploadInterval: number, chosen: number | null): number => {
  const late = onlineFor(uploadInterval) / MINUTE_MS
  return chosen === null ? late + SILENCE_GRACE_MIN : Math.max(chosen, late)
}

/** Charge in % below which a battery is low. */
export const batteryLimitOf = (chosen: number | null): number => chosen ?? USUAL_BATTERY_LIMIT

/** A list of devices that the release before kept does not say the limit: the usual one stands in. */
export type WithLimit = Pick<Device, 'upload_interval'> & Partial<Pick<Device, 'silent_after_min'>>
export type Heard = WithLimit & Pick<Device, 'last_msg_date' | 'last_seen_date'>

/** Tells whether a device is silent that has not spoken for some minutes; false for one that never did (null). */
export const isSilentFor = (minutes: number | null, device: WithLimit): boolean =>
  minutes !== null && minutes > (device.silent_after_min ?? silentAfterOf(device.upload_interval, null))

/**
 * Time a device last spoke: that of its newest message with a value. One that calls and says nothing is silent, as nobody is warned by
 * it; only where no value is ever sent, as by a camera, a call counts.
 */
export const spokeAt = <Time>(message: Time | null, call: Time | null): Time | null => message ?? call

/**
 * Tells whether a device is silent at `now` (epoch ms); false for one that was never heard. `also` is when it spoke by what is newer
 * than the list of devices, ISO 8601.
 */
export const isSilent = (device: Heard, now: number, also: string | null = null): boolean => {
  const heard = [spokeAt(device.last_msg_date, device.last_seen_date), also]
    .filter(time => time !== null)
    .sort()
    .at(-1)
  return heard !== undefined && isSilentFor((now - Date.parse(heard)) / MINUTE_MS, device)
}
