import { z } from 'zod'
import { BATTERY_LIMIT, SILENT_AFTER_MIN } from '../../rules/devices/device-limits.ts'
import { endpoints } from '../endpoint.ts'

/** Minutes without a message after which a device is silent. */
export const SilentAfter = z.int().min(SILENT_AFTER_MIN.least).max(SILENT_AFTER_MIN.most)
/** Charge in % below which a battery is low. */
export const BatteryLimit = z.int().min(BATTERY_LIMIT.least).max(BATTERY_LIMIT.most)

/** Limits of the devices of an account; null: as is usual. */
export const AccountLimits = z.object({
  silent_after_min: SilentAfter.nullable(),
  battery_limit: BatteryLimit.nullable(),
})
export type AccountLimits = z.infer<typeof AccountLimits>

export const deviceLimitEndpoints = endpoints({
  getDeviceLimits: {
    method: 'GET',
    path: '/device-limits',
    access: 'signedIn',
    summary: 'After how long the devices that the caller owns count as silent, and below which charge a battery is low',
    response: AccountLimits,
  },
  saveDeviceLimits: {
    method: 'PUT',
    path: '/device-limits',
    access: 'signedIn',
    summary: 'The same, for all devices that the caller owns and that have no limit of their own',
    body: AccountLimits,
    response: AccountLimits,
  },
})
