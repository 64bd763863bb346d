import type { Database } from '../database/database.ts'

/** Run of a job that ended. `began_at` is ISO 8601; `problem` is null where it went well. */
export interface EndedRun {
  name: string
  began_at: string
  took_ms: number
  problem: string | null
}

/** Keeps the last run of a job. A run that began before the one that is kept changes nothing. */
export const keepRun = async (db: Database, run: EndedRun): Promise<void> => {
  const hasFailed = run.problem !== null
  const failed_at = hasFailed ? run.began_at : null
  await db
    .insertInto('job_runs')
    .values({ ...run, failed_at, failures: hasFailed ? 1 : 0 })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet(eb => ({
          began_at: run.began_at,
          took_ms: run.took_ms,
          problem: run.problem,
          failures: hasFailed ? eb('job_runs.failures', '+', 1) : 0,
          ...(hasFailed ? { failed_at } : {}),
        }))
        .where('job_runs.began_at', '<=', run.began_at),
    )
    .execute()
}

/** Last runs of all jobs, by name. */
export const lastRuns = (db: Database) =>
  db
    .selectFrom('job_runs')
    .select(['name', 'began_at', 'took_ms', 'problem', 'failed_at', 'failures'])
    .orderBy('name')
    .execute()
