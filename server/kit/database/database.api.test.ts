import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshStores } from '../../testing/fresh-stores.ts'
import { openCatalogue } from './database.ts'
import { isAway } from './store-error.ts'

const grown = process.env.TEST_STORES === 'grown'
if (!grown) console.info('Skipped: the catalogue is a server in the grown set-up only.')

describe.skipIf(!grown)('[decisions §6] a connection to the catalogue that breaks', () => {
  test('fails what used it, between two queries as well, and nothing else', async () => {
    const { DATABASE_URL: url = '' } = await freshStores()
    const db = openCatalogue({ path: '', url })
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    onTestFinished(async () => {
      await db.destroy()
      await admin.end()
    })
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException').on('uncaughtException', note)
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException')
      for (const other of others) process.on('uncaughtException', other)
    })
    const end = (query: string) =>
      admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE $1 AND pid <> pg_backend_pid()`,
        [query],
      )
    const working = db.executeQuery(sql`SELECT pg_sleep(60)`.compile(db))
    const failed = expect(working).rejects.toSatisfy(isAway)
    await expect.poll(async () => (await end('SELECT pg_sleep%')).rowCount).toBe(1)
    await failed
    // The pool may not have heard yet that the connection is gone, and hand it out once more.
    await expect.poll(() => sql`SELECT 1`.execute(db).catch(() => null)).not.toBeNull()
    const between = db.transaction().execute(async trx => {
      await sql`SELECT 'between'`.execute(trx)
      expect((await end(`SELECT 'between'%`)).rowCount).toBe(1)
      // The first query hears that the connection ends, those after it that it has.
      const said = () => sql`SELECT 1`.execute(trx).catch(error => error.message)
      await expect.poll(said).toMatch(/not queryable$/)
      throw new Error('given up')
    })
    // The error of the work is not told: taking it back failed, too.
    await expect(between).rejects.toSatisfy(isAway)
    expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }])
    expect(uncaught).toEqual([])
  })
})
