import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createClient } from '@clickhouse/client'
import { drainPending } from 'chdb'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { readEnvironment, seriesPlaceOf } from '../environment.ts'
import { shardOf } from '../kit/database/cluster.ts'
import { openCatalogue } from '../kit/database/database.ts'
import { openSeries } from '../kit/database/series.ts'
import { openFiles } from '../kit/files/files.ts'
import type { Services } from '../kit/services.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFirstUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { makeBackups, openBackups } from './back-up.ts'
import { backupState } from './backups.ts'
import { cataloguePathIn } from './database-copy.ts'
import { BackupList, objectsIn } from './list.ts'
import { restore } from './restore.ts'
import { askForBackup, backupOfId, createDatabase, tablesOf } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'barnometer-backups-'))
const BACKUP_DIR = join(folder, 'backups')
const SECRET = { BACKUP_DIR, BACKUP_PASSPHRASE: 'a fence around the farm' }
const log = { info: () => {}, warn: () => {}, error: () => {} }
let app: TestApp
let owner: TestUser
let device: Awaited<ReturnType<typeof aDevice>>
beforeAll(async () => {
  app = await startTestApp({ environment: SECRET })
  owner = await aFirstUser(app)
  device = await aDevice(app, owner, { name: 'Sow barn' })
  await someMeasurements(app, device, { from: '2024-11-14T00:00:00Z', until: '2024-11-14T12:00:00Z' })
  await someMeasurements(app, device, { from: '2025-01-14T00:00:00Z', until: '2025-01-14T12:00:00Z' })
  for (const name of ['photos/a1/x/web', 'reports/one']) await app.services.files.write(name, randomBytes(20_000))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const backUp = async () => {
  const id = await askForBackup(app.services.db, app.clock.iso())
  await makeBackups(app.services)
  const row = await backupOfId(app.services.db, id)
  const vault = await openBackups(app.services)
  const list = row?.name ? BackupList.parse(JSON.parse(await vault.readList(row.name))) : null
  app.clock.forward(60_000)
  return { row, list, name: row?.name ?? '' }
}

/** Stores that hold nothing, of the same kind. */
const emptyStores = async (): Promise<Record<string, string>> => {
  const DATA_DIR = mkdtempSync(join(folder, 'restored-'))
  const { DATABASE_URL, CLICKHOUSE_URL } = app.services.environment
  if (!DATABASE_URL || !CLICKHOUSE_URL) return { DATA_DIR }
  const name = `restored_${randomBytes(6).toString('hex')}`
  await createDatabase(app.services.db, name)
  const server = new URL(CLICKHOUSE_URL)
  const series = createClient({ url: server.origin })
  await series.command({ query: `CREATE DATABASE ${name}` })
  await series.close()
  return {
    DATA_DIR,
    DATABASE_URL: DATABASE_URL.replace(/[^/]*$/, name),
    CLICKHOUSE_URL: `${server.origin}/${name}`,
  }
}

/** Tables that change while a backup is made, or are worked out anew. */
const NOT_COMPARED = new Set(['backups', 'summed_hours', 'leases', 'job_runs'])

/** All of an installation: rows of each table, measurements, checksums of files. */
const contentOf = async ({ db, series, files }: Pick<Services, 'db' | 'series' | 'files'>) => {
  const tables: Record<string, string[]> = {}
  for (const name of await tablesOf(db))
    if (!NOT_COMPARED.has(name)) {
      const { rows } = await sql`SELECT * FROM ${sql.id(name)}`.execute(db)
      tables[name] = rows.map(row => JSON.stringify(row)).sort()
    }
  const read = async (table: string) => {
    const query = `SELECT * FROM ${table} FINAL ORDER BY ALL`
    return (await series.query({ query, format: 'JSONEachRow' })).text()
  }
  const sums: Record<string, string> = {}
  for await (const name of files.list()) {
    const bytes = (await files.read(name)) ?? ''
    sums[name] = createHash('sha256').update(bytes).digest('hex')
  }
  return { tables, measurements: await read('measurements'), replaced: await read('import_replaced'), sums }
}

/** Opens restored stores, once those of the app are closed: the embedded engine has one folder at a time. */
const contentAt = async (stores: Record<string, string>) => {
  const environment = readEnvironment(stores)
  const db = openCatalogue({ path: cataloguePathIn(environment.DATA_DIR), url: environment.DATABASE_URL })
  const series = openSeries(seriesPlaceOf(environment))
  const files = openFiles({ path: join(environment.DATA_DIR, 'files'), log })
  try {
    return await contentOf({ db, series, files })
  } finally {
    await db.destroy()
    await series.close()
    await drainPending()
  }
}

describe('a backup', () => {
  test('that is made while it is written to comes back whole, and copies no measurements again that are there', async () => {
    const before = await app.services.series
      .query({ query: 'SELECT count() AS n FROM measurements', format: 'JSONEachRow' })
      .then(answer => answer.json<{ n: number }>())
    let isOver = false
    const writing = (async () => {
      for (let minute = 0; !isOver; minute++) {
        const from = Date.parse('2025-01-14T18:00:00Z') + minute * 60_000
        await someMeasurements(app, device, {
          from: new Date(from).toISOString(),
          until: new Date(from + 60_000).toISOString(),
        })
      }
    })()
    const first = await backUp()
    isOver = true
    await writing
    // Notes of what was written wait for a second.
    await app.app.settle()
    expect(first.row).toMatchObject({ status: 'ready', problem: null, checked_at: expect.any(String) })
    const blocks = first.list?.series.flatMap(({ partitions }) => partitions.flatMap(one => one.blocks)) ?? []
    expect(blocks.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThanOrEqual(before[0]?.n ?? 1)

    const second = await backUp()
    expect(second.row).toMatchObject({ status: 'ready', problem: null })
    const past = (list: BackupList | null) => list?.series[0]?.partitions.find(({ id }) => id === '202411')
    expect(past(second.list)).toEqual(past(first.list))
    expect(second.list?.files).toEqual(first.list?.files)
    expect(await backupState(app.services.db)).toMatchObject({ hasFailed: false, made: second.row?.finished_at })
    expect((await app.inject({ url: '/metrics' })).body).toContain('barnometer_backup_failed 0')

    // No piece can be read without the passphrase, and none is left on its way.
    const known = Buffer.from('Sow barn')
    for (const { parentPath, name } of readdirSync(BACKUP_DIR, { recursive: true, withFileTypes: true }).filter(one =>
      one.isFile(),
    ))
      expect(readFileSync(join(parentPath, name)).includes(known)).toBe(false)
    expect(readdirSync(app.services.environment.DATA_DIR)).not.toContain('backup')

    const stores = await emptyStores()
    const wanted = await contentOf(app.services)
    await app.close()
    const environment = readEnvironment({ ...stores, ...SECRET })
    await restore(environment, log, second.name)
    await drainPending()
    expect(await contentAt(stores)).toEqual(wanted)
    await expect(restore(environment, log)).rejects.toThrow(/not empty/)
    await drainPending()
    app = await startTestApp({ environment: SECRET })
    // An installation that is another one leaves these alone.
    expect((await backUp()).row?.problem).toContain('of another installation')
    await app.close()
    rmSync(BACKUP_DIR, { recursive: true })
    app = await startTestApp({ environment: SECRET })
  })

  test('is refused with another passphrase, and told to have failed where it cannot be made or a piece is damaged', async () => {
    const { list } = await backUp()
    const other = { environment: { ...app.services.environment, BACKUP_PASSPHRASE: 'another fence, elsewhere' } }
    await expect(openBackups(other)).rejects.toThrow('does not fit')
    const none = { environment: { ...app.services.environment, BACKUP_PASSPHRASE: undefined } }
    await expect(openBackups(none)).rejects.toThrow('are encrypted')

    const vault = await openBackups(app.services)
    const [piece] = list ? objectsIn(list) : []
    if (!piece) throw new Error('nothing was backed up')
    const path = join(BACKUP_DIR, 'objects', piece.object.slice(0, 2), piece.object)
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(path, bytes)
    await expect(vault.read(piece, join(folder, 'piece'))).rejects.toThrow('damaged')
    // A changed list does not get past the seal either.
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await expect(vault.read({ ...piece, sha256 }, join(folder, 'piece'))).rejects.toThrow('cannot be read')

    const { services } = app
    const id = await askForBackup(services.db, app.clock.iso())
    await makeBackups({ ...services, environment: { ...services.environment, BACKUP_DIR: undefined } })
    expect(await backupOfId(services.db, id)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('BACKUP_DIR'),
    })
    expect((await app.inject({ url: '/metrics' })).body).toContain('barnometer_backup_failed 1')
  })

  test('that has a damaged piece is told of until it is copied anew, whatever the days after say', async () => {
    const spoil = ({ object }: { object: string }) =>
      writeFileSync(join(BACKUP_DIR, 'objects', object.slice(0, 2), object), 'nothing')
    const measured = await aDevice(app, await aFirstUser(app))
    await someMeasurements(app, measured, { from: '2024-11-14T00:00:00Z', until: '2024-11-14T12:00:00Z' })
    await app.services.files.write('reports/two', randomBytes(20_000))
    const { list } = await backUp()
    const past = list?.series[0]?.partitions.find(({ id }) => id === '202411')?.blocks[0]
    const file = list?.files.find(({ name }) => name === 'reports/two')
    if (!past || !file) throw new Error('nothing was backed up')
    for (const piece of [past, file]) spoil(piece)
    // As where its trial could not be made: nobody has read its pieces yet.
    await app.services.db.updateTable('backups').set({ checked_at: null }).execute()
    const found = await backUp()
    expect(found.row).toMatchObject({ status: 'ready', checked_at: null, problem: expect.stringContaining('damaged') })
    expect(await backupState(app.services.db)).toMatchObject({ hasFailed: true })
    const mended = await backUp()
    expect(mended.row).toMatchObject({ status: 'ready', problem: null, checked_at: expect.any(String) })
    const vault = await openBackups(app.services)
    for (const piece of mended.list ? objectsIn(mended.list) : []) {
      expect([past.object, file.object]).not.toContain(piece.object)
      await vault.read(piece, join(folder, 'piece'))
    }
  })

  test('leaves the pieces of a process alone that took over while it was tried', async () => {
    const { db, series } = app.services
    const vault = await openBackups(app.services)
    const id = await askForBackup(db, app.clock.iso())
    const piece = randomBytes(32).toString('hex')
    const command = series.command.bind(series)
    const spy = vi.spyOn(series, 'command').mockImplementation(async asked => {
      const row = await backupOfId(db, id)
      if (row?.name && row.tries === 1) {
        await db.updateTable('backups').set({ tries: 2 }).where('id', '=', id).execute()
        await vault.write(piece, Readable.from([Buffer.from('of the other process')]))
      }
      return command(asked)
    })
    try {
      await makeBackups(app.services)
    } finally {
      spy.mockRestore()
    }
    expect(vault.has(piece)).toBe(true)
    expect(await backupOfId(db, id)).toMatchObject({ status: 'running', tries: 2 })
    // The other process is gone as well: a third makes the backup anew.
    app.clock.forward(3 * 60_000)
    await makeBackups(app.services)
    expect(await backupOfId(db, id)).toMatchObject({ status: 'ready', problem: null, tries: 3 })
    expect(vault.has(piece)).toBe(false)
    app.clock.forward(60_000)
  })

  test('goes with its pieces when it is too old and seven are younger: the clock may be wrong', async () => {
    const old = await backUp()
    app.clock.forward(40 * DAY_MS)
    const young = await backUp()
    const vault = await openBackups(app.services)
    const isThere = () => [old, young].map(({ list }) => vault.has(list?.database.dump.object ?? ''))
    expect([(await vault.lists()).includes(old.name), isThere()]).toEqual([true, [true, true]])
    for (let night = 1; night < 6; night++)
      await vault.writeList(app.clock.iso(night * DAY_MS).replaceAll(/[:.]/g, '-'), JSON.stringify(young.list))
    app.clock.forward(6 * DAY_MS)
    const newest = await backUp()
    const left = await vault.lists()
    expect([left.length, left[0], left.at(-1), isThere()]).toEqual([7, young.name, newest.name, [false, true]])
  })

  test('holds the hours whose single readings are gone', async () => {
    const { db, series } = app.services
    const measured = await aDevice(app, await aFirstUser(app))
    for (const month of ['2024-11', '2025-01'])
      await someMeasurements(app, measured, { from: `${month}-14T00:00:00Z`, until: `${month}-14T18:00:00Z` })
    app.clock.forward(3 * 86_400_000)
    await sumHours(app.services)
    const [hours_alone_until, since] = ['2024-12-01T00:00:00.000Z', app.clock.iso()]
    await db
      .updateTable('summed_hours')
      .set({ readings_from: hours_alone_until, hours_alone_until, hours_alone_since: since })
      .execute()
    await shardOf(series, measured.id).command({ query: "ALTER TABLE measurements DROP PARTITION ID '202411'" })
    const hoursOf = async (of: typeof series) => {
      const query = "SELECT * EXCEPT run FROM hour_summaries FINAL WHERE time < '2024-12-01' ORDER BY ALL"
      return (await of.query({ query, format: 'JSONEachRow' })).text()
    }
    const wanted = await hoursOf(series)
    expect(wanted.split('\n').length).toBeGreaterThan(12)
    const { row, list, name } = await backUp()
    expect(row).toMatchObject({ status: 'ready', problem: null })
    const hours = list?.series.find(({ table }) => table === 'hour_summaries')
    expect(new Set(hours?.partitions.map(({ id }) => id))).toEqual(new Set(['202411']))
    const stores = await emptyStores()
    await app.close()
    const environment = readEnvironment({ ...stores, ...SECRET })
    await restore(environment, log, name)
    await drainPending()
    const restored = openSeries({
      path: join(environment.DATA_DIR, 'measurements'),
      url: environment.CLICKHOUSE_URL,
    })
    const found = await hoursOf(restored)
    await restored.close()
    await drainPending()
    app = await startTestApp({ environment: SECRET })
    expect(found).toBe(wanted)
  })
})
