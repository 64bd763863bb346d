import type { Device } from '#shared/contract/devices/devices.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'

/** Subject whose readings the Data screen shows: a device, or one of its placements. */
export interface Subject {
  /** Parameter the series call is asked with. */
  target: { device_id: number } | { location_research_id: number }
  device_id: number
  device_name: string
  location_name: string | null
  area_id: number | null
  area_name: string | null
  area_type_id: number | undefined
  time_zone: string
  /** The research period; null where a device is shown. */
  research: { start: string; end: string | null } | null
}

export const subjectOfDevice = ({ id, name, placement }: Device): Subject => ({
  target: { device_id: id },
  device_id: id,
  device_name: name,
  location_name: placement?.location_name ?? null,
  area_id: placement?.area_id ?? null,
  area_name: placement?.area_name ?? null,
  area_type_id: placement?.area_type_id,
  time_zone: placement?.time_zone ?? DEFAULT_TIME_ZONE,
  research: null,
})

export const subjectOfPlacement = (lr: LocationResearch): Subject => ({
  target: { location_research_id: lr.id },
  device_id: lr.device_id,
  device_name: lr.device_name,
  location_name: lr.location_name,
  area_id: lr.area_id,
  area_name: lr.area_name,
  area_type_id: lr.area_type_id,
  time_zone: lr.time_zone,
  research: { start: lr.start, end: lr.end },
})

export const subjectPlaceName = ({ area_name, device_name }: Pick<Subject, 'area_name' | 'device_name'>): string =>
  area_name ?? device_name

/** Tells whether what the device sends at `now` (epoch ms) belongs to the subject. */
export const isRunning = ({ research }: Subject, now: number): boolean => {
  if (!research) return true
  const at = new Date(now).toISOString()
  return research.start <= at && (research.end === null || research.end > at)
}
