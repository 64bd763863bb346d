import type { Kysely } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import type { Tables } from '../../tables.ts'
import { changeChecklist, hadContent, insertChecklist, readyMadeLists, undeleteChecklist } from './checklist-store.ts'
import { keptOfReady } from './items.ts'
import { READY_LISTS } from './template.ts'

/**
 * Writes the lists that come with the product where the data files say something new. Another release may run beside this
 * one, so nothing that it wrote is taken back: a list this release does not name is only not offered by it.
 */
export const writeReadyLists = (db: Kysely<Tables>, now: string): Promise<void> =>
  serializable(db, transaction => writeAll(transaction, now))

const writeAll = async (db: Database, now: string): Promise<void> => {
  const known = await readyMadeLists(db)
  for (const { key, area_type_id, names } of READY_LISTS) {
    const row = known.find(one => one.ready_key === key)
    const content = { name: names.en, items: keptOfReady(key) }
    const fields = { area_type_id, area_ids: '[]', updated_at: now }
    if (!row) {
      await insertChecklist(db, { ...fields, ready_key: key, created_by: null, copied_from: null }, content)
      continue
    }
    if (row.deleted_at !== null) await undeleteChecklist(db, row.id)
    if (!(await hadContent(db, row.id, content))) await changeChecklist(db, row, fields, content)
  }
}
