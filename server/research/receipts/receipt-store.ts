import type { Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type WaitingReceipt = Selectable<Tables['research_receipts']>

/** Lets a receipt wait for its mail, in the transaction of the answer. */
export const insertReceipt = (db: Database, consent_id: number) =>
  db.insertInto('research_receipts').values({ consent_id, taken_until: '', tries: 0 }).execute()

/** Takes the next receipt for this process until `until`: one that waits, or whose process is gone. */
export const takeReceipt = (db: Database, now: string, until: string): Promise<WaitingReceipt | undefined> =>
  db
    .updateTable('research_receipts')
    .set(eb => ({ taken_until: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', eb =>
      eb
        .selectFrom('research_receipts as next')
        .select('next.id')
        .where('next.taken_until', '<=', now)
        .orderBy('next.id')
        .limit(1),
    )
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Holds a receipt until a time; false when another process has it by now, or it went out. */
export const holdReceipt = async (
  db: Database,
  { id, tries }: WaitingReceipt,
  taken_until: string,
): Promise<boolean> => {
  const held = await db
    .updateTable('research_receipts')
    .set({ taken_until })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** Ends the wait of a receipt, in the transaction that writes its mail; false when another process did. */
export const endReceipt = async (db: Database, { id }: Pick<WaitingReceipt, 'id'>): Promise<boolean> =>
  (await db.deleteFrom('research_receipts').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
