import { randomBytes } from 'node:crypto'
import { createClient } from '@clickhouse/client'
import { createMigratedDatabase } from './migrated-catalogue.ts'

/**
 * Addresses of stores that hold nothing yet: none with the embedded ones, new databases with TEST_STORES=grown, of which the
 * catalogue has its newest form.
 */
export const freshStores = async (): Promise<{ DATABASE_URL?: string; CLICKHOUSE_URL?: string }> => {
  if (process.env.TEST_STORES !== 'grown') return {}
  const { TEST_DATABASE_URL, TEST_CLICKHOUSE_URL } = process.env
  if (!TEST_DATABASE_URL || !TEST_CLICKHOUSE_URL)
    throw new Error('TEST_STORES=grown needs the servers of global-setup.ts')
  const name = `test_${randomBytes(6).toString('hex')}`
  const series = createClient({ url: TEST_CLICKHOUSE_URL })
  await series.command({ query: `CREATE DATABASE ${name}` })
  await series.close()
  return {
    DATABASE_URL: await createMigratedDatabase(TEST_DATABASE_URL, name),
    CLICKHOUSE_URL: `${TEST_CLICKHOUSE_URL}/${name}`,
  }
}
