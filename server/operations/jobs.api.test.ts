import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openCatalogue } from '../kit/database/database.ts'
import { databaseBytes, freeBytes, makeReturnable } from '../kit/database/size-store.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { returnFreeRoom } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const isSqlite = process.env.TEST_STORES !== 'grown'

describe.runIf(isSqlite)('room of deleted rows in SQLite', () => {
  /** Fills a file with rows and deletes all but a few of them. */
  const fillAndDelete = async (db: TestApp['services']['db']): Promise<void> => {
    await sql`CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT)`.execute(db)
    await sql`WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 9000)
      INSERT INTO filler SELECT id, hex(zeroblob(400)) FROM n`.execute(db)
    await sql`DELETE FROM filler WHERE id % 100 <> 0`.execute(db)
  }

  test('goes back to the disk, and the rows that stay are whole', async () => {
    const { db } = app.services
    await fillAndDelete(db)
    const before = await databaseBytes(db)
    expect(await freeBytes(db)).toBeGreaterThan(6_000_000)
    await returnFreeRoom(app.services)
    expect(await freeBytes(db)).toBeLessThan(4_000_000)
    expect(await databaseBytes(db)).toBeLessThan(before - 2_000_000)
    const kept = await sql<{ rows: number }>`SELECT count(*) AS rows FROM filler WHERE length(text) = 800`.execute(db)
    expect(kept.rows).toEqual([{ rows: 90 }])
    const check = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db)
    expect(check.rows).toEqual([{ integrity_check: 'ok' }])
    await sql`DROP TABLE filler`.execute(db)
  })

  test('can go back from a file of an earlier release, too, once that has been written anew', async () => {
    const path = join(app.services.environment.DATA_DIR, 'earlier.sqlite')
    const earlier = new DatabaseSync(path)
    earlier.exec(`PRAGMA journal_mode = WAL; CREATE TABLE filler (text TEXT);
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 9000)
      INSERT INTO filler SELECT hex(zeroblob(400)) FROM n`)
    earlier.close()
    const db = openCatalogue({ path })
    onTestFinished(() => db.destroy())
    await makeReturnable(db)
    await sql`DELETE FROM filler WHERE rowid > 10`.execute(db)
    expect(await freeBytes(db)).toBeGreaterThan(6_000_000)
    await returnFreeRoom({ ...app.services, db })
    expect(await freeBytes(db)).toBeLessThan(4_000_000)
    const kept = await sql<{ rows: number }>`SELECT count(*) AS rows FROM filler`.execute(db)
    expect(kept.rows).toEqual([{ rows: 10 }])
  })
})

test('a store that looks after its own room is left alone', async () => {
  await expect(returnFreeRoom(app.services)).resolves.toBeUndefined()
})
