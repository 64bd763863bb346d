import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import { type ConsentStatement, consentedIntervals } from '#shared/rules/research/consent.ts'

/** Measurements that a location shares without an end, by what its owners have answered: a no is about all of these. */
export const sharedMeasurements = (
  history: readonly ConsentEntry[],
  locationId: number,
  deviceIds: readonly number[],
): string[] => {
  const statements = history.flatMap(({ kind, location_id, from, device_ids, measurements }): ConsentStatement[] =>
    kind === 'asked' || from === null || location_id !== locationId
      ? []
      : [{ answer: kind, from: Date.parse(from), device_ids, measurements }],
  )
  // A device that is answered for by name may hang elsewhere by now.
  const devices = new Set([...deviceIds, ...statements.flatMap(({ device_ids }) => device_ids ?? [])])
  const isShared = (key: string): boolean =>
    [...devices].some(id => consentedIntervals(statements, id, key).at(-1)?.until === Number.POSITIVE_INFINITY)
  return [...new Set(statements.flatMap(({ measurements }) => measurements ?? []))].filter(isShared)
}
