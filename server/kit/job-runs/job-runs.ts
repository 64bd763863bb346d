import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Services } from '../services.ts'
import { keepRun } from './job-run-store.ts'

export { lastRuns } from './job-run-store.ts'

const MAX_LETTERS = 300

/** Reason of a failure in one line, without the password that an address of a store may hold. */
export const problemOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replace(/:\/\/[^\s/@]*@/g, '://')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_LETTERS)

/**
 * Returns what keeps how the runs of jobs ended. A job that runs every few seconds is noted once a minute, and at once where it
 * begins to fail or goes well again. `beganAt` is epoch ms, `error` null where the run went well, `process` the one it ran in where
 * several run the job at a time.
 */
export const createRunNotes = ({ db, log }: Pick<Services, 'db' | 'log'>) => {
  const noted = new Map<string, { at: number; hasFailed: boolean }>()
  return async (
    name: string,
    beganAt: number,
    tookMs: number,
    error: unknown,
    process: string | null = null,
  ): Promise<void> => {
    const hasFailed = error !== null
    const before = noted.get(name)
    // A clock that was set back names a time before that of the run noted last.
    if (before && before.hasFailed === hasFailed && Math.abs(beganAt - before.at) < MINUTE_MS) return
    noted.set(name, { at: beganAt, hasFailed })
    const problem = hasFailed ? problemOf(error) : null
    const run = { name, began_at: new Date(beganAt).toISOString(), took_ms: Math.round(tookMs), problem }
    // A database that is away must not end the job's next run.
    await keepRun(db, run, process).catch(failure => log.warn({ err: failure, job: name }, 'run of a job not noted'))
  }
}
