import type { TFunction } from 'i18next'
import type { Setting } from '#shared/contract/devices/device-settings.ts'
import { SETTING_SCHEMAS } from '#shared/contract/devices/device-settings.ts'
import {
  DEVICE_SETTINGS,
  type SettingField,
  type SettingName,
  type SettingValue,
  type SettingValues,
  settingField,
  settingsAtOdds,
} from '#shared/rules/devices/device-settings.ts'
import { decimalsIn } from '#shared/rules/ingest/value.ts'
import { limitText } from '../../kit/language/viewer-formats.ts'

/** Values somebody typed or chose and has not sent; a number that is none is NaN. */
export type Edits = SettingValues

/** Value in a control before anybody touches it. */
export const standing = (setting: Setting): SettingValue =>
  setting.wanted ?? setting.reported ?? DEVICE_SETTINGS[setting.field].default

/** The edits with one more; one that changes nothing is none. What the device did not take may be sent once more. */
export const withEdit = (edits: Edits, setting: Setting, value: SettingValue): Edits => {
  const { [setting.field]: _, ...others } = edits
  const secret = settingField(setting.field).secret
  const isStanding = value === (setting.wanted ?? setting.reported) && setting.state !== 'failed'
  const same = secret ? value === '' : isStanding
  return same ? others : { ...others, [setting.field]: value }
}

type Words = TFunction<'device-settings'>

/** A value as people read it: "600 s", "on", "1920 × 1080". */
export const readable = (name: SettingName, value: SettingValue | null, t: Words): string => {
  const field = settingField(name)
  if (field.secret) return t('secret')
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'on' : 'off')
  if (name === 'reboot_interval' && value === 0) return t('never')
  if (field.type === 'number' && typeof value === 'number') {
    return limitText(Number(value.toFixed(decimalsIn(field.step))), field.unit)
  }
  return field.type === 'choice' ? optionName(name, String(value), t) : String(value)
}

export const optionName = (name: SettingName, option: string, t: Words): string =>
  name === 'camera_resolution' ? option.replace('x', ' × ') : t(`option.${option}` as 'option.dhcp')

/** Why a value cannot be sent; null when it can. */
export const settingProblemOf = (name: SettingName, value: SettingValue, t: Words): string | null => {
  if (SETTING_SCHEMAS[name].safeParse(value).success) return null
  return limitOf(settingField(name), value, t)
}

const limitOf = (field: SettingField, value: SettingValue, t: Words): string => {
  const read = (limit: number) => limitText(limit, 'unit' in field ? field.unit : '')
  if (field.type === 'number' && typeof value === 'number') {
    if (value < field.min) return t('limit.min', { limit: read(field.min) })
    if (value > field.max) return t('limit.max', { limit: read(field.max) })
    return t(Number.isNaN(value) ? 'limit.number' : 'limit.whole')
  }
  if (field.type === 'ip') return t('limit.ip')
  if (field.type === 'text' && field.secret) return t(field.max === 8 ? 'limit.pin' : 'limit.wifi')
  return t('limit.invalid')
}

/** Problems of the edits, by field: each by its own limits, and all of them together. */
export const problemsOf = (
  edits: Edits,
  settings: readonly Setting[],
  t: Words,
): Partial<Record<SettingName, string>> => {
  const found: Partial<Record<SettingName, string>> = {}
  for (const [name, value] of Object.entries(edits) as [SettingName, SettingValue][]) {
    const problem = settingProblemOf(name, value, t)
    if (problem) found[name] = problem
  }
  const set = settings.map(setting => [setting.field, setting.wanted ?? setting.reported] as const)
  const whole: SettingValues = { ...Object.fromEntries(set.filter(([, value]) => value !== null)), ...edits }
  const touched = Object.keys(edits).some(name => name.startsWith('network_') || name.startsWith('thermal_range'))
  if (touched) for (const { field, code } of settingsAtOdds(whole)) found[field] ??= t(`limit.${code}`)
  return found
}
