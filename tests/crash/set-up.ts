import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestContext } from 'vitest'
import { startClickhouse } from '../servers/clickhouse.ts'
import { startPostgres } from '../servers/postgres.ts'
import { startServer } from './server-process.ts'

/** Two stores, and a way to start processes of one set-up on them. */
export const aSetUp = async (finished: TestContext['onTestFinished']) => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-processes-'))
  const [postgres, clickhouse] = await Promise.all([startPostgres(), startClickhouse()])
  const files = join(folder, 'files')
  mkdirSync(files)
  const running: { end(signal: NodeJS.Signals): Promise<unknown> }[] = []
  finished(async () => {
    await Promise.all(running.map(one => one.end('SIGKILL')))
    await Promise.all([postgres.stop(), clickhouse.stop()])
    rmSync(folder, { recursive: true, force: true })
  })
  const shared = {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickhouse.url,
    FILES_URL: pathToFileURL(files).href,
  }
  const start = async (name: string, ROLE: string, settings: Record<string, string> = {}) => {
    mkdirSync(join(folder, name))
    const server = await startServer(join(folder, name), { ...shared, ...settings, ROLE, HEALTH_PORT: '0' })
    running.push(server)
    return server
  }
  return { postgres, clickhouse, files, start }
}
