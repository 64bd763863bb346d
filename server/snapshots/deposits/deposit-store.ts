import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export type DepositRow = Selectable<Tables['research_deposits']>
export type RepositoryRow = Selectable<Tables['repositories']>

/** Keeps a repository of an account; the same one again gets the new token. */
export const saveRepository = async (db: Database, row: Insertable<Tables['repositories']>): Promise<RepositoryRow> =>
  db
    .insertInto('repositories')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'kind', 'url', 'collection']).doUpdateSet({ token: row.token }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const repositoriesOf = (db: Database, userId: number): Promise<RepositoryRow[]> =>
  db.selectFrom('repositories').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const repositoryOfId = (db: Database, id: number): Promise<RepositoryRow | undefined> =>
  db.selectFrom('repositories').selectAll().where('id', '=', id).executeTakeFirst()

/** Deletes a repository of an account; false where it has none of that id. */
export const deleteRepository = async (db: Database, userId: number, id: number): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('repositories')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Asks for a deposit; undefined where the version has one in that repository already. */
export const insertDeposit = (
  db: Database,
  row: Insertable<Tables['research_deposits']>,
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('research_deposits')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const depositOfId = (db: Database, id: number): Promise<DepositRow | undefined> =>
  db.selectFrom('research_deposits').selectAll().where('id', '=', id).executeTakeFirst()

/** Deposits of versions, the oldest first. */
export const depositsOf = (db: Database, snapshotIds: readonly number[]): Promise<DepositRow[]> =>
  db
    .selectFrom('research_deposits')
    .selectAll()
    .where('snapshot_id', 'in', inIds(db, snapshotIds))
    .orderBy('id')
    .execute()

/**
 * Takes the next deposit for this process until `until`: one that waits, or whose process is gone. An account has one on its way
 * at a time: a slow repository holds up whose it is.
 */
export const takeDeposit = (db: Database, now: string, until: string): Promise<DepositRow | undefined> =>
  db
    .updateTable('research_deposits')
    .set(eb => ({ status: 'running', taken_until: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', eb =>
      eb
        .selectFrom('research_deposits as next')
        .select('next.id')
        .where('next.status', 'in', ['waiting', 'running'])
        .where('next.taken_until', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('research_deposits as other')
                .select('other.id')
                .whereRef('other.user_id', '=', 'next.user_id')
                .whereRef('other.id', '!=', 'next.id')
                .where('other.status', '=', 'running')
                .where('other.taken_until', '>', now),
            ),
          ),
        )
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', 'in', ['waiting', 'running'])
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Notes how far a deposit is; false when another process has it by now. */
export const changeSending = async (
  db: Database,
  { id, tries }: Pick<DepositRow, 'id' | 'tries'>,
  change: Updateable<Tables['research_deposits']>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('research_deposits')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Lets a deposit that ended wait once more; false where it has not ended. */
export const waitAgain = async (
  db: Database,
  { id }: Pick<DepositRow, 'id'>,
  change: Pick<DepositRow, 'repository_id' | 'user_id' | 'publish' | 'taken_until'>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('research_deposits')
    .set({ ...change, status: 'waiting', tries: 0, problem: null, refusal: null, finished_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'draft'])
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Published deposits of the versions of a project, with the version each is of. */
export const publishedDepositsOf = (db: Database, researchId: number) =>
  db
    .selectFrom('research_deposits')
    .innerJoin('research_snapshots', 'research_snapshots.id', 'research_deposits.snapshot_id')
    .select(['research_snapshots.version', 'research_snapshots.summary', 'research_deposits.doi'])
    .where('research_snapshots.research_id', '=', researchId)
    .where('research_deposits.status', '=', 'published')
    .where('research_deposits.doi', 'is not', null)
    .orderBy('research_snapshots.version')
    .orderBy('research_deposits.id')
    .execute()
