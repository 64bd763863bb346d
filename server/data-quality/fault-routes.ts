import { faultEndpoints } from '#shared/contract/devices/faults.ts'
import { intersection, type Span } from '#shared/rules/time/rental.ts'
import { custodyPeriods, holds, requireDevice } from '../devices/access.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { faultOfId, faultsOf, setFaultDismissed } from '../series/faults.ts'

export const faultRoutes = serve(faultEndpoints, {
  listFaults: async ({ query: { device_id, from, until } }, context) => {
    const { db, user } = context
    const spans = await requireDevice(db, user, device_id)
    const own = await custodyPeriods(db, user, device_id)
    const found = await faultsOf(db, device_id, from, until)
    return found.flatMap(fault => {
      const seen = seenOf(fault, spans)
      return seen ? [{ ...fault, ...seen, may: holds(own, fault.start, fault.end) ? ['edit' as const] : [] }] : []
    })
  },

  dismissFault: async ({ params, body }, context) => {
    const { db, user } = context
    const now = isoNow(context)
    const fault = await faultOfId(db, params.id)
    if (!fault) throw new Failure('not_found')
    if (!seenOf(fault, await requireDevice(db, user, fault.device_id))) throw new Failure('not_found')
    if (!holds(await custodyPeriods(db, user, fault.device_id), fault.start, fault.end))
      throw new Failure('not_allowed')
    await setFaultDismissed(db, fault.id, body.dismissed ? { dismissed_at: now, dismissed_by: user.id } : null)
    const changed = await faultOfId(db, params.id)
    if (!changed) throw new Failure('not_found')
    return { ...changed, may: ['edit' as const] }
  },
})

/** The part of an interval of doubtful readings, its last one included, that lies in the spans; null when none does. */
const seenOf = ({ start, end }: { start: string; end: string }, spans: Span[]) => {
  const after = new Date(Date.parse(end) + 1).toISOString()
  const parts = spans.flatMap(span => intersection(span, { start, end: after }) ?? [])
  const [first] = parts.map(part => part.start).sort()
  const last = parts
    .map(part => part.end ?? after)
    .sort()
    .at(-1)
  return first === undefined || last === undefined ? null : { start: first, end: last === after ? end : last }
}
