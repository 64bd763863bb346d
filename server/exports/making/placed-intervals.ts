import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { numberAt } from '#shared/rules/collections/elements.ts'
import { type Interval, toInterval } from '#shared/rules/time/interval.ts'
import { isSeen, type PlacesSeen } from '../../devices/access.ts'
import type { PlacementRow } from '../../devices/placement/placements.ts'
import { type ReadablePeriod, type ReadBy, readableWithin, underPseudonym } from '../../devices/readable.ts'
import type { Words } from '../../kit/language.ts'

/** A device at one place, or at none, for a part of the period (epoch ms) that the caller sees. */
export interface PlacedInterval extends Interval {
  deviceId: number
  /** Name printed on the device. */
  device: string
  name: string
  /** Name of the place; empty where it hung nowhere, or where the caller may not know. */
  location: string
  area: string
  /** Id of the area; null where no name of it is given. */
  areaId: number | null
  zone: string
  /** Consent by which it is read; null where every measurement is seen. */
  consent: ReadBy | null
}

/** Device that is asked for, with what of it may be seen. */
export interface ExportSource {
  deviceId: number
  device: string
  name: string
  periods: ReadablePeriod[]
  placements: PlacementRow[]
  /** Placement to read: the device is read while it hung there; null reads all that may be seen. */
  placement: PlacementRow | null
}

/** Zone of the place a source hangs, or last hung. */
export const sourceZoneOf = ({ placement, placements }: ExportSource): string =>
  (placement ?? placements.at(-1))?.time_zone ?? DEFAULT_TIME_ZONE

/**
 * Cuts a period at the moves of a device, so that each part has one place and its clocks, and one list of measurements that may be
 * read. Nothing is there twice.
 */
export const placedIntervalsOf = (
  source: ExportSource,
  period: Interval,
  seen: PlacesSeen,
  t: Words,
): PlacedInterval[] => {
  const { deviceId, device, name, placement, placements } = source
  const readable = placement ? readableWithin(source.periods, toInterval(placement)) : source.periods
  const stays = placements.map(one => ({ one, ...toInterval(one) }))
  return readableWithin(readable, period).flatMap(range => {
    const { consent } = range
    const edges = stays.flatMap(({ from, until }) => [from, until]).filter(at => at > range.from && at < range.until)
    const cuts = [...new Set([range.from, ...edges, range.until])].sort((a, b) => a - b)
    return cuts.slice(0, -1).map((from, index): PlacedInterval => {
      const stay = stays.find(there => there.from <= from && from < there.until)?.one
      const zone = stay?.time_zone ?? sourceZoneOf(source)
      const until = numberAt(cuts, index + 1)
      if (stay && consent) {
        const { device_name, location_name, area_name } = underPseudonym(stay, t)
        const named = {
          device: device_name,
          name: device_name,
          location: location_name,
          area: area_name,
          areaId: stay.area_id,
        }
        return { deviceId, ...named, zone, from, until, consent }
      }
      const place = stay && isSeen(seen, stay) ? stay : null
      const at = { location: place?.location_name ?? '', area: place?.area_name ?? '', areaId: place?.area_id ?? null }
      const named = { device, name, ...at }
      return { deviceId, ...named, zone, from, until, consent }
    })
  })
}

/** Measurements of `keys` that may be read of an interval. */
export const readKeysOf = ({ consent }: PlacedInterval, keys: readonly string[]): string[] =>
  keys.filter(key => consent?.measurements.includes(key) ?? true)
