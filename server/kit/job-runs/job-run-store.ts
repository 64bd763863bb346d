import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../database/database.ts'

/** Time (ms) for which a failure stands that its process has not had again: it may be gone. */
const STANDS_MS = 5 * MINUTE_MS

/** Run of a job that ended. `began_at` is ISO 8601; `problem` is null where it went well. */
export interface EndedRun {
  name: string
  began_at: string
  took_ms: number
  problem: string | null
}

/** Time (ms) by which the clocks of processes may differ: a kept run that began later after the end of another is of a clock that was wrong. */
const APART_MS = MINUTE_MS

/**
 * Keeps the last run of a job. A run that began before the one that is kept changes nothing, unless that one began so long after this
 * one has ended that its clock was ahead. `process` is the one it ran in, where
 * several run the job at a time: a run that goes well there neither ends nor overtakes the failures of another.
 */
export const keepRun = async (db: Database, run: EndedRun, process: string | null): Promise<void> => {
  const hasFailed = run.problem !== null
  const failing = hasFailed ? process : null
  const stood = new Date(Date.parse(run.began_at) - STANDS_MS).toISOString()
  const failed_at = hasFailed ? run.began_at : null
  const ahead = new Date(Date.parse(run.began_at) + run.took_ms + APART_MS).toISOString()
  await db
    .insertInto('job_runs')
    .values({ ...run, failed_at, failures: hasFailed ? 1 : 0, failing })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet(eb => ({
          began_at: run.began_at,
          took_ms: run.took_ms,
          problem: run.problem,
          failing,
          failures: hasFailed ? eb('job_runs.failures', '+', 1) : 0,
          ...(hasFailed ? { failed_at } : {}),
        }))
        .where(eb =>
          failing === null
            ? eb.or([eb('job_runs.began_at', '<=', run.began_at), eb('job_runs.began_at', '>', ahead)])
            : eb.lit(true),
        )
        .where(eb =>
          hasFailed
            ? eb.lit(true)
            : eb.or([
                eb('job_runs.failing', 'is', null),
                eb('job_runs.failing', '=', process ?? ''),
                eb('job_runs.failed_at', '<', stood),
                eb('job_runs.failed_at', '>', ahead),
              ]),
        ),
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
