import type { DeviceSettings, Setting, SettingHistory } from '#shared/contract/devices/device-settings.ts'
import {
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
  type SettingValues,
  settingField,
  settingsAtOdds,
} from '#shared/rules/devices/device-settings.ts'
import type { Change as AuditChange } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import {
  type ChangeRow,
  closeChange,
  deviceSettingsOf,
  insertChange,
  keepWanted,
  openChanges,
  settingChangesOf,
} from './setting-store.ts'

const readValue = (text: string | null): SettingValue | null => (text === null ? null : JSON.parse(text))
const isSecret = (field: SettingName): boolean => settingField(field).secret === true

/** Settings of a device as an administrator sees them. A secret is never among them. */
export const presentSettings = async (db: Database, deviceId: number): Promise<DeviceSettings> => {
  const { version, wanted, reported, report, device } = await deviceSettingsOf(db, deviceId)
  const changes = await settingChangesOf(db, deviceId)
  const isNewest = (report?.settings_version ?? -1) >= version
  const last = device.last_seen_at ?? device.last_message_at
  return {
    device_id: deviceId,
    version,
    reported_version: report?.settings_version ?? null,
    reported_at: report?.settings_at ?? null,
    next_message_at: last && new Date(Date.parse(last) + 1000 * device.upload_interval).toISOString(),
    settings: SETTING_NAMES.map(field =>
      settingRow(field, { wanted, reported, at: report?.settings_at ?? null, isNewest }, changes),
    ),
    changes: changes.flatMap(presentChange).slice(0, 100),
  }
}

interface SettingsOfDevice {
  wanted: SettingValues
  reported: SettingValues
  /** Time of the report (ISO 8601). */
  at: string | null
  /** True where the device says that it has the newest of what is wanted: it is told nothing more. */
  isNewest: boolean
}

const settingRow = (
  field: SettingName,
  { wanted, reported, at, isNewest }: SettingsOfDevice,
  changes: ChangeRow[],
): Setting => {
  const latest = changes.find(change => change.field === field && !['taken_back', 'replaced'].includes(change.state))
  const secret = isSecret(field)
  const unlessSecret = (values: SettingValues): SettingValue | null => (secret ? null : (values[field] ?? null))
  const set = field in wanted
  const base = {
    field,
    wanted: unlessSecret(wanted),
    reported: unlessSecret(reported),
    set_at: secret && set ? (latest?.created_at ?? null) : null,
    reason: null,
    since: null,
  }
  if (latest?.state === 'pending') return { ...base, state: 'pending', since: latest.created_at }
  if (latest?.state === 'failed') return { ...base, state: 'failed', since: latest.created_at, reason: latest.reason }
  // A device that was reset is told again. One that was changed by hand, since it has had this, is not: somebody sends it anew.
  if (!secret && set && field in reported && wanted[field] !== reported[field])
    return isNewest
      ? { ...base, state: 'failed', since: at, reason: 'kept_other' }
      : { ...base, state: 'pending', since: at }
  return { ...base, state: field in reported || (set && latest !== undefined) ? 'as_reported' : 'not_reported' }
}

const presentChange = (row: ChangeRow): SettingHistory[] => {
  if (!isSettingName(row.field)) return []
  const [value, previous] = isSecret(row.field) ? [null, null] : [readValue(row.value), readValue(row.previous)]
  return [{ ...row, field: row.field, value, previous }]
}

interface Change {
  deviceId: number
  userId: number
  at: string
  t: Words
}

/**
 * Wants other settings; each becomes a change that waits for the device. Values that are wanted already, and that the device has or is told, change nothing.
 * Answers what changed, of secrets only that they did.
 */
export const changeSettings = async (
  db: Database,
  body: { version: number; settings: SettingValues },
  { deviceId, userId, at, t }: Change,
): Promise<AuditChange[]> => {
  const { version, wanted, reported } = await deviceSettingsOf(db, deviceId)
  const requested = Object.entries(body.settings) as [SettingName, SettingValue | undefined][]
  const open = await openChanges(db, deviceId)
  const isSo = (field: SettingName, value: SettingValue): boolean => {
    const isWanted = value === (wanted[field] ?? reported[field])
    const isOnItsWay = open.some(one => one.field === field && one.state === 'pending')
    // A value that the device does not have, and of which it is told nothing more, is sent anew.
    return isWanted && (isOnItsWay || !(field in reported) || value === reported[field])
  }
  const changed = requested.filter(
    (pair): pair is [SettingName, SettingValue] => pair[1] !== undefined && !isSo(pair[0], pair[1]),
  )
  // A change that is sent again, as after an answer that was lost, leaves nothing to change in the version that followed.
  const isRepeated = body.version === version - 1 && changed.length === 0
  if (body.version !== version && !isRepeated) throw new Failure('conflict')
  requireFit({ ...reported, ...wanted, ...Object.fromEntries(changed) }, new Set(changed.map(([field]) => field)), t)
  if (changed.length === 0) return []
  for (const [field, value] of changed) {
    const older = open.find(change => change.field === field)
    // The value to go back to is what stood before the first change that never arrived.
    const previous = older ? older.previous : secretless(field, wanted[field])
    if (older) await closeChange(db, older.id, 'replaced', at)
    await insertChange(db, {
      device_id: deviceId,
      version: version + 1,
      field,
      value: secretless(field, value),
      previous,
      state: 'pending',
      reason: null,
      user_id: userId,
      created_at: at,
      closed_at: null,
    })
  }
  await keepWanted(db, deviceId, version, { ...wanted, ...Object.fromEntries(changed) })
  return changed.map(([field, value]) => ({
    field,
    ...(isSecret(field)
      ? { before: null, after: null }
      : { before: wanted[field] ?? reported[field] ?? null, after: value }),
  }))
}

const secretless = (field: SettingName, value: SettingValue | undefined): string | null =>
  isSecret(field) || value === undefined ? null : JSON.stringify(value)

/** Checks a set only when one of the fields concerned is changed: an old set that never fitted blocks nothing else. */
const requireFit = (values: SettingValues, changed: Set<SettingName>, t: Words): void => {
  const touches = [...changed].some(field => field.startsWith('network_') || field.startsWith('thermal_range'))
  const odd = touches ? settingsAtOdds(values) : []
  if (odd.length === 0) return
  throw new Failure('no_valid_input', {
    fields: Object.fromEntries(odd.map(({ field, code }) => [`settings.${field}`, [t(`fields.${code}`)]])),
  })
}

/** A change that was taken back, as the audit log keeps it. */
export const takenBackForAudit = ({ field, value, previous }: ChangeRow): AuditChange[] =>
  isSettingName(field) ? [{ field, before: readValue(value), after: readValue(previous) }] : []

/** Takes back a change that waits or failed: what stood before is wanted again, and a device that has it already is told. */
export const takeBack = async (db: Database, change: ChangeRow, at: string): Promise<void> => {
  if (change.state !== 'pending' && change.state !== 'failed') throw new Failure('conflict')
  const { version, wanted, reported } = await deviceSettingsOf(db, change.device_id)
  const field = change.field as SettingName
  const before = readValue(change.previous) ?? reported[field]
  const { [field]: _, ...others } = wanted
  await closeChange(db, change.id, 'taken_back', at)
  await keepWanted(db, change.device_id, version, before === undefined ? others : { ...others, [field]: before })
}
