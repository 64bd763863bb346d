import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import type { Tables } from '../tables.ts'
import { summaryOf } from './summary.ts'

export type SnapshotRow = Selectable<Tables['research_snapshots']>

/** Version of a project that nobody has had yet; the caller holds the project. */
export const nextVersion = async (db: Database, researchId: number): Promise<number> => {
  const row = await db
    .selectFrom('research_snapshots')
    .select(eb => eb.fn.max('version').as('last'))
    .where('research_id', '=', researchId)
    .executeTakeFirst()
  return Number(row?.last ?? 0) + 1
}

export const insertSnapshot = async (db: Database, row: Insertable<Tables['research_snapshots']>): Promise<number> =>
  (await db.insertInto('research_snapshots').values(row).returning('id').executeTakeFirstOrThrow()).id

const LISTED = [
  ...(['id', 'research_id', 'version', 'user_id', 'language', 'input', 'status', 'values', 'values_done'] as const),
  ...(['created_at', 'taken_until', 'tries', 'finished_at', 'summary', 'file', 'bytes', 'sha256', 'damage'] as const),
  ...(['published_at', 'public_download', 'downloads'] as const),
] as const

/** Versions of a project that are not deleted, newest first, with the name of who froze each. Their contents stay where they are: each may be large. */
export const snapshotsOf = (db: Database, researchId: number) =>
  db
    .selectFrom('research_snapshots')
    .leftJoin('users', 'users.id', 'research_snapshots.user_id')
    .select(LISTED.map(column => `research_snapshots.${column}` as const))
    .select('users.name as maker_name')
    .where('research_snapshots.research_id', '=', researchId)
    .where('research_snapshots.status', '!=', 'deleted')
    .orderBy('version', 'desc')
    .execute()

/** Published versions of an account whose project is gone, newest first. */
export const leftSnapshotsOf = (db: Database, userId: number): Promise<NamedSnapshot[]> =>
  named(db)
    .where('research_snapshots.user_id', '=', userId)
    .where('research_snapshots.research_id', 'is', null)
    .where('research_snapshots.published_at', 'is not', null)
    .where('research_snapshots.status', '=', 'ready')
    .orderBy('research_snapshots.id', 'desc')
    .execute()

/** Content of a version that is ready. */
export const contentOf = async (db: Database, id: number): Promise<SnapshotRow['content']> => {
  const row = await db.selectFrom('research_snapshots').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content ?? null
}

/** Versions of a project that wait or are made. */
export const countUnfinished = async (db: Database, researchId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('research_snapshots')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('research_id', '=', researchId)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const snapshotOfId = (db: Database, id: number) =>
  named(db).where('research_snapshots.id', '=', id).executeTakeFirst()

const named = (db: Database) =>
  db
    .selectFrom('research_snapshots')
    .leftJoin('users', 'users.id', 'research_snapshots.user_id')
    .selectAll('research_snapshots')
    .select('users.name as maker_name')
export type NamedSnapshot = NonNullable<Awaited<ReturnType<typeof snapshotOfId>>>

/**
 * Takes the next version for this process until `until`: one that waits, or whose process is gone. Accounts take turns: whoever
 * asked for many waits behind who asked for one.
 */
export const takeSnapshot = (db: Database, now: string, until: string): Promise<SnapshotRow | undefined> =>
  db
    .updateTable('research_snapshots')
    .set(eb => ({ status: 'running', taken_until: until, tries: eb('tries', '+', 1), values_done: 0 }))
    .where('id', '=', eb =>
      eb
        .selectFrom('research_snapshots as next')
        .select('next.id')
        .where('next.status', 'in', ['waiting', 'running'])
        .where('next.taken_until', '<=', now)
        .orderBy(inner =>
          inner
            .selectFrom('research_snapshots as before')
            .select(({ fn }) => fn.countAll().as('count'))
            .whereRef('before.user_id', '=', 'next.user_id')
            .where('before.status', 'in', ['waiting', 'running'])
            .whereRef('before.id', '<', 'next.id'),
        )
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', 'in', ['waiting', 'running'])
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Notes how far a version is; false when it was deleted, or another process has it by now. */
export const changeMaking = async (
  db: Database,
  { id, tries }: Pick<SnapshotRow, 'id' | 'tries'>,
  change: Updateable<Tables['research_snapshots']>,
): Promise<boolean> => {
  const summary = change.content ? { summary: jsonOf(summaryOf(fromJson(change.content))) } : {}
  const changed = await db
    .updateTable('research_snapshots')
    .set({ ...change, ...summary })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const changeSnapshot = (db: Database, id: number, change: Updateable<Tables['research_snapshots']>) =>
  db.updateTable('research_snapshots').set(change).where('id', '=', id).execute()

/** Marks a version as deleted unless it is published; false where it is. */
export const markDeleted = async (db: Database, id: number, now: string): Promise<boolean> => {
  const deleted = await db
    .updateTable('research_snapshots')
    .set({ status: 'deleted', finished_at: now })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .where('status', '!=', 'deleted')
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Publishes a version that is ready, or takes that back; false where it is not ready. */
export const setPublication = async (
  db: Database,
  id: number,
  change: Pick<SnapshotRow, 'published_at' | 'public_download'>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('research_snapshots')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const countDownload = (db: Database, id: number) =>
  db
    .updateTable('research_snapshots')
    .set(eb => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Closes the public pages of versions of these projects. */
export const closePages = (db: Database, projectIds: readonly number[]) =>
  db
    .updateTable('research_snapshots')
    .set({ published_at: null, public_download: 0 })
    .where('research_id', 'in', inIds(db, projectIds))
    .execute()

/** Versions whose file goes: deleted ones, and those of deleted projects that nobody published. No process still writes them. */
export const snapshotsToForget = (db: Database, now: string): Promise<SnapshotRow[]> =>
  db
    .selectFrom('research_snapshots')
    .selectAll()
    .where('taken_until', '<=', now)
    .where(eb =>
      eb.or([
        eb.and([eb('status', 'in', ['deleted', 'failed']), eb('file', 'is not', null)]),
        eb.and([eb('research_id', 'is', null), eb('published_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .limit(100)
    .execute()

export const deleteSnapshotRow = (db: Database, id: number) =>
  db.deleteFrom('research_snapshots').where('id', '=', id).execute()
