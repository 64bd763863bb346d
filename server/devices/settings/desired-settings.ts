import { type FocusTimes, focusAt } from '#shared/rules/devices/camera-focus.ts'
import type { SettingValues } from '#shared/rules/devices/device-settings.ts'
import type { Services } from '../../kit/services.ts'
import { focusOfDevices } from './focus-store.ts'
import { wantedSettingsOf } from './setting-store.ts'
import type { ReportedState } from './state.ts'

const CACHED_MS = 10_000
const DESIRED_SETTINGS_CHANGED = 'device-desired-settings'

/** Settings and focus mode that a device is told in the answer to its message. */
export interface DesiredSettings {
  settings?: { version: number } & SettingValues
  focus?: { on: boolean; until: string | null }
}

interface CachedSettings {
  version: number
  wanted: SettingValues
  focus: FocusTimes | null
  until: number
}

export const publishDesiredSettingsChanged = (services: Pick<Services, 'bus'>, deviceId: number): void =>
  services.bus.publish(DESIRED_SETTINGS_CHANGED, deviceId)

/** Returns the way to stop listening. */
export const onDesiredSettingsChanged = (services: Pick<Services, 'bus'>, listener: (deviceId: number) => void) =>
  services.bus.subscribe<number>(DESIRED_SETTINGS_CHANGED, listener)

export type DesiredSettingsOf = (deviceId: number, state: ReportedState | null) => Promise<DesiredSettings>

/**
 * Looks up what a device is to be told. Only one that says which settings it has, or whether it is in focus mode, is
 * asked about in the database, and then remembered for some seconds; a change forgets at once.
 */
export const createDesiredSettings = (services: Services): DesiredSettingsOf => {
  const known = new Map<number, CachedSettings>()
  let changes = 0
  services.bus.subscribe<number>(DESIRED_SETTINGS_CHANGED, deviceId => {
    changes++
    known.delete(deviceId)
  })
  services.bus.onGap(() => {
    changes++
    known.clear()
  })
  const read = async (deviceId: number): Promise<CachedSettings> => {
    const remembered = known.get(deviceId)
    if (remembered && remembered.until > services.now()) return remembered
    const seen = changes
    const fresh = (await readDesiredSettings(services, [deviceId])).get(deviceId) as CachedSettings
    if (known.size > 50_000) known.clear()
    if (seen === changes) known.set(deviceId, fresh)
    return fresh
  }
  return async (deviceId, state) => {
    const version = state?.values.settings_version
    const inFocus = state?.values.focus
    if (typeof version !== 'number' && typeof inFocus !== 'boolean') return {}
    return desiredSettingsFrom(await read(deviceId), { version, inFocus }, services.now())
  }
}

interface Asks {
  version: unknown
  inFocus: unknown
}

const desiredSettingsFrom = (
  { version: wantedVersion, wanted, focus }: CachedSettings,
  { version, inFocus }: Asks,
  now: number,
): DesiredSettings => {
  const { state: phase, ends_at } = focusAt(focus, now)
  const wantsFocus = phase === 'activating' || phase === 'active'
  return {
    ...(typeof version === 'number' && version < wantedVersion
      ? { settings: { version: wantedVersion, ...wanted } }
      : {}),
    ...(wantsFocus || inFocus ? { focus: { on: wantsFocus, until: wantsFocus ? ends_at : null } } : {}),
  }
}

/** All there is to say to each of these devices: as to one that has no settings yet and is in focus mode. */
export const allDesiredSettings = async (services: Pick<Services, 'db' | 'now'>, deviceIds: readonly number[]) => {
  const known = await readDesiredSettings(services, deviceIds)
  return new Map(
    [...known].map(([id, one]) => [id, desiredSettingsFrom(one, { version: 0, inFocus: true }, services.now())]),
  )
}

const readDesiredSettings = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  deviceIds: readonly number[],
): Promise<Map<number, CachedSettings>> => {
  const settings = await wantedSettingsOf(db, deviceIds)
  const focus = await focusOfDevices(db, deviceIds)
  const settingsOf = new Map(settings.map(row => [row.device_id, row]))
  const focusOf = new Map(focus.map(row => [row.device_id, row]))
  const known = (id: number): CachedSettings => ({
    version: settingsOf.get(id)?.version ?? 0,
    wanted: settingsOf.get(id)?.wanted ?? {},
    focus: focusOf.get(id) ?? null,
    until: now() + CACHED_MS,
  })
  return new Map(deviceIds.map(id => [id, known(id)]))
}
