import { SETTING_SCHEMAS } from '#shared/contract/devices/device-settings.ts'
import { STATE_FIELDS, type StateValues } from '#shared/contract/devices/device-state.ts'
import {
  isSettingName,
  type SettingName,
  type SettingValues,
  settingField,
} from '#shared/rules/devices/device-settings.ts'

/** State of a device as its message says it, checked. */
export interface ReportedState {
  values: StateValues
  settings: SettingValues
  /** Settings the device will not take, with its reason. */
  refused: Partial<Record<SettingName, string>>
}

export interface BadState {
  field: string
  code: 'unknown_state' | 'bad_state'
  sent: unknown
}

const LONGEST_REASON = 100
/** Upper bound of fields: nobody has more, and rubbish should not cost more than it is worth. */
const MAX_FIELDS = 100

const entriesOf = (sent: unknown): [string, unknown][] | null =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
    : null

/** Checks each field by itself: one bad field never sinks the others. Nothing said gives null. */
export const readReportedState = (sent: unknown): { state: ReportedState | null; bad: BadState[] } => {
  const bad: BadState[] = []
  const state: ReportedState = { values: {}, settings: {}, refused: {} }
  const fields = entriesOf(sent)
  if (!fields || fields.length > MAX_FIELDS)
    return { state: null, bad: [{ field: 'state', code: 'bad_state', sent: '…' }] }
  let found = false
  for (const [field, value] of fields) {
    const problem = readField(field, value, state, bad)
    if (problem) bad.push({ field: `state.${field}`, code: problem, sent: value })
    else found = true
  }
  return { state: found ? state : null, bad }
}

const readField = (field: string, value: unknown, state: ReportedState, bad: BadState[]): BadState['code'] | null => {
  if (field === 'settings') return readSettings(value, state, bad)
  if (field === 'settings_refused') return readRefused(value, state, bad)
  if (!Object.hasOwn(STATE_FIELDS, field)) return 'unknown_state'
  const read = STATE_FIELDS[field as keyof typeof STATE_FIELDS].safeParse(value)
  if (!read.success || (typeof read.data === 'string' && read.data.includes('\0'))) return 'bad_state'
  const name = field === 'battery' ? 'battery_percentage' : field
  Object.assign(state.values, { [name]: read.data })
  return null
}

const readSettings = (sent: unknown, state: ReportedState, bad: BadState[]): BadState['code'] | null => {
  const fields = entriesOf(sent)
  if (!fields || fields.length > MAX_FIELDS) return 'bad_state'
  for (const [field, value] of fields) {
    if (!isSettingName(field)) {
      bad.push({ field: `state.settings.${field}`, code: 'unknown_state', sent: value })
      continue
    }
    // A secret is kept nowhere but where it was set, also when a device sends it back.
    if (settingField(field).secret) continue
    const read = SETTING_SCHEMAS[field].safeParse(value)
    if (read.success && !String(read.data).includes('\0')) state.settings[field] = read.data
    else bad.push({ field: `state.settings.${field}`, code: 'bad_state', sent: value })
  }
  return null
}

const readRefused = (sent: unknown, state: ReportedState, bad: BadState[]): BadState['code'] | null => {
  const fields = entriesOf(sent)
  if (!fields || fields.length > MAX_FIELDS) return 'bad_state'
  for (const [field, reason] of fields) {
    if (isSettingName(field)) state.refused[field] = String(reason).replaceAll('\0', '').slice(0, LONGEST_REASON)
    else bad.push({ field: `state.settings_refused.${field}`, code: 'unknown_state', sent: reason })
  }
  return null
}

/** Two reports of one device, the later one last: each field the newest. */
export const mergeStates = (earlier: ReportedState, later: ReportedState): ReportedState => ({
  values: { ...earlier.values, ...later.values },
  settings: { ...earlier.settings, ...later.settings },
  refused: { ...earlier.refused, ...later.refused },
})
