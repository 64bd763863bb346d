import { statfs } from 'node:fs/promises'
import type { Operations } from '#shared/contract/operations.ts'
import { SECOND_MS } from '#shared/rules/time/units.ts'
import { partsByProcess } from '../alerts/evaluation/parts.ts'
import { databaseBytes } from '../kit/database/size-store.ts'
import { lastRuns } from '../kit/job-runs/job-runs.ts'
import type { LabelledGauges } from '../kit/metrics.ts'
import type { Services } from '../kit/services.ts'
import { sizesOfTables } from '../series/sizes.ts'
import { horizonsOf } from '../series/summaries/horizon.ts'
import { stateOfQueues } from './queues.ts'

/** State of the work and the stores of an installation, as far as this process can tell. */
export const stateOfWork = async (services: Services): Promise<Omit<Operations, 'process'>> => {
  const { db, series, environment, log } = services
  /** Answer of a store; null where it does not give one. */
  const told = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
    asked.catch((error: unknown) => {
      log.warn({ err: error }, 'a store did not say how large it is')
      return null
    })
  const [queues, jobs, alert_parts, horizons, database_bytes, measurements, disk] = await Promise.all([
    stateOfQueues(services),
    lastRuns(db),
    partsByProcess(db),
    horizonsOf(db),
    told(databaseBytes(db)),
    told(sizesOfTables(series)),
    statfs(environment.DATA_DIR).catch(() => null),
  ])
  return {
    queues,
    jobs,
    alert_parts,
    database_bytes,
    measurements,
    readings: { kept: environment.READINGS_KEPT, from: horizons.hours_alone_until },
    free_bytes: disk && disk.bavail * disk.bsize,
  }
}

const seconds = (at: string | null): number | null => (at === null ? null : Date.parse(at) / SECOND_MS)

/** The same as numbers, by queue, job and table. */
export const labelledGaugesOf = ({
  queues,
  jobs,
  alert_parts,
  measurements,
}: Pick<Operations, 'queues' | 'jobs' | 'alert_parts' | 'measurements'>): LabelledGauges => {
  const ofQueues = (value: (queue: (typeof queues)[number]) => number | null) =>
    Object.fromEntries(queues.map(queue => [queue.name, value(queue)]))
  const ofJobs = (value: (job: (typeof jobs)[number]) => number | null) =>
    Object.fromEntries(jobs.map(job => [job.name, value(job)]))
  const ofParts = (value: (parts: (typeof alert_parts)[number]) => number | null) =>
    Object.fromEntries(alert_parts.map(parts => [parts.process ?? 'only', value(parts)]))
  return {
    barnometer_queue_waiting: ofQueues(({ waiting }) => waiting),
    barnometer_queue_oldest_timestamp_seconds: ofQueues(({ oldest_at }) => seconds(oldest_at)),
    barnometer_queue_failed: ofQueues(({ failed }) => failed),
    barnometer_job_begun_timestamp_seconds: ofJobs(({ began_at }) => seconds(began_at)),
    barnometer_job_seconds: ofJobs(({ took_ms }) => took_ms / SECOND_MS),
    barnometer_job_failures: ofJobs(({ failures }) => failures),
    barnometer_alert_parts: ofParts(({ parts }) => parts),
    barnometer_alert_parts_evaluated_timestamp_seconds: ofParts(({ evaluated_at, is_begun }) =>
      // Parts that were begun and never finished are as late as can be.
      evaluated_at === null && is_begun ? 0 : seconds(evaluated_at),
    ),
    barnometer_alert_parts_seconds: ofParts(({ took_ms }) => (took_ms === null ? null : took_ms / SECOND_MS)),
    barnometer_table_bytes: Object.fromEntries((measurements ?? []).map(({ name, bytes }) => [name, bytes])),
  }
}
