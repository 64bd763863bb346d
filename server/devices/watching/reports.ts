import type { Transaction } from 'kysely'
import { focusAt } from '#shared/rules/devices/camera-focus.ts'
import { isSettingName, outcomeOf, type SettingValues } from '#shared/rules/devices/device-settings.ts'
import type { Tables } from '../../tables.ts'
import { changeFocus, focusOfDevices } from '../settings/focus-store.ts'
import { closeChange, pendingChanges } from '../settings/setting-store.ts'
import type { ReportedState } from '../settings/state.ts'
import { existingDevices, reportsOf } from '../store.ts'
import { keepReportRows, keepStates, noteReported, type SaidNote } from './report-store.ts'

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
  if (notes.length === 0) return []
  const ids = notes.map(note => note.device_id)
  const there = await existingDevices(db, ids)
  const before = new Map((await reportsOf(db, ids)).map(report => [report.device_id, report]))
  const news = notes.filter(({ device_id, time }) => {
    const report = before.get(device_id)
    // A device may have been deleted since, and a message from before, sent late, is no news.
    return there.has(device_id) && !(report && Date.parse(report.at) > time)
  })
  const pending = await pendingOf(db, news.filter(tellsSettings))
  const reports: Tables['device_reports'][] = []
  const said: SaidNote[] = []
  for (const note of news) {
    const report = before.get(note.device_id)
    // Confirmed by the version alone, a value counts as told.
    const applied = await closeChanges(db, note, { before: report, pending: pending.get(note.device_id) ?? [] })
    const settings = { ...applied, ...note.state.settings }
    reports.push(reportRow({ ...note, state: { ...note.state, settings } }, report))
    said.push(...saidBy(note, settings))
  }
  await keepReportRows(db, reports)
  await noteReported(db, said)
  return noteFocus(db, news)
}

/**
 * Notes that devices lost the connection they kept, each with when that had been made (epoch ms). When they were last heard stays as it
 * is. One that was cut is seen to end after minutes: by then the device may have a newer one, to another process.
 */
export const noteLost = async (db: Database, lost: ReadonlyMap<number, number>): Promise<void> => {
  if (lost.size === 0) return
  const reports = await reportsOf(db, [...lost.keys()])
  const ended = reports
    .map(({ device_id, state }) => ({ device_id, values: readValues(state) }))
    .filter(({ device_id, values }) => Number(values.connected_at ?? 0) <= (lost.get(device_id) ?? 0))
  await keepStates(
    db,
    ended.map(({ device_id, values }) => ({
      device_id,
      state: JSON.stringify({ ...values, connection_status: 'disconnected' }),
    })),
  )
}

const tellsSettings = ({ state }: ReportNote): boolean =>
  state.values.settings_version !== undefined || Object.keys(state.settings).length > 0

/** Values that a device told before, from their JSON. */
const readValues = (text: string | undefined): Record<string, unknown> => JSON.parse(text ?? '{}')

const reportRow = (note: ReportNote, before: Tables['device_reports'] | undefined): Tables['device_reports'] => {
  const { values, settings } = note.state
  return {
    device_id: note.device_id,
    at: new Date(note.time).toISOString(),
    state: JSON.stringify({ ...readValues(before?.state), ...values }),
    settings: JSON.stringify({ ...readValues(before?.settings), ...settings }),
    settings_version: values.settings_version ?? before?.settings_version ?? null,
    settings_at: tellsSettings(note) ? new Date(note.arrived).toISOString() : (before?.settings_at ?? null),
  }
}

const saidBy = ({ device_id, state: { values } }: ReportNote, settings: SettingValues): SaidNote[] => {
  const battery_percentage = typeof values.battery_percentage === 'number' ? values.battery_percentage : null
  // Interval at which it really sends: from then on its silence is measured by it.
  const upload_interval = typeof settings.upload_interval === 'number' ? settings.upload_interval : null
  return battery_percentage === null && upload_interval === null
    ? []
    : [{ device_id, battery_percentage, upload_interval }]
}

type Pending = Awaited<ReturnType<typeof pendingChanges>>

const pendingOf = async (db: Database, telling: readonly ReportNote[]): Promise<Map<number, Pending>> => {
  const ids = telling.map(note => note.device_id)
  return Map.groupBy(ids.length > 0 ? await pendingChanges(db, ids) : [], ({ device_id }) => device_id)
}

/** Closes changes of a device that its report confirms or refuses: seldom, once for each that somebody made. */
const closeChanges = async (
  db: Database,
  note: ReportNote,
  { before, pending }: { before: Tables['device_reports'] | undefined; pending: Pending },
): Promise<SettingValues> => {
  const { values, settings, refused } = note.state
  const report = { version: values.settings_version ?? before?.settings_version ?? null, settings, refused }
  const applied: SettingValues = {}
  for (const { id, field, value: text, version } of pending) {
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

/** The camera says whether it is in focus mode: the first yes confirms, a no ends it. Returns the devices of which that is news. */
const noteFocus = async (db: Database, notes: readonly ReportNote[]): Promise<number[]> => {
  const telling = notes.filter(({ state }) => typeof state.values.focus === 'boolean')
  if (telling.length === 0) return []
  const rows = await focusOfDevices(
    db,
    telling.map(note => note.device_id),
  )
  const times = new Map(rows.map(row => [row.device_id, row]))
  const focused: number[] = []
  for (const { device_id, arrived, state: told } of telling) {
    const { state } = focusAt(times.get(device_id) ?? null, arrived)
    const at = new Date(arrived).toISOString()
    const change =
      told.values.focus === true && state === 'activating'
        ? { confirmed_at: at }
        : told.values.focus === false && state === 'active'
          ? { stopped_at: at }
          : null
    if (!change) continue
    await changeFocus(db, device_id, change)
    focused.push(device_id)
  }
  return focused
}
