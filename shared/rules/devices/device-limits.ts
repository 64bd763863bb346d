import type { Device } from '../../contract/devices/devices.ts'
import { MINUTE_MS } from '../time/units.ts'
import { onlineFor } from './device-status.ts'

/** Bounds of the silence (minutes) that may be chosen. A device that was silent for a week was put away. */
export const SILENT_AFTER_MIN = { least: 10, most: 5 * 24 * 60 } as const
/** Bounds of the charge (%) that may be chosen. */
export const BATTERY_LIMIT = { least: 1, most: 90 } as const
/** Charge (%) below which a battery is low unless somebody chose another. */
export const USUAL_BATTERY_LIMIT = 15
/** Charge (%) above its limit from which a low battery is well again, where there is room for it. */
const BATTERY_CLEARANCE = 10

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

/** Charge (%) from which a battery that was low is well again: always one that a full battery reaches. */
export const batteryClearOf = (limit: number): number => limit + Math.min(BATTERY_CLEARANCE, (100 - limit) / 2)

/** Charge in % below which a battery is low. */
export const batteryLimitOf = (chosen: number | null): number => chosen ?? USUAL_BATTERY_LIMIT

/** A list of devices that the release before kept does not say the limit: the usual one stands in. */
export type WithLimit = Pick<Device, 'upload_interval'> & Partial<Pick<Device, 'silent_after_min'>>
export type SpokenDevice = WithLimit &
  Pick<Device, 'last_msg_date' | 'last_seen_date'> &
  Partial<Pick<Device, 'spoke_date'>>
export type SpokenMinutes = Pick<Device, 'last_msg_min' | 'last_seen_min'> & Partial<Pick<Device, 'spoke_min'>>

/** Tells whether a device is silent that has not spoken for some minutes; false for one that never did (null). */
export const isSilentFor = (minutes: number | null, device: WithLimit): boolean =>
  minutes !== null && minutes > (device.silent_after_min ?? silentAfterOf(device.upload_interval, null))

/** Times of what a device did last, each null where it never did. */
export interface LastSigns<Time> {
  /** Arrival of its newest value. */
  value: Time | null
  /** Time of measurement of its newest value. */
  message: Time | null
  /** Arrival of whatever it sent last. */
  call: Time | null
}

/**
 * Time a device last spoke: when its newest value arrived, as its clock may be wrong and it may send again what it kept. One that calls
 * and says nothing is silent, as nobody is warned by it; only where no value is ever sent, as by a camera, a call counts. A process of
 * the release before notes no arrival of values: there the time of measurement stands in, no later than the last call.
 */
export const spokeAt = <Time extends string | number>({ value, message, call }: LastSigns<Time>): Time | null => {
  const measured = message !== null && call !== null && message > call ? call : message
  if (value === null) return measured ?? call
  return measured !== null && measured > value ? measured : value
}

/** Time a device last spoke by the list of devices, ISO 8601; one that the release before made tells only of measurements and calls. */
const spokeDate = ({ spoke_date, last_msg_date, last_seen_date }: Omit<SpokenDevice, keyof WithLimit>) =>
  spoke_date === undefined ? (last_msg_date ?? last_seen_date) : spoke_date

/** Whole minutes since a device last spoke when the list was made; null for one that never did. */
export const minutesSilent = ({ spoke_min, last_msg_min, last_seen_min }: SpokenMinutes): number | null =>
  spoke_min === undefined ? (last_msg_min ?? last_seen_min) : spoke_min

/**
 * Tells whether a device is silent at `now` (epoch ms); false for one that was never heard. `also` is when it spoke by what is newer
 * than the list of devices, ISO 8601.
 */
export const isSilent = (device: SpokenDevice, now: number, also: string | null = null): boolean => {
  const heard = [spokeDate(device), also]
    .filter(time => time !== null)
    .sort()
    .at(-1)
  return heard !== undefined && isSilentFor((now - Date.parse(heard)) / MINUTE_MS, device)
}
