import { deviceSettingsEndpoints, type Focus } from '#shared/contract/devices/device-settings.ts'
import { focusAt } from '#shared/rules/devices/camera-focus.ts'
import { writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { isoNow } from '../../kit/services.ts'
import { publishDesiredSettingsChanged } from './desired-settings.ts'
import { changeSettings, presentSettings, takeBack, takenBackForAudit } from './device-settings.ts'
import { askFocus, focusOf, stopFocus } from './focus-store.ts'
import { changeOfId, deviceSettingsOf } from './setting-store.ts'

export const deviceSettingsRoutes = serve(deviceSettingsEndpoints, {
  getDeviceSettings: async ({ params }, { db }) => presentSettings(db, params.id),

  changeDeviceSettings: async ({ params, body }, context) => {
    const { db, user, t } = context
    const change = { deviceId: params.id, userId: user.id, at: isoNow(context), t }
    await serializable(db, async transaction => {
      const changes = await changeSettings(transaction, body, change)
      if (changes.length > 0)
        await writeAudit(context, transaction, { action: 'device_settings_changed', device_id: params.id, changes })
    })
    publishDesiredSettingsChanged(context, params.id)
    return presentSettings(db, params.id)
  },

  takeBackSetting: async ({ params }, context) => {
    const { db } = context
    const deviceId = await serializable(db, async transaction => {
      const change = await changeOfId(transaction, params.id)
      if (!change) throw new Failure('not_found')
      await takeBack(transaction, change, isoNow(context))
      await writeAudit(context, transaction, {
        action: 'device_setting_taken_back',
        device_id: change.device_id,
        changes: takenBackForAudit(change),
      })
      return change.device_id
    })
    publishDesiredSettingsChanged(context, deviceId)
    return presentSettings(db, deviceId)
  },

  getFocus: async ({ params }, context) => {
    await deviceSettingsOf(context.db, params.id)
    return presentFocus(context.db, params.id, context.now())
  },

  startFocus: async ({ params }, context) => {
    const { device } = await deviceSettingsOf(context.db, params.id)
    // The light plan has sensors only, no camera.
    if (device.plan === 'light') throw new Failure('not_allowed')
    const focus = await presentFocus(context.db, params.id, context.now())
    if (focus.state === 'activating' || focus.state === 'active') return focus
    await askFocus(context.db, params.id, isoNow(context))
    publishDesiredSettingsChanged(context, params.id)
    return presentFocus(context.db, params.id, context.now())
  },

  stopFocus: async ({ params }, context) => {
    await deviceSettingsOf(context.db, params.id)
    const focus = await presentFocus(context.db, params.id, context.now())
    if (focus.state !== 'activating' && focus.state !== 'active') return focus
    await stopFocus(context.db, params.id, isoNow(context))
    publishDesiredSettingsChanged(context, params.id)
    return presentFocus(context.db, params.id, context.now())
  },
})

const presentFocus = async (db: Database, deviceId: number, now: number): Promise<Focus> => {
  const focus = focusAt((await focusOf(db, deviceId)) ?? null, now)
  const left = focus.ends_at === null ? null : Math.max(0, Math.ceil((Date.parse(focus.ends_at) - now) / 1000))
  return { ...focus, seconds_left: left }
}
