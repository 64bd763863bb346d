import type { Insertable } from 'kysely'
import { isSettingName, type SettingValues, settingField } from '#shared/rules/devices/device-settings.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Tables } from '../../tables.ts'
import { reportsOf } from '../store.ts'

/** Wanted and reported settings of a device. Throws not_found without the device. */
export const settingsOf = async (db: Database, deviceId: number) => {
  const device = await db.selectFrom('devices').selectAll().where('id', '=', deviceId).executeTakeFirst()
  if (!device) throw new Failure('not_found')
  const row = await db.selectFrom('device_settings').selectAll().where('device_id', '=', deviceId).executeTakeFirst()
  const [report] = await reportsOf(db, [deviceId])
  const wanted: SettingValues = JSON.parse(row?.wanted ?? '{}')
  const reported: SettingValues = JSON.parse(report?.settings ?? '{}')
  return { device, report, version: row?.version ?? 0, wanted, reported }
}

const selectChanges = (db: Database) =>
  db
    .selectFrom('device_setting_changes')
    .leftJoin('users', 'users.id', 'device_setting_changes.user_id')
    .selectAll('device_setting_changes')
    .select('users.name as changed_by')

/** Newest first. */
export const changesOf = (db: Database, deviceId: number) =>
  selectChanges(db).where('device_id', '=', deviceId).orderBy('device_setting_changes.id', 'desc').execute()
export type ChangeRow = Awaited<ReturnType<typeof changesOf>>[number]

export const changeOfId = (db: Database, id: number): Promise<ChangeRow | undefined> =>
  selectChanges(db).where('device_setting_changes.id', '=', id).executeTakeFirst()

/** Changes that wait for the device, or that it refused. */
export const openChanges = async (db: Database, deviceId: number) =>
  (await changesOf(db, deviceId)).filter(({ state }) => state === 'pending' || state === 'failed')

export const insertChange = (db: Database, row: Insertable<Tables['device_setting_changes']>) =>
  db.insertInto('device_setting_changes').values(row).execute()

export const closeChange = (db: Database, id: number, state: 'replaced' | 'taken_back', at: string) =>
  db.updateTable('device_setting_changes').set({ state, closed_at: at }).where('id', '=', id).execute()

/** The next version of what is wanted. Throws conflict when somebody else made one since `version` was read. */
export const keepWanted = async (
  db: Database,
  deviceId: number,
  version: number,
  wanted: SettingValues,
): Promise<void> => {
  const next = { version: version + 1, wanted: JSON.stringify(wanted) }
  const kept = await db
    .insertInto('device_settings')
    .values({ device_id: deviceId, ...next })
    .onConflict(conflict =>
      conflict.column('device_id').doUpdateSet(next).where('device_settings.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  if (!kept) throw new Failure('conflict')
}

/** Tells whether a setting lets somebody into a network of the person who typed it, or names that network. */
const isOfANetwork = (name: string): boolean =>
  !isSettingName(name) || settingField(name).secret === true || ['network', 'modem'].includes(settingField(name).group)

/**
 * Forgets the secrets of who had a device: how it gets into their network, and the way to their network server. The device
 * itself goes on with what it has until it is told something else.
 */
export const forgetSecrets = async (db: Database, deviceId: number, at: string): Promise<void> => {
  await db.deleteFrom('device_downlinks').where('device_id', '=', deviceId).execute()
  await db.updateTable('device_focus').set({ stopped_at: at }).where('device_id', '=', deviceId).execute()
  for (const change of await openChanges(db, deviceId))
    if (isOfANetwork(change.field)) await closeChange(db, change.id, 'taken_back', at)
  const { version, wanted } = await settingsOf(db, deviceId)
  const left = Object.fromEntries(Object.entries(wanted).filter(([name]) => !isOfANetwork(name)))
  if (Object.keys(left).length < Object.keys(wanted).length) await keepWanted(db, deviceId, version, left)
}

export const focusOf = (db: Database, deviceId: number) =>
  db.selectFrom('device_focus').selectAll().where('device_id', '=', deviceId).executeTakeFirst()

export const askFocus = (db: Database, deviceId: number, at: string) => {
  const times = { asked_at: at, confirmed_at: null, stopped_at: null }
  return db
    .insertInto('device_focus')
    .values({ device_id: deviceId, ...times })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet(times))
    .execute()
}

export const stopFocus = (db: Database, deviceId: number, at: string) =>
  db.updateTable('device_focus').set({ stopped_at: at }).where('device_id', '=', deviceId).execute()
