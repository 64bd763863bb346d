import { Cron } from 'croner'
import { SECOND_MS } from '#shared/rules/time/units.ts'
import { createRunNotes } from './job-runs/job-runs.ts'
import { abandoned, addLeases, BEAT_MS, HELD_MS, type Lease, takeOver, takeTick, withLease } from './leases/leases.ts'
import { PROCESS_NAME } from './process-name.ts'
import type { Services } from './services.ts'
import { inSpan } from './telemetry/tracing.ts'

/** Turn of a process at a job. */
export interface Turn {
  /** Aborts once another process has taken over. */
  signal: AbortSignal
}

/** Work that runs by the clock. `schedule` is a cron pattern of six fields (with seconds) in UTC. */
export interface Job {
  name: string
  schedule: string
  /**
   * Set where each process that does the clock's work looks for what waits, and takes every row for itself alone. Any other job
   * runs in one process at a time, once for each time of the clock.
   */
  takesRows?: true
  /** Set where one process alone, which nobody else can take over, has nothing to do. */
  onlyOfSeveral?: true
  run(services: Services, turn?: Turn): Promise<void>
  /** Called once this process runs no job any more. */
  ended?(services: Services): Promise<void>
}

/** A job whose processes all ended with it would end the next one, too. */
const MAX_TRIES = 3

/**
 * Starts the jobs; a run that still works when the next is due makes that one wait out. What a process left that was killed goes
 * on here. Returns the way to stop.
 */
export const startJobs = (services: Services, jobs: Job[]): { stop(): Promise<void> } => {
  const running = new Set<Promise<void>>()
  const noteRun = createRunNotes(services)
  const track = (name: string, run: Promise<void>): Promise<void> => {
    const tracked = run
      .catch(error => services.log.error({ err: error, job: name }, 'job failed'))
      .finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }
  // A folder has one process: nobody else could run what it runs.
  const isAlone = services.environment.DATABASE_URL === undefined
  const leased = new Map(jobs.filter(job => !isAlone && !job.takesRows).map(job => [job.name, job]))
  const names = [...leased.keys()]
  let isKnown = false
  const know = async (): Promise<void> => {
    if (!isKnown) await addLeases(services.db, names)
    isKnown = true
  }

  /** Runs a job, and keeps how it ended. */
  const runNoted = async (job: Job, turn?: Turn): Promise<void> => {
    const [began, clock] = [Date.now(), performance.now()]
    const process = job.takesRows && !isAlone ? PROCESS_NAME : null
    try {
      await inSpan({ name: `job ${job.name}`, attributes: { 'barnometer.job': job.name } }, () =>
        job.run(services, turn),
      )
    } catch (error) {
      await noteRun(job.name, began, performance.now() - clock, error, process)
      throw error
    }
    await noteRun(job.name, began, performance.now() - clock, null, process)
  }

  const runOnce = async (job: Job, take: () => Promise<Lease | undefined>): Promise<void> => {
    await know()
    const lease = await take()
    if (!lease) return
    await withLease(services, lease, async signal => {
      if (lease.tries > MAX_TRIES) services.log.error({ job: job.name }, 'job ended each process that ran it')
      else await runNoted(job, { signal })
    })
  }
  const begin = (job: Job): Promise<void> => {
    if (!leased.has(job.name)) return runNoted(job)
    // Processes whose clocks differ name the same time alike.
    const tick = new Date(Math.floor(Date.now() / SECOND_MS) * SECOND_MS).toISOString()
    return runOnce(job, () => takeTick(services.db, job.name, tick, HELD_MS))
  }

  const takeOverAbandoned = async (): Promise<void> => {
    await know()
    for (const name of await abandoned(services.db, names)) {
      const job = leased.get(name)
      if (job)
        void track(
          name,
          runOnce(job, () => takeOver(services.db, name, HELD_MS)),
        )
    }
  }

  const clock = { timezone: 'UTC', protect: true, unref: true }
  const crons = jobs
    .filter(job => !(isAlone && job.onlyOfSeveral))
    .map(job => new Cron(job.schedule, clock, () => track(job.name, begin(job))))
  const looking = isAlone ? undefined : setInterval(() => void track('take-over', takeOverAbandoned()), BEAT_MS).unref()
  return {
    stop: async () => {
      clearInterval(looking)
      for (const cron of crons) cron.stop()
      await Promise.all(running)
      await Promise.all(jobs.map(job => track(job.name, job.ended?.(services) ?? Promise.resolve())))
    },
  }
}
