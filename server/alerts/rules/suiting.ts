import { contains, type Span } from '#shared/rules/time/rental.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { placementsRunningAt } from '../../devices/placement/placements.ts'
import { ownDevices, watchedDevices } from '../../devices/watching/watched.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { Last, Latest } from '../../series/latest.ts'
import type { DefaultRule } from './default-rules.ts'
import { measurementsOf } from './quantity.ts'

/** Age, before the newest value of a device (ms), from which on a measurement does not count as measured any more. */
const MEASURES_MS = 7 * DAY_MS

/** Measurements of a device as they are now, of those sent while it was the caller's. */
const measuredBy = (values: Map<string, Last> | undefined, own: readonly Span[]): string[] => {
  const seen = [...(values ?? [])].filter(([, { time }]) =>
    own.some(span => contains(span, new Date(time).toISOString())),
  )
  const newest = seen.reduce((most, [, { time }]) => Math.max(most, time), Number.NEGATIVE_INFINITY)
  return seen.filter(([, { time }]) => time >= newest - MEASURES_MS).map(([key]) => key)
}

interface Measuring {
  device_id: number
  area_type_id: number
  /** Keys of what the device measures now. */
  measured: string[]
}

/**
 * Devices that a person watches with rules now, and what those of them that are placed measure, among which animals; of some
 * devices alone where these are given. A handful of queries, however many devices there are.
 */
export const measuringNow = async (
  services: Services,
  latest: Latest,
  user: { id: number; email: string },
  deviceIds?: readonly number[],
): Promise<{ watched: Set<number>; measuring: Measuring[] }> => {
  const at = isoNow(services)
  const own = (await ownDevices(services.db, [user], deviceIds)).get(user.id) ?? new Map<number, Span[]>()
  const running = [...own].filter(([, spans]) => spans.some(span => contains(span, at))).map(([id]) => id)
  if (running.length === 0) return { watched: new Set(), measuring: [] }
  // Rules watch no device of the plan light.
  const devices = (await watchedDevices(services.db, running)).map(({ id }) => id)
  const places = await placementsRunningAt(services.db, at, devices)
  const values = await latest.of(places.map(({ device_id }) => device_id))
  const measuring = places.map(({ device_id, area_type_id }) => ({
    device_id,
    area_type_id,
    measured: measuredBy(values.get(device_id), own.get(device_id) ?? []),
  }))
  return { watched: new Set(devices), measuring }
}

/** Tells whether a default rule looks at a measurement among these animals. */
export const looksAt = ({ rule }: DefaultRule, { area_type_id, measured }: Measuring): boolean =>
  rule.area_type_id === area_type_id && measurementsOf(rule.physical_quantity_id).some(key => measured.includes(key))

/** Tells which default rules suit somebody: those for animals around a device they watch that measures the quantity. */
export const suitingRules = async (
  services: Services,
  latest: Latest,
  user: { id: number; email: string },
): Promise<(one: DefaultRule) => boolean> => {
  const { measuring } = await measuringNow(services, latest, user)
  const measured = new Map<number, Set<string>>()
  for (const one of measuring)
    measured.set(one.area_type_id, new Set([...(measured.get(one.area_type_id) ?? []), ...one.measured]))
  return one =>
    [...measured].some(([area_type_id, keys]) => looksAt(one, { device_id: 0, area_type_id, measured: [...keys] }))
}
