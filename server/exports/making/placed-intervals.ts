import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { numberAt } from '#shared/rules/collections/elements.ts'
import { type Interval, mergeIntervals, toInterval } from '#shared/rules/time/interval.ts'
import { intersection, type Span } from '#shared/rules/time/rental.ts'
import { isSeen, type PlacesSeen } from '../../devices/access.ts'
import type { PlacementRow } from '../../devices/placement/placements.ts'
import { rangesIn } from '../../series/target.ts'

/** A device at one place, or at none, for a part of the period (epoch ms) that the caller sees. */
export interface PlacedInterval extends Interval {
  deviceId: number
  /** Name printed on the device. */
  device: string
  name: string
  /** Name of the place; empty where it hung nowhere, or where the caller may not know. */
  location: string
  area: string
  zone: string
}

/** Device that is asked for, with what of it may be seen. */
export interface ExportSource {
  deviceId: number
  device: string
  name: string
  spans: Span[]
  placements: PlacementRow[]
  /** Placement to read: the device is read while it hung there; null reads all that may be seen. */
  placement: PlacementRow | null
}

/** Zone of the place a source hangs, or last hung. */
export const sourceZoneOf = ({ placement, placements }: ExportSource): string =>
  (placement ?? placements.at(-1))?.time_zone ?? DEFAULT_TIME_ZONE

/** Cuts a period at the moves of a device, so that each part has one place and its clocks. Nothing is there twice. */
export const placedIntervalsOf = (source: ExportSource, period: Interval, seen: PlacesSeen): PlacedInterval[] => {
  const { deviceId, device, name, placement, placements } = source
  const visible = placement ? source.spans.flatMap(span => intersection(span, placement) ?? []) : source.spans
  const stays = placements.map(one => ({ one, ...toInterval(one) }))
  // A rental and a placement may show the same days: each counts once.
  return mergeIntervals(rangesIn(visible, period)).flatMap(range => {
    const edges = stays.flatMap(({ from, until }) => [from, until]).filter(at => at > range.from && at < range.until)
    const cuts = [...new Set([range.from, ...edges, range.until])].sort((a, b) => a - b)
    return cuts.slice(0, -1).map((from, index): PlacedInterval => {
      const stay = stays.find(there => there.from <= from && from < there.until)?.one
      const place = stay && isSeen(seen, stay) ? stay : null
      return {
        deviceId,
        device,
        name,
        location: place?.location_name ?? '',
        area: place?.area_name ?? '',
        zone: stay?.time_zone ?? sourceZoneOf(source),
        from,
        until: numberAt(cuts, index + 1),
      }
    })
  })
}
