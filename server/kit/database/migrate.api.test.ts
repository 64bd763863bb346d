import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { openCatalogue } from './database.ts'
import { migrate, migrateAtStart } from './migrate.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a process of the release before starts on a database that a newer one has migrated', async () => {
  const { db } = app.services
  const name = '2999-01-01-0000-of-a-newer-release'
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, '2999-01-01T00:00:00Z')`.execute(db)
  await migrate(db)
  await sql`DELETE FROM kysely_migration WHERE name = ${name}`.execute(db)
})

describe.runIf(process.env.TEST_STORES === 'grown')('a migration beside processes that work', () => {
  test('waits for a table that is used, and lets others use it meanwhile', async () => {
    const name = `migrated_${randomBytes(6).toString('hex')}`
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(app.services.db)
    const url = (app.services.environment.DATABASE_URL ?? '').replace(/[^/]*$/, name)
    const db = openCatalogue({ path: '', url })
    // The next migration changes the table that somebody is about to read.
    await migrate(db, '2026-11-23-2301-exports-go-on')
    const reader = openCatalogue({ path: '', url })
    const read = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const reading = reader.transaction().execute(async trx => {
      await sql`SELECT device_id FROM device_downlinks`.execute(trx)
      began.resolve()
      await read.promise
    })
    await began.promise
    const starting = Promise.all([migrateAtStart('', url), migrateAtStart('', url)])
    const waits = async () => {
      const { rows } = await sql`SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE relname = 'device_downlinks' AND NOT granted`.execute(db)
      return rows.length
    }
    await expect.poll(waits).toBe(1)
    // It gives up before long, and who came behind it goes on.
    await sql`SELECT device_id FROM device_downlinks`.execute(db)
    read.resolve()
    await reading
    await starting
    await sql`SELECT sending_until FROM device_downlinks`.execute(db)
    await reader.destroy()
    await db.destroy()
  })
})
