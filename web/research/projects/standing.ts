import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import { type ConsentStatement, consentedIntervals } from '#shared/rules/research/consent.ts'

/** Measurement that a location shares, until a time (epoch ms); Infinity for one without an end. */
export interface SharedMeasurement {
  key: string
  until: number
}

/** Measurements that a location shares by the answers of its owners, and the end that is planned. */
export interface Standing {
  /** Measurements of which something is shared after now. A no is about all of these. */
  shared: SharedMeasurement[]
  /** The last no of a time to come. What it ends is shared for longer by the same no alone, from a later time on. */
  planned: ConsentEntry | undefined
  /** The change of owners since which nobody has answered. */
  ownerChanged: ConsentEntry | undefined
}

/** Measurements that a location shares after `now` (epoch ms), by what its owners have answered. */
export const standingOf = (
  history: readonly ConsentEntry[],
  { locationId, deviceIds, now }: { locationId: number; deviceIds: readonly number[]; now: number },
): Standing => {
  const about = history.filter(({ location_id }) => location_id === locationId)
  const statements = about.flatMap(({ kind, from, device_ids, measurements }): ConsentStatement[] =>
    kind === 'asked' || from === null ? [] : [{ answer: kind, from: Date.parse(from), device_ids, measurements }],
  )
  // A device that is answered for by name may hang elsewhere by now.
  const devices = new Set([...deviceIds, ...statements.flatMap(({ device_ids }) => device_ids ?? [])])
  const endOf = (id: number, key: string): number => consentedIntervals(statements, id, key).at(-1)?.until ?? 0
  const ends = [...new Set(statements.flatMap(({ measurements }) => measurements ?? []))].map(key => ({
    key,
    untils: [...devices].map(id => endOf(id, key)).filter(until => until > now),
  }))
  const untils = new Set(ends.flatMap(one => one.untils))
  return {
    shared: ends.flatMap(one => (one.untils.length > 0 ? [{ key: one.key, until: Math.max(...one.untils) }] : [])),
    planned: about.findLast(({ kind, from }) => kind === 'no' && from !== null && untils.has(Date.parse(from))),
    ownerChanged: about.at(-1)?.kind === 'owner_changed' ? about.at(-1) : undefined,
  }
}
