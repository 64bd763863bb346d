import { type Selectable, sql } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { type Json, jsonOf } from '../../kit/database/json.ts'
import { isPostgres } from '../../kit/database/schema-columns.ts'
import type { Tables } from '../../tables.ts'
import type { KeptItem } from './items.ts'
import { READY_LISTS } from './template.ts'

export interface ChecklistRow extends Selectable<Tables['checklists']> {
  name: string
  items: Json<KeptItem[]>
  created_by_name: string | null
}

const selectLists = (db: Database) =>
  db
    .selectFrom('checklists')
    .innerJoin('checklist_versions', join =>
      join
        .onRef('checklist_versions.checklist_id', '=', 'checklists.id')
        .onRef('checklist_versions.version', '=', 'checklists.version'),
    )
    .leftJoin('users', 'users.id', 'checklists.created_by')
    .selectAll('checklists')
    .select(['checklist_versions.name', 'checklist_versions.items', 'users.name as created_by_name'])

const READY_KEYS = READY_LISTS.map(({ key }) => key)

/** Person whose lists are asked for, with the areas for which others may have made some. */
export interface ListReader {
  userId: number
  areaIds: readonly number[]
}

/**
 * Lists that are offered: those that a person made, those made for areas they see, and of the ready-made ones those that this release
 * knows; of all people where `reader` is null. Lists of everybody else are not read: there may be any number.
 */
export const activeChecklists = (db: Database, reader: ListReader | null): Promise<ChecklistRow[]> => {
  const lists = selectLists(db)
    .where('checklists.deleted_at', 'is', null)
    .where(eb => eb.or([eb('ready_key', 'is', null), eb('ready_key', 'in', READY_KEYS)]))
    .orderBy('checklists.id')
  if (reader === null) return lists.execute()
  const { userId, areaIds } = reader
  return lists
    .where(eb =>
      eb.or([eb('ready_key', 'is not', null), eb('checklists.created_by', '=', userId), madeForSome(db, areaIds)]),
    )
    .execute()
}

/** Condition on lists that were made for one of these areas at least. */
const madeForSome = (db: Database, areaIds: readonly number[]) => {
  const ids = inIds(db, areaIds)
  const areas = isPostgres(db)
    ? sql`select 1 from jsonb_array_elements_text(checklists.area_ids::jsonb) as area(id) where area.id::bigint in ${ids}`
    : sql`select 1 from json_each(checklists.area_ids) as area where area.value in ${ids}`
  return sql<boolean>`(checklists.area_ids <> '[]' and exists (${areas}))`
}

/** Deleted ones too: what was begun with one can still be sent. */
export const checklistOfId = (db: Database, id: number): Promise<ChecklistRow | undefined> =>
  selectLists(db).where('checklists.id', '=', id).executeTakeFirst()

export const versionOf = (db: Database, checklist_id: number, version: number) =>
  db
    .selectFrom('checklist_versions')
    .selectAll()
    .where('checklist_id', '=', checklist_id)
    .where('version', '=', version)
    .executeTakeFirst()

interface Content {
  name: string
  items: KeptItem[]
}
type Fields = Pick<ChecklistRow, 'area_type_id' | 'area_ids' | 'updated_at'>

const insertVersion = (db: Database, checklist_id: number, version: number, { name, items }: Content) =>
  db
    .insertInto('checklist_versions')
    .values({ checklist_id, version, name, items: jsonOf(items) })
    .execute()

export const insertChecklist = async (
  db: Database,
  fields: Fields & Pick<ChecklistRow, 'ready_key' | 'created_by' | 'copied_from'>,
  content: Content,
): Promise<number> => {
  const { id } = await db
    .insertInto('checklists')
    .values({ ...fields, version: 1, deleted_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertVersion(db, id, 1, content)
  return id
}

/** Counts the lists that an account made and that are not deleted. */
export const countChecklistsBy = async (db: Database, userId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('checklists')
    .select(eb => eb.fn.countAll().as('count'))
    .where('created_by', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes the next version. False when `version` is not the present one any more. */
export const changeChecklist = async (
  db: Database,
  { id, version }: Pick<ChecklistRow, 'id' | 'version'>,
  fields: Fields,
  content: Content,
): Promise<boolean> => {
  const changed = await db
    .updateTable('checklists')
    .set({ ...fields, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (changed) await insertVersion(db, id, version + 1, content)
  return changed !== undefined
}

export const deleteChecklist = (db: Database, id: number, deleted_at: string) =>
  db.updateTable('checklists').set({ deleted_at }).where('id', '=', id).execute()

/** Lists that came with the product, of every release, deleted ones too. */
export const readyMadeLists = (db: Database): Promise<ChecklistRow[]> =>
  selectLists(db).where('ready_key', 'is not', null).execute()

export const undeleteChecklist = (db: Database, id: number) =>
  db.updateTable('checklists').set({ deleted_at: null }).where('id', '=', id).execute()

/** Tells whether a version of the list, the present one or one that a newer release replaced, asked just this. */
export const hadContent = async (db: Database, checklistId: number, { items }: Content): Promise<boolean> =>
  (await db
    .selectFrom('checklist_versions')
    .select('version')
    .where('checklist_id', '=', checklistId)
    .where('items', '=', jsonOf(items))
    .executeTakeFirst()) !== undefined

/** Tells whether an inspection made with any version of the list answered this item. */
export const isItemAnswered = async (db: Database, checklistId: number, key: string): Promise<boolean> =>
  (await db
    .selectFrom('inspections')
    .select('id')
    .where('checklist_id', '=', checklistId)
    .where(sql<boolean>`answers like ${`%"${key.replaceAll('_', '\\_')}":%`} escape '\\'`)
    .limit(1)
    .executeTakeFirst()) !== undefined
