import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { type Export, exportEndpoints } from '#shared/contract/measurements/exports.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFirstUser, aUser, signIn, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetExports } from './jobs.ts'
import { makeExports } from './making/maker.ts'
import { changeMaking } from './store.ts'

const { createExport, createExportLink, deleteExport, listExports, readExport } = exportEndpoints
const period = { date_start: '2025-01-14', date_end: '2025-01-14' }
let app: TestApp
let admin: TestUser
let owner: TestUser
let device: Awaited<ReturnType<typeof aDevice>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  device = await aDevice(app, owner, { name: 'Sow barn' })
  await someMeasurements(app, device, { from: '2025-01-14T00:00:00Z', until: '2025-01-14T12:00:00Z' })
})
afterAll(() => app.close())

const read = (id: number) => app.call(readExport, { params: { id } }, owner.token)
const aReadyExport = async (): Promise<Export> => {
  const { id } = await app.call(createExport, { body: { ...period, device_ids: [device.id] } }, owner.token)
  await expect.poll(async () => (await read(id)).status).toBe('ready')
  return read(id)
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: CallFailed) => error.code,
  )

describe('[decisions §6] an export that is kept', () => {
  test('is made, listed with its size, and the same as what is streamed at once', async () => {
    const made = await aReadyExport()
    expect(made).toMatchObject({ names: ['Sow barn'], format: 'csv', values: 144, values_done: 144 })
    expect(Date.parse(made.expires_at ?? '') - app.clock.now()).toBe(24 * HOUR_MS)
    expect((await app.call(listExports, {}, owner.token)).map(({ id }) => id)).toContain(made.id)
    const headers = { authorization: `Bearer ${owner.token}` }
    const [kept, streamed] = await Promise.all([
      app.inject({ url: `/api/exports/${made.id}/file`, headers }),
      app.inject({ url: '/api/export', query: { ...period, device_ids: String(device.id) }, headers }),
    ])
    expect([kept.statusCode, kept.body]).toEqual([200, streamed.body])
    expect([kept.rawPayload.length, kept.headers['content-disposition']]).toEqual([
      made.bytes,
      streamed.headers['content-disposition'],
    ])
  })

  test('names no barn where the demo mode asks for none, by its link as well', async () => {
    const made = await aReadyExport()
    const { path } = await app.call(createExportLink, { params: { id: made.id } }, owner.token)
    const named = async (url: string) => (await app.inject({ url })).headers['content-disposition']
    expect(await named(path)).toBe('attachment; filename="sow-barn_2025-01-14.csv"')
    expect(await named(`${path}&unnamed=1`)).toBe('attachment; filename="barnometer_2025-01-14.csv"')
  })

  test('opens by its link without a token, for five minutes, and for nobody without either', async () => {
    const made = await aReadyExport()
    const { path } = await app.call(createExportLink, { params: { id: made.id } }, owner.token)
    expect((await app.inject({ url: path })).statusCode).toBe(200)
    expect((await app.inject({ url: path.replace(/ticket=.*/, 'ticket=guess') })).statusCode).toBe(404)
    expect((await app.inject({ url: path.split('?')[0] })).statusCode).toBe(404)
    const noted = await app.services.db
      .selectFrom('download_devices')
      .selectAll()
      .where('device_id', '=', device.id)
      .execute()
    expect(noted.length).toBeGreaterThan(0)
    app.clock.forward(6 * 60_000)
    expect((await app.inject({ url: path })).statusCode).toBe(404)
  })

  test('opens by no link while the account of who asked for it is suspended', async () => {
    const made = await aReadyExport()
    const { path } = await app.call(createExportLink, { params: { id: made.id } }, owner.token)
    const account = { params: { id: owner.id } }
    await app.call(api.changeAccount, { ...account, body: { suspended: true } }, admin.token)
    expect((await app.inject({ url: path })).statusCode).toBe(404)
    await app.call(api.changeAccount, { ...account, body: { suspended: false } }, admin.token)
    expect((await app.inject({ url: path })).statusCode).toBe(200)
    owner = await signIn(app, owner.email)
  })

  test('is there for who asked for it, and for nobody else', async () => {
    const made = await aReadyExport()
    const stranger = await aUser(app)
    const params = { id: made.id }
    for (const endpoint of [readExport, deleteExport, createExportLink])
      expect(await codeOf(app.call(endpoint, { params }, stranger.token))).toBe('not_found')
    const headers = { authorization: `Bearer ${stranger.token}` }
    expect((await app.inject({ url: `/api/exports/${made.id}/file`, headers })).statusCode).toBe(404)
    expect(await app.call(listExports, {}, stranger.token)).toEqual([])
  })

  test('goes with its file when it is deleted, and by itself after a day', async () => {
    const [deleted, old] = [await aReadyExport(), await aReadyExport()]
    const fileOf = async ({ id }: Export) =>
      (await app.services.db.selectFrom('exports').select('file').where('id', '=', id).executeTakeFirst())?.file ?? ''
    const [fileOfDeleted, fileOfOld] = [await fileOf(deleted), await fileOf(old)]
    expect((await app.services.files.read(fileOfOld))?.length).toBe(old.bytes)
    await app.call(deleteExport, { params: { id: deleted.id } }, owner.token)
    expect([await codeOf(read(deleted.id)), await app.services.files.read(fileOfDeleted)]).toEqual(['not_found', null])
    app.clock.forward(25 * HOUR_MS)
    expect(await codeOf(app.call(createExportLink, { params: { id: old.id } }, owner.token))).toBe('not_found')
    app.clock.forward(25 * HOUR_MS)
    await forgetExports(app.services)
    expect(await app.services.files.read(fileOfOld)).toBeNull()
    expect(await app.services.db.selectFrom('export_files').selectAll().execute()).toEqual([])
  })

  test('[specification §5] is refused outside the subscription', async () => {
    const body = { ...period, device_ids: [device.id] }
    expect(await codeOf(app.call(createExport, { body }, (await aUser(app)).token))).toBe('not_found')
  })

  test('five of a person may be unfinished, also when they are asked for side by side', async () => {
    const { series } = app.services
    const asked = series.exec
    const giveUp: (() => void)[] = []
    series.exec = () => new Promise((_, reject) => giveUp.push(() => reject(new Error('no answer'))))
    const body = { ...period, device_ids: [device.id] }
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => codeOf(app.call(createExport, { body }, owner.token))),
    )
    series.exec = () => Promise.reject(new Error('no answer'))
    for (const stop of giveUp) stop()
    expect(codes.filter(code => code === 'limit_exceeded')).toHaveLength(7)
    const unfinished = async () =>
      (await app.call(exportEndpoints.listExports, {}, owner.token)).filter(({ status }) =>
        ['waiting', 'running'].includes(status),
      )
    await expect.poll(unfinished, { timeout: 15_000 }).toEqual([])
    series.exec = asked
  })

  test('goes on for as long as one slice of it takes, and so does what waits behind it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { series } = app.services
    const asked = series.exec
    const goOn = Promise.withResolvers<void>()
    series.exec = async wanted => {
      await goOn.promise
      return asked.call(series, wanted)
    }
    const ids: number[] = []
    for (let nr = 0; nr < 3; nr++)
      ids.push((await app.call(createExport, { body: { ...period, device_ids: [device.id] } }, owner.token)).id)
    const statuses = async () => (await Promise.all(ids.map(read))).map(({ status }) => status)
    await expect.poll(statuses).toEqual(['running', 'running', 'waiting'])
    for (let seconds = 0; seconds < 60; seconds += 10) {
      app.clock.forward(10_000)
      vi.advanceTimersByTime(10_000)
      const noted = async () =>
        app.services.db
          .selectFrom('exports')
          .select('id')
          .where('id', 'in', ids)
          .where('taken_until', '>', app.clock.iso())
          .execute()
      await expect.poll(async () => (await noted()).length).toBe(2)
      expect(await statuses()).toEqual(['running', 'running', 'waiting'])
    }
    series.exec = asked
    goOn.resolve()
    await expect.poll(statuses).toEqual(['ready', 'ready', 'ready'])
    vi.useRealTimers()
  })

  test('fails visibly when its store does not answer, and can be begun again', async () => {
    const { series } = app.services
    const asked = series.exec
    series.exec = () => Promise.reject(new Error('no answer'))
    const { id } = await app.call(createExport, { body: { ...period, device_ids: [device.id] } }, owner.token)
    await expect.poll(async () => (await read(id)).status).toBe('failed')
    series.exec = asked
    const again = await app.call(createExport, { body: (await read(id)).input as never }, owner.token)
    await expect.poll(async () => (await read(again.id)).status).toBe('ready')
  })

  test('is made anew by another process once its own is gone, whatever that one still writes', async () => {
    const { db } = app.services
    const made = await aReadyExport()
    const taken_until = new Date(app.clock.now() + 10_000).toISOString()
    // A killed process leaves it so.
    await db.updateTable('exports').set({ status: 'running', taken_until }).where('id', '=', made.id).execute()
    await makeExports(app.services)
    expect((await read(made.id)).status).toBe('running')
    app.clock.forward(11_000)
    await makeExports(app.services)
    await expect.poll(async () => (await read(made.id)).status).toBe('ready')
    const late = await changeMaking(db, { id: made.id, tries: 1 }, { status: 'failed' })
    expect([late, (await read(made.id)).status]).toEqual([false, 'ready'])
  })

  test('of a process of an older version is left to it, and has failed once nobody thought of it for a minute', async () => {
    const { id } = await aReadyExport()
    for (const status of ['waiting', 'running'] as const) {
      const change = { status, progressed_at: app.clock.iso(), taken_until: '' }
      await app.services.db.updateTable('exports').set(change).where('id', '=', id).execute()
      await makeExports(app.services)
      expect((await read(id)).status).toBe(status)
      app.clock.forward(2 * 60_000)
      expect((await read(id)).status).toBe('failed')
    }
  })
})
