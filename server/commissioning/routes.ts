import { commissioningEndpoints } from '#shared/contract/devices/commissioning.ts'
import { requirePlanChoice } from '../devices/adding/changing.ts'
import { presentDevice } from '../devices/present.ts'
import { serve } from '../kit/http/serve.ts'
import { commission } from './commissioning.ts'

export const commissioningRoutes = serve(commissioningEndpoints, {
  commissionSensor: async ({ body }, context) => {
    requirePlanChoice(context, body.plan)
    const { id, key, again } = await commission(context, body)
    return { device: await presentDevice(context, context.user, id), key, again }
  },
})
