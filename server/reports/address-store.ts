import type { Database } from '../kit/database/database.ts'
import { type Json, jsonOf } from '../kit/database/json.ts'
import { mayName } from '../kit/database/like.ts'

export type ListOfRecipients = 'report_schedules' | 'reports'

/** Lists that may name an address among their recipients. */
export const listsNaming = async (
  db: Database,
  list: ListOfRecipients,
  address: string,
): Promise<{ id: number; recipients: Json<string[]> }[]> => {
  const rows = await db.selectFrom(list).select(['id', 'recipients']).where(mayName('recipients', address)).execute()
  return rows.flatMap(({ id, recipients }) => (recipients === null ? [] : [{ id, recipients }]))
}

export const replaceRecipients = async (
  db: Database,
  list: ListOfRecipients,
  id: number,
  recipients: readonly string[],
): Promise<void> => {
  await db
    .updateTable(list)
    .set({ recipients: jsonOf([...recipients]) })
    .where('id', '=', id)
    .execute()
  // A form that still shows those before must not save them again.
  if (list === 'report_schedules')
    await db
      .updateTable(list)
      .set(eb => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
}

export const moveMails = (db: Database, from: string, to: string) =>
  db.updateTable('report_mails').set({ recipient: to }).where('recipient', '=', from).execute()
