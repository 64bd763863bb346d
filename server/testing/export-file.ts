import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSeries } from '../kit/database/series.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** Asks for a file that is streamed at once. */
export const exportFile = (app: TestApp, user: TestUser, query: Record<string, unknown>, language = 'en') =>
  app.inject({
    url: '/api/export',
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  })

/** Lines of a CSV file without its byte order mark. */
export const linesOf = (body: string): string[] => body.replace('\uFEFF', '').split('\r\n').slice(0, -1)

export const textOf = (zipped: Uint8Array | undefined): string => Buffer.from(zipped ?? []).toString()

/** Parquet as the engine reads it back. */
export const parquetRows = async (app: TestApp, bytes: Buffer): Promise<Record<string, number | string | null>[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-parquet-'))
  const path = join(folder, 'read-back.parquet')
  writeFileSync(path, bytes)
  const grown = app.services.environment.CLICKHOUSE_URL !== undefined
  const series = grown ? openSeries({ path: join(folder, 'engine') }) : app.services.series
  // Rows keep their order in a single thread alone: parts of a file that are read side by side come in any.
  const query = `SELECT * FROM file('${path}', 'Parquet') SETTINGS max_threads = 1, input_format_parquet_preserve_order = 1`
  const result = await series.query({ query, format: 'JSONEachRow' })
  const rows = await result.json<Record<string, number | string | null>>()
  if (grown) await series.close()
  rmSync(folder, { recursive: true })
  return rows
}
