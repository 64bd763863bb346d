import type { ReportDevice } from '../queries.ts'

interface About {
  subject: 'areas' | 'devices' | 'research'
  area_ids: readonly string[]
  device_ids: readonly string[]
}

/**
 * Areas that a schedule is about, as far as it is known beforehand: a device is mostly in one at a time, and several may be in
 * the same. Those of a project are known at each run.
 */
export const areasAbout = ({ subject, area_ids, device_ids }: About, devices: readonly ReportDevice[]): number => {
  if (subject === 'areas') return area_ids.length
  if (subject === 'research') return 1
  const areas = devices.filter(({ id }) => device_ids.includes(String(id))).flatMap(({ areaIds }) => areaIds)
  return Math.min(device_ids.length, new Set(areas).size)
}
