import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import { type ConsentStatement, consentedIntervals } from '#shared/rules/research/consent.ts'

/** Measurement that a location shares from a time until another (epoch ms); Infinity for one without an end. */
export interface SharedMeasurement {
  key: string
  from: number
  until: number
}

/** Measurements that a location shares by the answers of its owners, and the end that is planned. */
export interface Standing {
  /** Measurements of which something is shared after now. A no is about all of these. */
  shared: SharedMeasurement[]
  /** The last no of a time to come. What it ends is shared for longer by the same no alone, from a later time on. */
  planned: ConsentEntry | undefined
  /** Time (epoch ms) at which the last of what is shared no more ended: a no from before is refused. */
  endedAt: number | undefined
  /** The change of owners since which nobody has answered. */
  ownerChanged: ConsentEntry | undefined
}

/**
 * Measurements that a location shares after `now` (epoch ms), by what its owners have answered. Those shared with a project that is
 * over have its `end`.
 */
export const standingOf = (
  history: readonly ConsentEntry[],
  {
    locationId,
    deviceIds,
    now,
    end = null,
  }: { locationId: number; deviceIds: readonly number[]; now: number; end?: string | null },
): Standing => {
  const about = history.filter(({ kind, location_id }) => kind !== 'asked' && location_id === locationId)
  const statements = about.flatMap(({ kind, from, device_ids, measurements }): ConsentStatement[] =>
    kind === 'asked' || from === null ? [] : [{ answer: kind, from: Date.parse(from), device_ids, measurements }],
  )
  // A device that is answered for by name may hang elsewhere by now.
  const devices = new Set([...deviceIds, ...statements.flatMap(({ device_ids }) => device_ids ?? [])])
  const over = end !== null && Date.parse(end) <= now ? Date.parse(end) : Number.POSITIVE_INFINITY
  const ends = [...new Set(statements.flatMap(({ measurements }) => measurements ?? []))].map(key => ({
    key,
    last: [...devices].flatMap(id => consentedIntervals(statements, id, key).at(-1) ?? []),
  }))
  const untils = new Set(ends.flatMap(({ last }) => last.map(({ until }) => until)))
  return {
    shared: ends.flatMap(({ key, last }) => {
      const open = last.filter(({ until }) => until > now)
      const from = Math.min(...open.map(one => one.from))
      const until = Math.min(over, Math.max(...open.map(one => one.until)))
      return open.length > 0 ? [{ key, from, until }] : []
    }),
    planned: about.findLast(
      ({ kind, from }) => kind === 'no' && from !== null && Date.parse(from) > now && untils.has(Date.parse(from)),
    ),
    endedAt: [...untils].filter(until => until <= now).sort((a, b) => b - a)[0],
    ownerChanged: about.at(-1)?.kind === 'owner_changed' ? about.at(-1) : undefined,
  }
}
