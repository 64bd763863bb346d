import { faultEndpoints } from '#shared/contract/devices/faults.ts'
import { custodyPeriods, holds, requireDevice } from '../devices/access.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { faultOfId, setFaultDismissed } from '../series/faults.ts'
import { seenFaults, seenPartOf } from './seen-faults.ts'

export const faultRoutes = serve(faultEndpoints, {
  listFaults: ({ query }, context) => seenFaults(context, query),

  dismissFault: async ({ params, body }, context) => {
    const { db, user } = context
    const now = isoNow(context)
    return serializable(db, async trx => {
      const fault = await faultOfId(trx, params.id)
      if (!fault) throw new Failure('not_found')
      if (!seenPartOf(fault, await requireDevice(trx, user, fault.device_id))) throw new Failure('not_found')
      if (!holds(await custodyPeriods(trx, user, fault.device_id), fault.start, fault.end))
        throw new Failure('not_allowed')
      await setFaultDismissed(trx, fault.id, body.dismissed ? { dismissed_at: now, dismissed_by: user.id } : null)
      const changed = await faultOfId(trx, params.id)
      if (!changed) throw new Failure('not_found')
      return { ...changed, may: ['edit' as const] }
    })
  },
})
