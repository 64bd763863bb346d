import { keysOf } from '../collections/keys.ts'

/**
 * Settings of a device for administrators (decisions §4): the one table from which form, check and documentation come.
 */
export type SettingValue = boolean | number | string

interface Common {
  group: SettingGroup
  /** Sent to the device, never answered to a person. */
  secret?: true
}

export type SettingField = Common &
  (
    | { type: 'switch'; default: boolean }
    | { type: 'number'; unit: SettingUnit; min: number; max: number; step: number; default: number }
    | { type: 'choice'; options: readonly string[]; default: string }
    /** IPv4 address; empty for none. */
    | { type: 'ip'; default: string }
    /** `pattern` holds for any text that is not empty. */
    | { type: 'text'; max: number; pattern?: RegExp; default: string }
    | { type: 'time_zone'; default: string }
  )

export const SETTING_GROUPS = ['camera', 'thermal', 'network', 'modem', 'led', 'pump', 'intervals'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]
export type SettingUnit = 's' | 'min' | 'h' | '%' | '°C' | 'L/min' | ''

/** Keeps the types of a table of settings: `type` says what kind of value, the rest its limits. */
const table = <const Table extends Record<string, SettingField>>(fields: Table): Table => fields

export const DEVICE_SETTINGS = table({
  camera_on: { group: 'camera', type: 'switch', default: true },
  camera_resolution: {
    group: 'camera',
    type: 'choice',
    options: ['1280x720', '1920x1080', '2592x1944'],
    default: '1920x1080',
  },
  camera_interval: { group: 'camera', type: 'number', unit: 'min', min: 1, max: 1440, step: 1, default: 15 },
  camera_infrared: { group: 'camera', type: 'switch', default: true },
  camera_flash: { group: 'camera', type: 'switch', default: false },
  thermal_on: { group: 'thermal', type: 'switch', default: true },
  thermal_interval: { group: 'thermal', type: 'number', unit: 'min', min: 1, max: 1440, step: 1, default: 15 },
  thermal_emissivity: { group: 'thermal', type: 'number', unit: '', min: 0.1, max: 1, step: 0.01, default: 0.95 },
  thermal_range_min: { group: 'thermal', type: 'number', unit: '°C', min: -40, max: 300, step: 1, default: 10 },
  thermal_range_max: { group: 'thermal', type: 'number', unit: '°C', min: -40, max: 300, step: 1, default: 45 },
  network_mode: { group: 'network', type: 'choice', options: ['dhcp', 'fixed'], default: 'dhcp' },
  network_ip: { group: 'network', type: 'ip', default: '' },
  network_mask: { group: 'network', type: 'ip', default: '' },
  network_gateway: { group: 'network', type: 'ip', default: '' },
  network_dns: { group: 'network', type: 'ip', default: '' },
  wifi_name: { group: 'network', type: 'text', max: 32, default: '' },
  wifi_secret: { group: 'network', type: 'text', max: 63, pattern: /^.{8,}$/, default: '', secret: true },
  modem_apn: { group: 'modem', type: 'text', max: 100, default: '' },
  modem_pin: { group: 'modem', type: 'text', max: 8, pattern: /^\d{4,8}$/, default: '', secret: true },
  modem_mode: { group: 'modem', type: 'choice', options: ['lte_2g', 'lte', '2g'], default: 'lte_2g' },
  led_on: { group: 'led', type: 'switch', default: true },
  led_brightness: { group: 'led', type: 'number', unit: '%', min: 0, max: 100, step: 1, default: 40 },
  led_night_off: { group: 'led', type: 'switch', default: true },
  pump_on: { group: 'pump', type: 'switch', default: false },
  pump_flow: { group: 'pump', type: 'number', unit: 'L/min', min: 0, max: 0.5, step: 0.01, default: 0.4 },
  pump_minutes: { group: 'pump', type: 'number', unit: 'min', min: 0, max: 60, step: 1, default: 3 },
  upload_interval: { group: 'intervals', type: 'number', unit: 's', min: 10, max: 3600, step: 1, default: 300 },
  sensor_interval: { group: 'intervals', type: 'number', unit: 's', min: 1, max: 86_400, step: 1, default: 60 },
  particulate_interval: { group: 'intervals', type: 'number', unit: 's', min: 30, max: 86_400, step: 1, default: 300 },
  /** Hours between restarts; 0 is never. */
  reboot_interval: { group: 'intervals', type: 'number', unit: 'h', min: 0, max: 720, step: 1, default: 0 },
  time_zone: { group: 'intervals', type: 'time_zone', default: 'Europe/Amsterdam' },
})

export type SettingName = keyof typeof DEVICE_SETTINGS
export type SettingValues = Partial<Record<SettingName, SettingValue>>
export const SETTING_NAMES = keysOf(DEVICE_SETTINGS)

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(DEVICE_SETTINGS, name)
export const settingField = (name: SettingName): SettingField => DEVICE_SETTINGS[name]

const WHOLE = ['network_ip', 'network_mask', 'network_gateway'] as const

/** Fields of a whole set that do not fit each other, with why: a fixed address needs its parts, a range an order. */
export const settingsAtOdds = (values: SettingValues): { field: SettingName; code: 'required' | 'range_order' }[] => {
  const found: { field: SettingName; code: 'required' | 'range_order' }[] = []
  if (values.network_mode === 'fixed')
    for (const field of WHOLE) if (!values[field]) found.push({ field, code: 'required' })
  const [low, high] = [values.thermal_range_min, values.thermal_range_max]
  if (typeof low === 'number' && typeof high === 'number' && low >= high)
    found.push({ field: 'thermal_range_max', code: 'range_order' })
  return found
}

/** Outcome of a change when the device reports `version` with the values of its `settings` and `refused` fields. */
export const outcomeOf = (
  change: { field: SettingName; value: SettingValue | null; version: number },
  report: { version: number | null; settings: SettingValues; refused: Partial<Record<SettingName, string>> },
): { state: 'pending' | 'confirmed' } | { state: 'failed'; reason: string } => {
  const refusal = report.refused[change.field]
  const applied = report.version !== null && report.version >= change.version
  if (refusal !== undefined && applied) return { state: 'failed', reason: refusal }
  const told = report.settings[change.field]
  if (settingField(change.field).secret || told === undefined) return { state: applied ? 'confirmed' : 'pending' }
  if (told === change.value) return { state: 'confirmed' }
  return applied ? { state: 'failed', reason: 'kept_other' } : { state: 'pending' }
}
