import { migrateDatabase } from '../../server/testing/migrated-catalogue.ts'
import { startClickhouse, startCluster } from './clickhouse.ts'
import { startPostgres } from './postgres.ts'
import type { TestServer } from './test-server.ts'

/**
 * Starts, with TEST_STORES=grown, the servers, once for all test files. Each file makes its own databases on them. TEST_SHARDS
 * says of how many shards ClickHouse is; it is a single server where nobody says.
 */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.TEST_STORES !== 'grown') return undefined
  const shards = Number(process.env.TEST_SHARDS ?? 0)
  const started: TestServer[] = []
  const stop = async () => {
    await Promise.all(started.map(server => server.stop()))
  }
  try {
    const postgres = await startPostgres()
    started.push(postgres)
    process.env.TEST_MIGRATED_DATABASE = await migrateDatabase(postgres.url)
    started.push(...(shards > 0 ? await startCluster(shards) : [await startClickhouse()]))
  } catch (error) {
    await stop()
    throw error
  }
  const [postgres, ...clickhouse] = started
  process.env.TEST_DATABASE_URL = postgres?.url
  process.env.TEST_CLICKHOUSE_URL = clickhouse.map(({ url }) => url).join(',')
  return stop
}
