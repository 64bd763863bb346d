import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEndpoints } from '#shared/contract/accounts/audit.ts'
import { importEndpoints } from '#shared/contract/measurements/imports.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { shardOf } from '../kit/database/cluster.ts'
import { tableOf } from '../kit/database/inserted-rows.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, signIn, type TestUser } from '../testing/a-user.ts'
import { aPreview, upload } from '../testing/an-import.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { goOnWithImports, tidyImports } from './jobs.ts'
import { deleteWaiting, importOfId, storeImportPlan, takeImport } from './store.ts'

const { commitImport, undoImport, listImports, getImport } = importEndpoints
const CSV = 'time,Temperature,CO2\n2025-01-10 00:00,20,500\n2025-01-10 01:00,21,nan\n2025-01-10 02:00,999,510\n'
let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const stored = async (deviceId: number): Promise<[string, string, number][]> => {
  const result = await app.services.series.query({
    query: `SELECT key, toUnixTimestamp64Milli(time), value FROM measurements FINAL WHERE device_id = ${deviceId} ORDER BY key, time`,
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[string, number, number]>()
  return rows.map(([key, time, value]) => [key, new Date(time).toISOString().slice(5, 16), value])
}
const commit = (id: number, user = owner) => app.call(commitImport, { params: { id } }, user.token)
const undo = (id: number, user = owner) => app.call(undoImport, { params: { id } }, user.token)
const imported = async (deviceId: number, csv = CSV, changes = {}) => {
  const preview = await aPreview(app, owner, deviceId, csv, changes)
  return { id: preview.import.id, preview, counts: await commit(preview.import.id) }
}

describe('[decisions §12] storing and undoing', () => {
  test('a file that two windows read in two ways is stored as the one shows it that stores it', async () => {
    const device = await aDevice(app, owner)
    const seen = await aPreview(app, owner, device.id, CSV)
    const { id } = seen.import
    const fahrenheit = seen.plan.columns.map(one => (one.measurement === 't' ? { ...one, unit: '°F' } : one))
    const other = { ...seen.plan, columns: fahrenheit }
    await app.call(importEndpoints.previewImport, { params: { id }, body: { plan: other } }, owner.token)
    const counts = await app.call(commitImport, { params: { id }, body: { plan: seen.plan } }, owner.token)
    expect(counts).toEqual(seen.counts)
    expect((await stored(device.id)).filter(([key]) => key === 't').map(([, , value]) => value)).toEqual([20, 21])
  })

  test('a preview that comes back late does not change how a file is stored that is begun', async () => {
    const device = await aDevice(app, owner)
    const { plan, import: file } = await aPreview(app, owner, device.id, CSV)
    const { db } = app.services
    const at = { now: app.clock.iso(), until: app.clock.iso(30_000), state: 'storing' } as const
    const held = await takeImport(db, file.id, { ...at, from: ['waiting', 'storing'], plan })
    expect(held?.plan).toEqual(plan)
    expect(await storeImportPlan(db, file.id, { ...plan, replace: false })).toBe(false)
    const later = { ...at, now: app.clock.iso(60_000), until: app.clock.iso(90_000) }
    const next = await takeImport(db, file.id, { ...later, from: ['storing'], plan: { ...plan, replace: false } })
    expect(next?.plan).toEqual(plan)
  })

  test.each([
    ['is gone', () => null],
    ['may read nothing of the device any more', () => stranger.id],
  ])('what a process left is taken back where the account that asked for it %s', async (_, createdBy) => {
    const { db } = app.services
    const device = await aDevice(app, owner)
    const { id } = await imported(device.id)
    expect(await stored(device.id)).not.toEqual([])
    // As a process leaves it that ends after its last batch, and the database once the account or its rights are gone.
    const left = { state: 'storing', stored_at: null, counts: null, created_by: createdBy() } as const
    await db
      .updateTable('imports')
      .set({ ...left, busy_until: app.clock.iso(-1000) })
      .where('id', '=', id)
      .execute()
    await goOnWithImports(app.services)
    expect(await stored(device.id)).toEqual([])
    expect(await importOfId(db, id)).toMatchObject({ state: 'undone', busy_until: '' })
  })

  test('stores what the preview showed, twice is harmless, and undoing leaves nothing', async () => {
    const device = await aDevice(app, owner)
    const { id, preview, counts } = await imported(device.id)
    expect(counts).toEqual(preview.counts)
    const rows = await stored(device.id)
    expect(rows).toHaveLength(4)
    expect(await commit(id)).toEqual(counts)
    const query = { action: 'import_stored' as const, object: `device:${device.id}` }
    expect(await app.call(auditEndpoints.listAudit, { query }, owner.token)).toHaveLength(1)
    expect(await stored(device.id)).toEqual(rows)
    const last = await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
    expect(last.t?.value).toBe(21)
    const [listed] = await app.call(listImports, { query: { device_id: device.id } }, owner.token)
    expect(listed).toMatchObject({
      state: 'stored',
      file_name: 'house.csv',
      created_by: 'Anna Bakker',
      counts,
      may: ['delete'],
    })
    await undo(id)
    await undo(id)
    expect(await stored(device.id)).toEqual([])
    expect(await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)).toEqual({})
    expect(await app.call(getImport, { params: { id } }, owner.token)).toMatchObject({ state: 'undone', may: [] })
    await expect(commit(id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('brings back exactly what it replaced, and leaves what came since', async () => {
    const device = await aDevice(app, owner)
    const send = (time: string, t: number) =>
      app.call(measurementEndpoints.sendMeasurements, { body: { time, t } }, device.key)
    await send('2025-01-09T23:00:00Z', 15)
    await send('2025-01-09T12:00:00Z', 14)
    const before = await stored(device.id)
    const { id, counts } = await imported(device.id)
    expect(counts).toMatchObject({ added: 3, replaced: 1 })
    expect(await stored(device.id)).toContainEqual(['t', '01-09T23:00', 20])
    await send('2025-01-10T00:00:00Z', 25)
    await undo(id)
    expect(await stored(device.id)).toEqual([...before, ['t', '01-10T00:00', 25]])
  })

  test('leaves what is there when asked to', async () => {
    const device = await aDevice(app, owner)
    await app.call(measurementEndpoints.sendMeasurements, { body: { time: '2025-01-09T23:00:00Z', t: 15 } }, device.key)
    const { id, counts } = await imported(device.id, CSV, { replace: false })
    expect(counts).toMatchObject({ added: 3, replaced: 0 })
    expect(await stored(device.id)).toContainEqual(['t', '01-09T23:00', 15])
    await undo(id)
    expect(await stored(device.id)).toEqual([['t', '01-09T23:00', 15]])
  })

  test('of two imports over each other the later has to be undone first', async () => {
    const device = await aDevice(app, owner)
    const first = await imported(device.id)
    const second = await imported(device.id, CSV.replace(',20,', ',22,'))
    await expect(undo(first.id)).rejects.toMatchObject({ code: 'conflict' })
    await undo(second.id)
    expect(await stored(device.id)).toContainEqual(['t', '01-09T23:00', 20])
    await undo(first.id)
    expect(await stored(device.id)).toEqual([])
  })

  test('a crash in the middle can be gone on with, or undone', async () => {
    for (const [crashed, end] of [
      ['storing', 'go on'],
      ['storing', 'undo'],
      ['undoing', 'undo'],
    ] as const) {
      const device = await aDevice(app, owner)
      await app.call(
        measurementEndpoints.sendMeasurements,
        { body: { time: '2025-01-09T23:00:00Z', t: 15 } },
        device.key,
      )
      const pieces = async (id: number) =>
        app.services.db.selectFrom('import_pieces').selectAll().where('import_id', '=', id).execute()
      const { import: made } = await aPreview(app, owner, device.id, CSV)
      const kept = await pieces(made.id)
      const counts = await commit(made.id)
      // The last step, which says that it is done, never came.
      await app.services.db
        .updateTable('imports')
        .set({ state: crashed, counts: null, stored_at: null, busy_until: app.clock.iso(10_000) })
        .where('id', '=', made.id)
        .execute()
      await app.services.db.insertInto('import_pieces').values(kept).execute()
      const again = end === 'undo' ? () => undo(made.id) : () => commit(made.id)
      await expect(again(), 'somebody is still at it').rejects.toMatchObject({ code: 'conflict' })
      app.clock.forward(11_000)
      if (end === 'undo') {
        await undo(made.id)
        expect(await stored(device.id)).toEqual([['t', '01-09T23:00', 15]])
      } else {
        expect(await commit(made.id)).toEqual(counts)
        await undo(made.id)
        expect(await stored(device.id)).toEqual([['t', '01-09T23:00', 15]])
      }
      expect(await pieces(made.id)).toEqual([])
    }
  })

  test('a later row of the same time takes the place of the earlier one and is counted as that, however they are ordered', async () => {
    const device = await aDevice(app, owner)
    const send = { time: '2025-01-10T02:00:00Z', t: 15 }
    await app.call(measurementEndpoints.sendMeasurements, { body: send }, device.key)
    const rows = ['02:00,1', '01:00,2', '02:00,3', '03:00,4', '01:00,5', '00:00,', '00:00,6']
    const csv = `time,t\n${rows.map(row => `2025-01-10T${row.replace(',', ':00Z,')}`).join('\n')}\n`
    const { preview, counts } = await imported(device.id, csv)
    expect(preview.counts).toMatchObject({ rows: 7, added: 3, replaced: 1, doubled: 2, missing: 1 })
    expect(counts).toEqual(preview.counts)
    expect((await stored(device.id)).map(([, time, value]) => [time, value])).toEqual([
      ['01-10T00:00', 6],
      ['01-10T01:00', 5],
      ['01-10T02:00', 3],
      ['01-10T03:00', 4],
    ])
    const other = await imported(device.id, csv, { replace: false })
    expect(other.counts).toMatchObject({ added: 0, doubled: 2, replaced: 0 })
  })

  test('one that stalled while it stored does not go on after it was undone', async () => {
    const device = await aDevice(app, owner)
    const before = { time: '2025-01-09T23:00:00Z', t: 15 }
    await app.call(measurementEndpoints.sendMeasurements, { body: before }, device.key)
    const { import: made } = await aPreview(app, owner, device.id, CSV)
    const [stalled, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const store = shardOf(app.services.series, device.id)
    const { insert } = store
    store.insert = async wanted => {
      if (tableOf(wanted) === 'measurements') {
        stalled.resolve()
        await goOn.promise
      }
      return insert.call(store, wanted)
    }
    const storing = commit(made.id)
    storing.catch(() => {})
    await stalled.promise
    store.insert = insert
    app.clock.forward(31_000)
    await undo(made.id)
    goOn.resolve()
    await expect(storing).rejects.toMatchObject({ code: 'conflict' })
    expect(await app.call(getImport, { params: { id: made.id } }, owner.token)).toMatchObject({
      state: 'undone',
      counts: null,
    })
    expect(await stored(device.id)).toEqual([['t', '01-09T23:00', 15]])
  })

  test('one that somebody has just begun to store is not thrown away as a file that waits', async () => {
    const device = await aDevice(app, owner)
    const { import: made } = await aPreview(app, owner, device.id, CSV)
    const taking = {
      from: ['waiting' as const],
      state: 'storing' as const,
      now: app.clock.iso(),
      until: app.clock.iso(30_000),
    }
    expect(await takeImport(app.services.db, made.id, taking)).not.toBeNull()
    expect(await deleteWaiting(app.services.db, made.id)).toBe(false)
    expect(await app.call(getImport, { params: { id: made.id } }, owner.token)).toMatchObject({ state: 'storing' })
  })

  test('undoing again waits for a deletion that is under way and begins no other', async () => {
    const device = await aDevice(app, owner)
    const { id } = await imported(device.id)
    const series = shardOf(app.services.series, device.id)
    const { query, command } = series
    // A process has begun the deletion and ended: it is under way when it is first asked for, and then done.
    let asked = 0
    series.query = (async (wanted: Parameters<typeof query>[0]) => {
      if (!wanted.query.includes('system.mutations') || ++asked > 1) return query.call(series, wanted)
      await command.call(series, {
        query: `ALTER TABLE measurements DELETE WHERE (device_id = ${device.id}) AND (import_id = ${id})`,
        clickhouse_settings: { mutations_sync: '2' },
      })
      return query.call(series, { ...wanted, query: 'SELECT 1 AS count' })
    }) as typeof query
    const begun: string[] = []
    series.command = async wanted => {
      begun.push(wanted.query)
      return command.call(series, wanted)
    }
    await undo(id)
    Object.assign(series, { query, command })
    expect(asked).toBeGreaterThan(1)
    expect(begun.filter(text => text.includes('ALTER TABLE measurements '))).toEqual([])
  })

  test('a file of which nothing can be taken stays as it is', async () => {
    const device = await aDevice(app, owner)
    const { import: made } = await aPreview(app, owner, device.id, 'time,t\n2025-01-10 00:00,x\n2025-01-10 01:00,y\n', {
      columns: { 0: { role: 'time' }, 1: { role: 'value', measurement: 't' } },
    })
    await expect(commit(made.id)).rejects.toMatchObject({ status: 422, code: 'nothing_accepted' })
    expect(await app.call(getImport, { params: { id: made.id } }, owner.token)).toMatchObject({ state: 'waiting' })
    await undo(made.id)
    await expect(app.call(getImport, { params: { id: made.id } }, owner.token)).rejects.toMatchObject({ status: 404 })
  })

  test('many months and doubled times in one file', async () => {
    const device = await aDevice(app, owner)
    const lines = Array.from(
      { length: 60 },
      (_, at) => `${2005 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-15,5`,
    )
    const { counts } = await imported(device.id, `time,t\n${[...lines, ...lines].join('\n')}\n`)
    expect(counts).toMatchObject({ rows: 120, added: 60, doubled: 60, replaced: 0, refused: 0 })
    expect(await stored(device.id)).toHaveLength(60)
  })

  test('after 90 days it stays, and a file that nobody stored is gone after one', async () => {
    const device = await aDevice(app, owner)
    const { id } = await imported(device.id)
    const { import: left } = await aPreview(app, owner, device.id, CSV)
    app.clock.forward(91 * DAY_MS)
    owner = await signIn(app, owner.email)
    await tidyImports(app.services)
    await expect(undo(id)).rejects.toMatchObject({ code: 'conflict' })
    const listed = await app.call(listImports, { query: { device_id: device.id } }, owner.token)
    expect(listed.map(one => [one.id, one.may])).toEqual([[id, []]])
    await expect(commit(left.id)).rejects.toMatchObject({ status: 404 })
    stranger = await signIn(app, stranger.email)
  })
})

describe('[decisions §3] who may', () => {
  test('a stranger learns nothing, the owner of the place only looks, a renter imports within the rental', async () => {
    const device = await aDevice(app, owner)
    const farmer = await aUser(app)
    await aPlacement(app, owner, device, await aLocation(app, owner, { with: [farmer] }))
    const { import: made } = await aPreview(app, owner, device.id, CSV)
    for (const [user, status] of [
      [stranger, 404],
      [farmer, 403],
    ] as const) {
      expect((await upload(app, user, device.id, CSV)).statusCode).toBe(status)
      // A file that waits is there for who uploaded it.
      await expect(commit(made.id, user)).rejects.toMatchObject({ status: 404 })
      await expect(undo(made.id, user)).rejects.toMatchObject({ status: 404 })
    }
    expect(await app.call(listImports, { query: { device_id: device.id } }, farmer.token)).toEqual([])
    await commit(made.id)
    await expect(undo(made.id, farmer)).rejects.toMatchObject({ status: 403 })
    expect((await app.call(listImports, { query: { device_id: device.id } }, farmer.token))[0]?.may).toEqual([])
    await app.services.db
      .insertInto('rentals')
      .values({
        device_id: device.id,
        user_id: farmer.id,
        email: farmer.email,
        owner: 0,
        start: '2025-01-09T23:30:00.000Z',
        end: null,
      })
      .execute()
    const preview = await aPreview(app, farmer, device.id, CSV)
    expect(preview.refusals).toContainEqual(expect.objectContaining({ code: 'outside_rental', values: 2 }))
    expect(await commit(preview.import.id, farmer)).toMatchObject({ replaced: 2 })
  })
})
