import type { FoundFault } from '#shared/contract/devices/faults.ts'
import { intersection, type Span } from '#shared/rules/time/rental.ts'
import { custodyPeriods, holds, requireDevice } from '../devices/access.ts'
import type { Database } from '../kit/database/database.ts'
import type { Caller } from '../locations/access.ts'
import { faultsOf } from '../series/faults.ts'

/** Doubtful readings of a device in a period (ISO 8601), as far as a person sees the device; those called right are among them. */
export const seenFaults = async (
  { db, user }: { db: Database; user: Caller },
  { device_id, from, until }: { device_id: number; from: string; until: string },
): Promise<FoundFault[]> => {
  const spans = await requireDevice(db, user, device_id)
  const own = await custodyPeriods(db, user, device_id)
  return (await faultsOf(db, device_id, from, until)).flatMap(fault => {
    const seen = seenPartOf(fault, spans)
    return seen ? [{ ...fault, ...seen, may: holds(own, fault.start, fault.end) ? ['edit' as const] : [] }] : []
  })
}

/** The part of an interval of doubtful readings, its last one included, that lies in the spans; null when none does. */
export const seenPartOf = ({ start, end }: { start: string; end: string }, spans: Span[]) => {
  const after = new Date(Date.parse(end) + 1).toISOString()
  const parts = spans.flatMap(span => intersection(span, { start, end: after }) ?? [])
  const [first] = parts.map(part => part.start).sort()
  const last = parts
    .map(part => part.end ?? after)
    .sort()
    .at(-1)
  return first === undefined || last === undefined ? null : { start: first, end: last === after ? end : last }
}
