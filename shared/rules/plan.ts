import type { Device } from '../contract/devices.ts'

/** Whether a plan has photos: light is sensors only. */
export const hasPhotos = (plan: Device['plan']): boolean => plan !== 'light'
