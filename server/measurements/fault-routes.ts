import { faultEndpoints } from '../../shared/contract/faults.ts'
import { hasDevice, requireDevice, requireDeviceOwner } from '../devices/access.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/serve.ts'
import { isoNow } from '../kit/world.ts'
import { faultOfId, faultsOf, setDismissed } from './fault-store.ts'
import { rangesIn } from './target.ts'

export const faultRoutes = serve(faultEndpoints, {
  listFaults: async ({ query: { device_id, from, until } }, context) => {
    const { db, user } = context
    const spans = await requireDevice(db, user, device_id)
    const manages = await hasDevice(db, user, device_id, isoNow(context))
    const isSeen = ({ start, end }: { start: string; end: string }) =>
      rangesIn(spans, { from: Date.parse(start), until: Date.parse(end) + 1 }).length > 0
    const found = (await faultsOf(db, device_id, from, until)).filter(isSeen)
    return found.map(fault => ({ ...fault, may: manages ? ['edit' as const] : [] }))
  },

  dismissFault: async ({ params, body }, context) => {
    const { db, user } = context
    const now = isoNow(context)
    const fault = await faultOfId(db, params.id)
    if (!fault) throw new Failure('not_found')
    await requireDeviceOwner(db, user, fault.device_id, now)
    await setDismissed(db, fault.id, body.dismissed ? { dismissed_at: now, dismissed_by: user.id } : null)
    const changed = await faultOfId(db, params.id)
    if (!changed) throw new Failure('not_found')
    return { ...changed, may: ['edit' as const] }
  },
})
