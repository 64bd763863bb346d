import type { Updateable } from 'kysely'
import type { ImportCounts, ImportPlan } from '#shared/contract/measurements/imports.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { newSecret } from '../kit/security/secrets.ts'
import type { Tables } from '../tables.ts'

const selectImports = (db: Database) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.created_by')
    .selectAll('imports')
    .select('users.name as created_by_name')

/** Imports of a device that were looked at, the newest first. */
export const importsOf = (db: Database, deviceId: number) =>
  selectImports(db)
    .where('device_id', '=', deviceId)
    .where('plan', 'is not', null)
    .orderBy('imports.id', 'desc')
    .limit(200)
    .execute()
export type ImportRow = Awaited<ReturnType<typeof importsOf>>[number]

export const importOfId = (db: Database, id: number): Promise<ImportRow | undefined> =>
  selectImports(db).where('imports.id', '=', id).where('plan', 'is not', null).executeTakeFirst()

export const insertImport = async (
  db: Database,
  row: { device_id: number; file_name: string; created_at: string; created_by: number },
): Promise<number> => {
  const begun = {
    bytes: 0,
    state: 'waiting' as const,
    plan: null,
    counts: null,
    rows_done: 0,
    busy_until: '',
    stored_at: null,
    undone_at: null,
  }
  return (
    await db
      .insertInto('imports')
      .values({ ...row, ...begun })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/**
 * Count of the files an account has sent and not stored yet, and their bytes; one still on its way counts if it was
 * begun since `time`.
 */
export const unfinishedImports = async (db: Database, userId: number, time: string) => {
  const { files, bytes } = await db
    .selectFrom('imports')
    .select(eb => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | string | null>('bytes').as('bytes')])
    .where('created_by', '=', userId)
    .where('state', 'in', ['waiting', 'storing'])
    .where(eb => eb.or([eb('plan', 'is not', null), eb('created_at', '>', time)]))
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0) }
}

export const deleteImport = (db: Database, id: number) => db.deleteFrom('imports').where('id', '=', id).execute()

/** Throws a file away that nobody stores. False when somebody has just begun to. */
export const deleteWaiting = async (db: Database, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes how a file is read. False where somebody stores it by now, who goes on by the plan it was begun with. */
export const storeImportPlan = async (
  db: Database,
  id: number,
  plan: ImportPlan,
  more: { bytes?: number } = {},
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ plan: jsonOf(plan), ...more })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** An import and who works on it. */
export interface HeldImport {
  id: number
  holder: string
}

/**
 * Takes an import in one of these states for the caller alone until `until`, and puts it into `state`. Null when it is in
 * another, or somebody else is at work on it. `plan` is that of a file of which nothing is stored yet; one that is begun keeps
 * its own, and either is answered.
 */
export const takeImport = async (
  db: Database,
  id: number,
  {
    from,
    state,
    now,
    until,
    plan,
  }: {
    from: readonly ImportRow['state'][]
    state: ImportRow['state']
    now: string
    until: string
    plan?: ImportPlan
  },
): Promise<(HeldImport & { plan: ImportPlan | null }) | null> => {
  const holder = newSecret()
  const taken = await db
    .updateTable('imports')
    .set(eb => ({
      ...{ state, busy_until: until, holder },
      ...(plan && {
        plan: eb.case().when('state', '=', 'waiting').then(jsonOf(plan)).else(eb.ref('plan')).end(),
      }),
    }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('busy_until', '<=', now)
    .returning('plan')
    .executeTakeFirst()
  return taken ? { id, holder, plan: taken.plan && fromJson(taken.plan) } : null
}

/** Changes an import as its holder. False when somebody else took over: whoever asks does nothing more to it. */
const changeHeld = async (db: Database, { id, holder }: HeldImport, change: Updateable<Tables['imports']>) => {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(change)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts an import back to waiting: nothing was done after all. */
export const releaseImport = (db: Database, held: HeldImport) =>
  changeHeld(db, held, { state: 'waiting', rows_done: 0, busy_until: '' })

/** Says that the work goes on. */
export const noteImportProgress = (
  db: Database,
  held: HeldImport,
  progress: { rows_done?: number; busy_until: string },
) => changeHeld(db, held, progress)

export const finishStoring = (db: Database, held: HeldImport, counts: ImportCounts, stored_at: string) =>
  changeHeld(db, held, {
    state: 'stored',
    counts: jsonOf(counts),
    rows_done: counts.rows,
    stored_at,
    busy_until: '',
  })

export const finishUndoing = (db: Database, held: HeldImport, undone_at: string) =>
  changeHeld(db, held, { state: 'undone', undone_at, busy_until: '' })

/** Imports that a process worked on which is gone. */
export const leftImports = (db: Database, now: string) =>
  selectImports(db)
    .where('state', 'in', ['storing', 'undoing'])
    .where('busy_until', '!=', '')
    .where('busy_until', '<=', now)
    .orderBy('imports.id')
    .execute()

/** Tells whether an import was taken back, or is being taken back; one that is gone counts as taken back, too. */
export const isUndone = async (db: Database, id: number): Promise<boolean> => {
  const row = await db.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst()
  return row === undefined || row.state === 'undoing' || row.state === 'undone'
}

/** Files that nobody stored since `time`. */
export const deleteForgotten = (db: Database, time: string) =>
  db
    .deleteFrom('imports')
    .where('state', '=', 'waiting')
    .where('created_at', '<', time)
    .where('busy_until', '<', time)
    .execute()

/** Stored between two times. */
export const storedBetween = async (db: Database, from: string, until: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'stored')
    .where('stored_at', '>=', from)
    .where('stored_at', '<', until)
    .execute()
  return rows.map(({ id }) => id)
}

/** Imports among these that may still be undone, or are not at their end: what was stored since `since` (ISO 8601). */
export const undoableAmong = async (db: Database, ids: readonly number[], since: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', inIds(db, ids))
    .where(eb =>
      eb.or([
        eb('state', 'in', ['waiting', 'storing', 'undoing']),
        eb.and([eb('state', '=', 'stored'), eb('stored_at', '>=', since)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of those of a device, whatever became of them. */
export const notUndone = async (db: Database, ids: number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', inIds(db, ids))
    .where('state', '!=', 'undone')
    .execute()
  return rows.map(({ id }) => id)
}

/** Number of imports that are being stored or undone, and when the oldest of them was uploaded (ISO 8601). */
export const importsAtWork = async (db: Database): Promise<{ waiting: number; oldest_at: string | null }> => {
  const row = await db
    .selectFrom('imports')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest_at')])
    .where('state', 'in', ['storing', 'undoing'])
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.count), oldest_at: row.oldest_at ?? null }
}
