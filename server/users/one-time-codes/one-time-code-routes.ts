import { oneTimeCodeEndpoints } from '#shared/contract/accounts/one-time-codes.ts'
import { serve } from '../../kit/http/serve.ts'
import { beginOneTimeCodes, confirmOneTimeCodes, endOneTimeCodes } from './one-time-codes.ts'

export const oneTimeCodeRoutes = serve(oneTimeCodeEndpoints, {
  beginOneTimeCodes: ({ body }, context) => beginOneTimeCodes(context, body.password),

  confirmOneTimeCodes: async ({ body }, context) => ({ backup_codes: await confirmOneTimeCodes(context, body.code) }),

  endOneTimeCodes: async ({ body }, context) => {
    await endOneTimeCodes(context, body.password)
    return undefined
  },
})
