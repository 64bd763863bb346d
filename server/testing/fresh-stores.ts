import { randomBytes } from 'node:crypto'
import { createClient } from '@clickhouse/client'
import pg from 'pg'

/** Addresses of stores that hold nothing yet: none with the embedded ones, new databases with TEST_STORES=grown. */
export const freshStores = async (): Promise<{ DATABASE_URL?: string; CLICKHOUSE_URL?: string }> => {
  if (process.env.TEST_STORES !== 'grown') return {}
  const { TEST_DATABASE_URL, TEST_CLICKHOUSE_URL } = process.env
  if (!TEST_DATABASE_URL || !TEST_CLICKHOUSE_URL)
    throw new Error('TEST_STORES=grown needs the servers of global-setup.ts')
  const name = `test_${randomBytes(6).toString('hex')}`
  const catalogue = new pg.Client({ connectionString: TEST_DATABASE_URL })
  await catalogue.connect()
  await catalogue.query(`CREATE DATABASE ${name}`)
  await catalogue.end()
  const series = createClient({ url: TEST_CLICKHOUSE_URL })
  await series.command({ query: `CREATE DATABASE ${name}` })
  await series.close()
  return {
    DATABASE_URL: TEST_DATABASE_URL.replace(/[^/]*$/, name),
    CLICKHOUSE_URL: `${TEST_CLICKHOUSE_URL}/${name}`,
  }
}
