import { deviceLimitEndpoints } from '#shared/contract/devices/device-limits.ts'
import { differences, writeAudit } from '../audit/audit.ts'
import { serve } from '../kit/http/serve.ts'
import { limitsOfUser, saveLimitsOfUser } from './watching/limit-store.ts'

const USUAL = { silent_after_min: null, battery_limit: null }

export const deviceLimitRoutes = serve(deviceLimitEndpoints, {
  getDeviceLimits: async (_, { db, user }) => (await limitsOfUser(db, user.id)) ?? USUAL,

  saveDeviceLimits: async ({ body }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      const before = (await limitsOfUser(trx, user.id)) ?? USUAL
      await saveLimitsOfUser(trx, user.id, body)
      const changes = differences(['silent_after_min', 'battery_limit'], before, body)
      if (changes.length > 0)
        await writeAudit(context, trx, { action: 'device_limits_changed', user_id: user.id, changes })
    })
    return body
  },
})
