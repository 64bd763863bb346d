import { type Interval, mergeIntervals, toInterval } from '#shared/rules/time/interval.ts'
import { placesSeenBy, visiblePeriods } from '../../devices/access.ts'
import { deviceNames, uploadIntervalsOf } from '../../devices/devices.ts'
import { placementsOfDevices } from '../../devices/placement/placements.ts'
import { placedIntervalsOf } from '../../exports/making/placed-intervals.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Words } from '../../kit/language.ts'
import type { Caller } from '../../locations/access.ts'
import type { Matcher } from './promql.ts'

export type Labels = Readonly<Record<string, string>>

/** A device at one place, as far as its reader sees it there: what it measured there is a series of each metric. */
export interface MetricSource {
  deviceId: number
  labels: Labels
  /** Epoch ms, in order and apart from each other. */
  ranges: Interval[]
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
}

/** Value of a label; one that a series does not have is empty. Callers choose the names, `constructor` among them. */
export const labelOf = (labels: Labels, name: string): string =>
  Object.hasOwn(labels, name) ? (labels[name] ?? '') : ''

export const matchesAll = (labels: Labels, matchers: readonly Matcher[]): boolean =>
  matchers.every(({ label, matches }) => matches(labelOf(labels, label)))

/**
 * Devices that `caller` sees at some time of `within`, each at each place it hung meanwhile. What is read by consent to a research
 * project is not among them.
 */
export const metricSources = async (
  db: Database,
  { caller, within, t }: { caller: Caller; within: Interval; t: Words },
): Promise<MetricSource[]> => {
  const [visible, seen] = [await visiblePeriods(db, caller), await placesSeenBy(db, caller)]
  const ids = [...visible.keys()]
  if (ids.length === 0) return []
  const [names, intervals] = [await deviceNames(db, ids), await uploadIntervalsOf(db, ids)]
  const placements = Map.groupBy(await placementsOfDevices(db, ids), row => row.device_id)
  return names.flatMap(({ id: deviceId, device_name: device, name }) => {
    const periods = mergeIntervals((visible.get(deviceId) ?? []).map(toInterval)).map(one => ({
      ...one,
      consent: null,
    }))
    const source = { deviceId, device, name, periods, placements: placements.get(deviceId) ?? [], placement: null }
    const parts = placedIntervalsOf(source, within, seen, t)
    return [...Map.groupBy(parts, ({ location, area }) => `${location}\n${area}`).values()].map(of => ({
      deviceId,
      labels: labelsOf(deviceId, of[0] ?? { location: '', area: '', name }),
      ranges: mergeIntervals(of),
      uploadInterval: intervals.get(deviceId) ?? 0,
    }))
  })
}

/** Labels of a device; a place that it does not have, or that the reader may not know, is left out. */
const labelsOf = (deviceId: number, { location, area, name }: { location: string; area: string; name: string }) =>
  Object.fromEntries(
    Object.entries({ location, area, device: name, device_id: String(deviceId) }).filter(([, value]) => value !== ''),
  )
