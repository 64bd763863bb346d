import type { Insertable } from 'kysely'
import { isSettingName, type SettingValues, settingField } from '#shared/rules/devices/device-settings.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { Failure } from '../../kit/failure.ts'
import type { Tables } from '../../tables.ts'
import { reportsOf } from '../store.ts'
import { forgetDownlink } from './downlink-store.ts'
import { stopFocus } from './focus-store.ts'

/** Wanted and reported settings of a device. Throws not_found without the device. */
export const deviceSettingsOf = async (db: Database, deviceId: number) => {
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
export const settingChangesOf = (db: Database, deviceId: number) =>
  selectChanges(db).where('device_id', '=', deviceId).orderBy('device_setting_changes.id', 'desc').execute()
export type ChangeRow = Awaited<ReturnType<typeof settingChangesOf>>[number]

export const changeOfId = (db: Database, id: number): Promise<ChangeRow | undefined> =>
  selectChanges(db).where('device_setting_changes.id', '=', id).executeTakeFirst()

/** Changes that wait for the device, or that it refused. */
export const openChanges = async (db: Database, deviceId: number) =>
  (await settingChangesOf(db, deviceId)).filter(({ state }) => state === 'pending' || state === 'failed')

export const insertChange = (db: Database, row: Insertable<Tables['device_setting_changes']>) =>
  db.insertInto('device_setting_changes').values(row).execute()

type Closed = Exclude<ChangeRow['state'], 'pending'>

/** Closes a change. Without `reason` that of a device which had refused it stays. */
export const closeChange = (db: Database, id: number, state: Closed, at: string, reason?: string | null) =>
  db
    .updateTable('device_setting_changes')
    .set({ state, closed_at: at, ...(reason === undefined ? {} : { reason }) })
    .where('id', '=', id)
    .execute()

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

/** Changes that wait for these devices. */
export const pendingChanges = (db: Database, deviceIds: readonly number[]) =>
  db
    .selectFrom('device_setting_changes')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('state', '=', 'pending')
    .execute()

/** Settings that these devices are to have, with the version of them. */
export const wantedSettingsOf = async (db: Database, deviceIds: readonly number[]) => {
  const rows = await db
    .selectFrom('device_settings')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .execute()
  return rows.map(({ wanted, ...row }) => ({ ...row, wanted: JSON.parse(wanted) as SettingValues }))
}

/** Tells whether a setting lets somebody into a network of the person who typed it, or names that network. */
const isOfANetwork = (name: string): boolean =>
  !isSettingName(name) || settingField(name).secret === true || ['network', 'modem'].includes(settingField(name).group)

/**
 * Forgets the secrets of who had a device: how it gets into their network, and the way to their network server. The device
 * itself goes on with what it has until it is told something else.
 */
export const forgetSecrets = async (db: Database, deviceId: number, at: string): Promise<void> => {
  await forgetDownlink(db, deviceId)
  await stopFocus(db, deviceId, at)
  for (const change of await openChanges(db, deviceId))
    if (isOfANetwork(change.field)) await closeChange(db, change.id, 'taken_back', at)
  const { version, wanted } = await deviceSettingsOf(db, deviceId)
  const left = Object.fromEntries(Object.entries(wanted).filter(([name]) => !isOfANetwork(name)))
  if (Object.keys(left).length < Object.keys(wanted).length) await keepWanted(db, deviceId, version, left)
}
