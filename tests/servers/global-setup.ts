import { startClickhouse } from './clickhouse.ts'
import { startPostgres } from './postgres.ts'
import type { TestServer } from './test-server.ts'

/** Starts, with TEST_STORES=grown, the two servers, once for all test files. Each file makes its own databases on them. */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.TEST_STORES !== 'grown') return undefined
  const started: TestServer[] = []
  const stop = async () => {
    await Promise.all(started.map(server => server.stop()))
  }
  try {
    for (const start of [startPostgres, startClickhouse]) started.push(await start())
  } catch (error) {
    await stop()
    throw error
  }
  const [postgres, clickhouse] = started
  process.env.TEST_DATABASE_URL = postgres?.url
  process.env.TEST_CLICKHOUSE_URL = clickhouse?.url
  return stop
}
