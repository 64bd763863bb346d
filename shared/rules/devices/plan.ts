import type { Device } from '../../contract/devices/devices.ts'

/** Subscription plans of a device, each holding the one before. */
export const PLANS = ['light', 'basic', 'pro'] as const

/**
 * Tells whether somebody with devices of these plans has alert rules. Without any device nothing is hidden yet: a rule
 * can be made before the device comes; it watches only devices with the plan basic or pro.
 */
export const hasAlertRules = (plans: readonly Device['plan'][]): boolean =>
  plans.length === 0 || plans.some(plan => plan !== 'light')

/** Tells whether a plan has photos: light is sensors only. */
export const hasPhotos = (plan: Device['plan']): boolean => plan !== 'light'
