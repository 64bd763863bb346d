import { sql } from 'kysely'
import {
  type EmissionSettings,
  NO_EMISSION_SETTINGS,
  settingsOfKept,
} from '#shared/rules/locations/emission-settings.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'

/** Number of the last version of each of these areas that has settings. */
const lastVersions = (db: Database, areaIds: readonly number[]) =>
  db
    .selectFrom('emission_settings')
    .select(['area_id', eb => eb.fn.max('version').as('last')])
    .where('area_id', 'in', inIds(db, areaIds))
    .groupBy('area_id')

/** The newest version of the settings of each of these areas. */
const newestOfAreas = (db: Database, areaIds: readonly number[]) =>
  db
    .selectFrom('emission_settings')
    .innerJoin(lastVersions(db, areaIds).as('newest'), join =>
      join.onRef('newest.area_id', '=', 'emission_settings.area_id').onRef('newest.last', '=', 'version'),
    )
    .select(['emission_settings.area_id', 'settings'])

/** Settings that hold, by area; those that nobody set are the plain ones. */
export const settingsOfAreas = async (
  db: Database,
  areaIds: readonly number[],
): Promise<(id: number) => EmissionSettings> => {
  const rows = await newestOfAreas(db, areaIds).execute()
  const byArea = new Map(rows.map(row => [row.area_id, settingsOfKept(fromJson(row.settings))]))
  return id => byArea.get(id) ?? NO_EMISSION_SETTINGS
}

/** Kept settings in which places change: JSON writes a quote within a text with a stroke before it, so no typed word is taken for it. */
const WITH_PLACES = '%"places\\_history":[{%'

/** Animal places from days on, the first before the next, by area; areas whose places never change are left out. */
export const placesHistories = async (
  db: Database,
  areaIds: readonly number[],
): Promise<Map<number, EmissionSettings['places_history']>> => {
  const rows = await newestOfAreas(db, areaIds).where(sql<boolean>`settings LIKE ${WITH_PLACES} ESCAPE '\\'`).execute()
  return new Map(
    rows.map(({ area_id, settings }) => [
      area_id,
      settingsOfKept(fromJson(settings)).places_history.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1)),
    ]),
  )
}

/** Newest version of an area's settings; undefined before anybody saved any. */
export const newestSettings = (db: Database, areaId: number) =>
  db
    .selectFrom('emission_settings')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['version', 'settings', 'changed_at', 'users.name as changed_by_name'])
    .where('area_id', '=', areaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Keeps settings as a version. False when somebody else has kept that version. */
export const keepSettings = async (
  db: Database,
  row: { area_id: number; version: number; settings: EmissionSettings; changed_at: string; changed_by: number },
): Promise<boolean> => {
  const kept = await db
    .insertInto('emission_settings')
    .values({ ...row, settings: jsonOf(row.settings) })
    .onConflict(conflict => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return kept !== undefined
}

/** Settings of these areas by version as somebody kept them from a time on (ISO 8601), each after what held by then. */
export const versionsSince = async (db: Database, areaIds: readonly number[], since: string) => {
  const rows = await db
    .selectFrom('emission_settings')
    .leftJoin(lastVersions(db, areaIds).where('changed_at', '<', since).as('held'), join =>
      join.onRef('held.area_id', '=', 'emission_settings.area_id'),
    )
    .select(['emission_settings.area_id', 'settings', 'changed_at'])
    .where('emission_settings.area_id', 'in', inIds(db, areaIds))
    .where(eb => eb.or([eb('held.last', 'is', null), eb('version', '>=', eb.ref('held.last'))]))
    .orderBy('emission_settings.area_id')
    .orderBy('version')
    .execute()
  return rows.map(row => ({ ...row, settings: settingsOfKept(fromJson(row.settings)) }))
}

/** Times at which the settings of these areas were changed, the newest first, within from ≤ t < until (ISO 8601). */
export const settingChangesOf = (
  db: Database,
  areaIds: readonly number[],
  { from, until }: { from: string; until: string },
) =>
  db
    .selectFrom('emission_settings')
    .select(['area_id', 'changed_at'])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('changed_at', '>=', from)
    .where('changed_at', '<', until)
    .orderBy('changed_at', 'desc')
    .execute()
