import { Cron } from 'croner'
import type { Services } from './services.ts'

/** Work that runs by the clock. `schedule` is a cron pattern of six fields (with seconds) in UTC. */
export interface Job {
  name: string
  schedule: string
  run(services: Services): Promise<void>
}

/** Starts the jobs; a run that still works when the next is due makes that one wait out. Returns the way to stop. */
export const startJobs = (services: Services, jobs: Job[]): { stop(): Promise<void> } => {
  const running = new Set<Promise<void>>()
  const crons = jobs.map(
    job =>
      new Cron(job.schedule, { timezone: 'UTC', protect: true, unref: true }, async () => {
        const run = job.run(services).catch(error => services.log.error({ err: error, job: job.name }, 'job failed'))
        running.add(run)
        await run
        running.delete(run)
      }),
  )
  return {
    stop: async () => {
      for (const cron of crons) cron.stop()
      await Promise.all(running)
    },
  }
}
