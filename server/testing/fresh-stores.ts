import { randomBytes } from 'node:crypto'
import { createClient } from '@clickhouse/client'
import { copyDatabase } from './migrated-catalogue.ts'

/** Name of the cluster that tests/servers starts. */
const CLUSTER = 'barns'

/**
 * Addresses of stores that hold nothing yet: none with the embedded ones, new databases with TEST_STORES=grown, of which the
 * catalogue has its newest form.
 */
export const freshStores = async (): Promise<Record<string, string>> => {
  if (process.env.TEST_STORES !== 'grown') return {}
  const { TEST_DATABASE_URL, TEST_MIGRATED_DATABASE, TEST_CLICKHOUSE_URL } = process.env
  if (!TEST_DATABASE_URL || !TEST_MIGRATED_DATABASE || !TEST_CLICKHOUSE_URL)
    throw new Error('TEST_STORES=grown needs the servers of global-setup.ts')
  const name = `test_${randomBytes(6).toString('hex')}`
  const servers = TEST_CLICKHOUSE_URL.split(',')
  for (const url of servers) {
    const series = createClient({ url })
    await series.command({ query: `CREATE DATABASE ${name}` })
    await series.close()
  }
  return {
    DATABASE_URL: await copyDatabase(TEST_DATABASE_URL, name, TEST_MIGRATED_DATABASE),
    CLICKHOUSE_URL: servers.map(url => `${url}/${name}`).join(','),
    ...(servers.length > 1 ? { CLICKHOUSE_CLUSTER: CLUSTER } : {}),
  }
}
