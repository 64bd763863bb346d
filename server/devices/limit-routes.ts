import { deviceLimitEndpoints } from '#shared/contract/devices/device-limits.ts'
import { serve } from '../kit/http/serve.ts'
import { limitsOfUser, saveLimitsOfUser } from './watching/limit-store.ts'

const USUAL = { silent_after_min: null, battery_limit: null }

export const deviceLimitRoutes = serve(deviceLimitEndpoints, {
  getDeviceLimits: async (_, { db, user }) => (await limitsOfUser(db, user.id)) ?? USUAL,

  saveDeviceLimits: async ({ body }, { db, user }) => {
    await saveLimitsOfUser(db, user.id, body)
    return body
  },
})
