import { elementAt } from '#shared/rules/collections/elements.ts'
import { shardNumberOf, shardsOf } from '../kit/database/cluster.ts'
import type { Services } from '../kit/services.ts'
import { insertMeasurements } from '../series/measurement-rows.ts'
import { createIngest, type Ingest } from './ingest.ts'

/**
 * Ingest with queues of its own for each shard of a cluster: one that is away, or slow, holds up the messages of its devices and
 * no others.
 */
export const createIngestOfShards = (services: Services): Ingest => {
  const { log } = services
  const shards = shardsOf(services.series)
  const each = shards.map(series =>
    createIngest({
      log,
      gatherMs: services.environment.INGEST_GATHER_MS,
      insert: rows => insertMeasurements(shards.length > 1 ? { ...services, series } : services, rows),
    }),
  )
  return {
    store: rows => elementAt(each, shardNumberOf(services.series, rows[0]?.[0] ?? 0)).store(rows),
    drain: async () => {
      await Promise.all(each.map(one => one.drain()))
    },
  }
}
