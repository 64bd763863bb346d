import type { Transaction } from 'kysely'
import { focusAt } from '#shared/rules/devices/camera-focus.ts'
import { isSettingName, outcomeOf, type SettingValues } from '#shared/rules/devices/device-settings.ts'
import type { Tables } from '../../tables.ts'
import { changeFocus, focusOf } from '../settings/focus-store.ts'
import { closeChange, pendingChanges } from '../settings/setting-store.ts'
import type { ReportedState } from '../settings/state.ts'
import { existingDevices, reportsOf } from '../store.ts'
import { keepReportRow, keepState, noteReported } from './report-store.ts'

export interface ReportNote {
  device_id: number
  /** Epoch ms of the newest message that told a state. */
  time: number
  /** Epoch ms of its arrival. */
  arrived: number
  state: ReportedState
}

type Database = Transaction<Tables>

/**
 * Keeps what devices said of themselves, and closes the changes of settings that they confirm or refuse. Returns the
 * devices whose focus mode is another now.
 */
export const noteReports = async (db: Database, notes: ReportNote[]): Promise<number[]> => {
  const focused: number[] = []
  const ids = notes.map(note => note.device_id)
  const there = await existingDevices(db, ids)
  const before = new Map((await reportsOf(db, ids)).map(report => [report.device_id, report]))
  for (const note of notes) {
    // The device may have been deleted since.
    if (!there.has(note.device_id)) continue
    const report = before.get(note.device_id)
    // A message from before, sent late, is no news.
    if (report && Date.parse(report.at) > note.time) continue
    // Confirmed by the version alone, a value counts as told.
    const applied = tellsSettings(note) ? await closeChanges(db, note, report) : {}
    await keepReport(
      db,
      { ...note, state: { ...note.state, settings: { ...applied, ...note.state.settings } } },
      report,
    )
    if (typeof note.state.values.focus !== 'boolean') continue
    if (await noteFocus(db, note, note.state.values.focus)) focused.push(note.device_id)
  }
  return focused
}

/** Notes that these devices lost the connection they kept. When they were last heard stays as it is. */
export const noteLost = async (db: Database, deviceIds: number[]): Promise<void> => {
  for (const { device_id, state } of (await reportsOf(db, deviceIds)).toSorted((a, b) => a.device_id - b.device_id))
    await keepState(db, device_id, { ...readValues(state), connection_status: 'disconnected' })
}

const tellsSettings = ({ state }: ReportNote): boolean =>
  state.values.settings_version !== undefined || Object.keys(state.settings).length > 0

/** Values that a device told before, from their JSON. */
const readValues = (text: string | undefined): Record<string, unknown> => JSON.parse(text ?? '{}')

const keepReport = async (db: Database, note: ReportNote, before: Tables['device_reports'] | undefined) => {
  const { values, settings } = note.state
  const version = values.settings_version ?? before?.settings_version ?? null
  const row = {
    at: new Date(note.time).toISOString(),
    state: JSON.stringify({ ...readValues(before?.state), ...values }),
    settings: JSON.stringify({ ...readValues(before?.settings), ...settings }),
    settings_version: version,
    settings_at: tellsSettings(note) ? new Date(note.arrived).toISOString() : (before?.settings_at ?? null),
  }
  await keepReportRow(db, note.device_id, row)
  const device = {
    ...(typeof values.battery_percentage === 'number' ? { battery_percentage: values.battery_percentage } : {}),
    // Interval at which it really sends: from then on its silence is measured by it.
    ...(typeof settings.upload_interval === 'number' ? { upload_interval: settings.upload_interval } : {}),
  }
  if (Object.keys(device).length > 0) await noteReported(db, note.device_id, device)
}

const closeChanges = async (db: Database, note: ReportNote, before: Tables['device_reports'] | undefined) => {
  const { values, settings, refused } = note.state
  const report = { version: values.settings_version ?? before?.settings_version ?? null, settings, refused }
  const applied: SettingValues = {}
  for (const { id, field, value: text, version } of await pendingChanges(db, note.device_id)) {
    if (!isSettingName(field)) continue
    const value = text === null ? null : JSON.parse(text)
    const outcome = outcomeOf({ field, version, value }, report)
    if (outcome.state === 'pending') continue
    if (outcome.state === 'confirmed' && value !== null) applied[field] = value
    const reason = outcome.state === 'failed' ? outcome.reason : null
    await closeChange(db, id, outcome.state, new Date(note.arrived).toISOString(), reason)
  }
  return applied
}

/** The camera says whether it is in focus mode: the first yes confirms, a no ends it. */
const noteFocus = async (db: Database, note: ReportNote, inFocus: boolean): Promise<boolean> => {
  const times = await focusOf(db, note.device_id)
  const { state } = focusAt(times ?? null, note.arrived)
  const at = new Date(note.arrived).toISOString()
  const change =
    inFocus && state === 'activating'
      ? { confirmed_at: at }
      : !inFocus && state === 'active'
        ? { stopped_at: at }
        : null
  if (change) await changeFocus(db, note.device_id, change)
  return change !== null
}
