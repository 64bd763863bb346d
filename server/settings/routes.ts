import { settingEndpoints } from '#shared/contract/accounts/settings.ts'
import { serve } from '../kit/http/serve.ts'
import { saveSettings, settingsOf } from './store.ts'

export const settingRoutes = serve(settingEndpoints, {
  getSettings: async (_, { db, user }) => (user ? settingsOf(db, user.id) : []),
  saveSettings: async ({ body }, { db, user }) => {
    await saveSettings(db, user.id, body)
    return settingsOf(db, user.id)
  },
})
