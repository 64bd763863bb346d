import { z } from 'zod'
import { recordOf } from '../../rules/collections/keys.ts'
import { DEVICE_SETTINGS, SETTING_NAMES, type SettingField } from '../../rules/devices/device-settings.ts'
import { Id, IdParams, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const SettingValue = z.union([z.boolean(), z.number(), z.string()])

const schemaOf = (field: SettingField): z.ZodType<boolean | number | string> => {
  switch (field.type) {
    case 'switch':
      return z.boolean()
    case 'number': {
      const number = z.number().min(field.min).max(field.max)
      return field.step === 1 ? number.int() : number
    }
    case 'choice':
      return z.enum(field.options)
    case 'ip':
      return z.union([z.literal(''), z.ipv4()])
    case 'text': {
      const text = z.string().max(field.max)
      const { pattern } = field
      return pattern ? text.refine(value => value === '' || pattern.test(value), { params: { code: 'invalid' } }) : text
    }
    case 'time_zone':
      return TimeZone
  }
}

/** The check of each setting, from the table of all settings. */
export const SETTING_SCHEMAS = recordOf(
  SETTING_NAMES,
  (name): z.ZodType<boolean | number | string> => schemaOf(DEVICE_SETTINGS[name]),
)

/** Some settings, each within its limits. */
export const SettingsChange = z.strictObject({
  /** The version the change was made from; another one in the meantime is a conflict. */
  version: z.int().min(0).max(2_147_483_647),
  settings: z.strictObject(recordOf(SETTING_NAMES, name => SETTING_SCHEMAS[name].optional())),
})

const Setting = z.object({
  field: z.enum(SETTING_NAMES),
  /** Value wanted; null where nobody set one, and for a secret. */
  wanted: SettingValue.nullable(),
  /** Value last reported by the device; null where it never did, and for a secret. */
  reported: SettingValue.nullable(),
  /** Time a secret was last set. */
  set_at: TimeOut.nullable(),
  state: z.enum(['as_reported', 'pending', 'failed', 'not_reported']),
  /** Time of the change that waits or failed. */
  since: TimeOut.nullable(),
  /** Reason the device refused; `kept_other` when it kept a value of its own. */
  reason: z.string().nullable(),
})
export type Setting = z.infer<typeof Setting>

export const SettingHistory = z.object({
  id: Id,
  version: z.int(),
  field: Setting.shape.field,
  /** Value set; null for a secret, or where nothing was set. */
  value: SettingValue.nullable(),
  previous: SettingValue.nullable(),
  state: z.enum(['pending', 'confirmed', 'failed', 'taken_back', 'replaced']),
  reason: z.string().nullable(),
  /** Person who changed it; null when the account is gone. */
  changed_by: z.string().nullable(),
  created_at: TimeOut,
  closed_at: TimeOut.nullable(),
})
export type SettingHistory = z.infer<typeof SettingHistory>

export const Focus = z.object({
  state: z.enum(['activating', 'active', 'failed', 'deactivated']),
  asked_at: TimeOut.nullable(),
  ends_at: TimeOut.nullable(),
  ended_at: TimeOut.nullable(),
  /** Whole seconds until `ends_at`, by the server's clock. */
  seconds_left: z.int().nullable(),
})
export type Focus = z.infer<typeof Focus>

export const DeviceSettings = z.object({
  device_id: Id,
  /** Grows with each change. */
  version: z.int(),
  /** Version the device last reported; null when it never did. */
  reported_version: z.int().nullable(),
  reported_at: TimeOut.nullable(),
  /** Time its next message is due; null when it never sent one. */
  next_message_at: TimeOut.nullable(),
  settings: z.array(Setting),
  /** The newest 100 changes. */
  changes: z.array(SettingHistory),
})
export type DeviceSettings = z.infer<typeof DeviceSettings>

export const deviceSettingsEndpoints = endpoints({
  getDeviceSettings: {
    method: 'GET',
    path: '/sensors/:id/settings',
    access: 'admin',
    summary: 'Settings of a device: wanted against reported, and the history of changes',
    params: IdParams,
    response: DeviceSettings,
  },
  changeDeviceSettings: {
    method: 'PUT',
    path: '/sensors/:id/settings',
    access: 'admin',
    summary: 'Change settings of a device, which fetches them with its next message',
    params: IdParams,
    body: SettingsChange,
    response: DeviceSettings,
  },
  takeBackSetting: {
    method: 'DELETE',
    path: '/setting-changes/:id',
    access: 'admin',
    summary: 'Take back a change that waits for the device or was refused by it',
    params: IdParams,
    response: DeviceSettings,
  },
  getFocus: {
    method: 'GET',
    path: '/sensors/:id/focus',
    access: 'admin',
    summary: "State of the camera's focus mode",
    params: IdParams,
    response: Focus,
  },
  startFocus: {
    method: 'POST',
    path: '/sensors/:id/focus',
    access: 'admin',
    summary: 'Ask the camera into focus mode, which ends by itself after three minutes',
    params: IdParams,
    response: Focus,
  },
  stopFocus: {
    method: 'DELETE',
    path: '/sensors/:id/focus',
    access: 'admin',
    summary: 'End the focus mode of the camera',
    params: IdParams,
    response: Focus,
  },
})
