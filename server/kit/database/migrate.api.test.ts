import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUsers } from '../../testing/catalogue-before.ts'
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

describe.runIf(process.env.TEST_STORES === 'grown')('ends of ownership from before', () => {
  test('are told by the ledgers on PostgreSQL as well', async () => {
    const name = `migrated_${randomBytes(6).toString('hex')}`
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(app.services.db)
    const db = openCatalogue({
      path: '',
      url: (app.services.environment.DATABASE_URL ?? '').replace(/[^/]*$/, name),
    })
    await migrate(db, '2026-11-26-0710-project-at-the-answer')
    const entry = (id: number, kind: string, who: number | null) =>
      `(${id}, 5, 'R', '${kind}', 7, ${who}, '2025-01-0${id}T00:00:00.000Z')`
    const [seller, buyer, next] = [1, 2, 3]
    const before = `
      ${insertUsers([seller, buyer, next])}
      INSERT INTO locations (id, name, type, details, time_zone, demo, created_at) VALUES (7, 'De Linde', 41, '{}', 'Europe/Amsterdam', 0, '2025');
      INSERT INTO location_owners (location_id, email) VALUES (7, 'u2@farm.example');
      INSERT INTO research (id, name, research_subject_id, start, created_at) VALUES (5, 'R', 1, '2025-01-01T00:00:00.000Z', '2025');
      INSERT INTO research_consents (id, research_id, research_name, kind, location_id, said_by, said_at) VALUES
        ${[entry(1, 'yes', seller), entry(2, 'owner_changed', null), entry(3, 'yes', buyer)].join()};
      INSERT INTO research_reads (research_id, location_id, device_id, user_id, user_name, kind, measurements, "from", until, at)
        VALUES (5, 7, 1, 9, 'Rita', 'opened', '["t"]', '2025', '2025', '2025-01-04T00:00:00.000Z')`
    for (const statement of before.split(';')) await sql.raw(statement).execute(db)
    await migrate(db)
    // A process of the release before has an offer accepted.
    await sql`INSERT INTO location_owners (location_id, email) VALUES (7, 'u3@farm.example')`.execute(db)
    expect(await db.selectFrom('research_former_owners').selectAll().execute()).toEqual([
      { location_id: 7, user_id: seller, until: '2025-01-02T00:00:00.000Z', last_entry_id: 2 },
    ])
    const owners = await db.selectFrom('location_owners').select('since').orderBy('email').execute()
    expect(owners).toEqual([{ since: '2025-01-02T00:00:00.000Z' }, { since: expect.stringMatching(/^\d{4}-.*Z$/) }])
    expect(await db.selectFrom('research_reads').select('last_at').execute()).toEqual([{ last_at: null }])
    expect(await db.selectFrom('research').select('changed_by').execute()).toEqual([{ changed_by: null }])
    await db.destroy()
  })
})
