import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { manualEndpoints } from '#shared/contract/manual.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aGroup } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { listManual, createManual, updateManual, deleteManual } = manualEndpoints
const AT = '2025-01-10T08:00:00.000Z'
const VALUE = { measurement: 'nh3', time: AT, value: 12.5, note: 'tube' }
let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app, { name: 'Marieke' })
  stranger = await aUser(app)
})
afterAll(() => app.close())

const list = (deviceId: number, user = owner) => app.call(listManual, { query: { device_id: deviceId } }, user.token)
const create = (device_id: number, changes = {}, user = owner) =>
  app.call(createManual, { body: { device_id, ...VALUE, ...changes } }, user.token)

describe('[decisions §5] a manual measurement', () => {
  test('is written down, changed and deleted, and who did what when stays to be read', async () => {
    const device = await aDevice(app, owner)
    const made = await create(device.id)
    expect(made).toMatchObject({ ...VALUE, unit: 'ppm', created_by: 'Marieke', history: [], may: ['edit', 'delete'] })
    app.clock.forward(60_000)
    const body = { ...VALUE, value: 11, note: null }
    const changed = await app.call(updateManual, { params: { id: made.id }, body }, owner.token)
    const first = { changed_at: app.clock.iso(), changed_by: 'Marieke', action: 'changed', before: VALUE }
    expect(changed).toMatchObject({ value: 11, note: null, history: [first] })
    await app.call(deleteManual, { params: { id: made.id } }, owner.token)
    const [gone] = await list(device.id)
    expect(gone).toMatchObject({
      deleted_at: app.clock.iso(),
      may: [],
      history: [{ action: 'deleted', before: body }, first],
    })
    for (const again of [
      () => app.call(deleteManual, { params: { id: made.id } }, owner.token),
      () => app.call(updateManual, { params: { id: made.id }, body }, owner.token),
    ])
      await expect(again()).rejects.toMatchObject({ status: 404 })
  })

  test('is left alone by whose share of the place ends in that moment', async () => {
    const [farmer, editor] = [await aUser(app), await aUser(app)]
    const location = await aLocation(app, farmer)
    const device = await aDevice(app, farmer)
    await aPlacement(app, farmer, device, location, { start: '2025-01-01T00:00:00Z' })
    const share = { location_id: location.id, may: 'edit' as const }
    const { id: group } = await aGroup(app, farmer, { people: [[editor, 'member']], shares: [share] })
    const set = (may: 'read' | 'edit') =>
      app.call(api.setGroupShares, { params: { id: group }, body: [{ ...share, may }] }, farmer.token)
    const made = await create(device.id, {}, editor)
    const params = { id: made.id }
    for (const write of [
      () => create(device.id, { value: 3 }, editor),
      () => app.call(updateManual, { params, body: { ...VALUE, value: 3 } }, editor.token),
      () => app.call(deleteManual, { params }, editor.token),
    ]) {
      await expect(meanwhile(app, write, () => set('read'))).rejects.toMatchObject({ status: 403 })
      await set('edit')
    }
    expect(await list(device.id, farmer)).toEqual([{ ...made, may: ['edit', 'delete'] }])
  })

  test('is the same when it is sent again, as after an answer that was lost: nothing was changed twice', async () => {
    const device = await aDevice(app, owner)
    const made = await create(device.id)
    const send = () =>
      app.call(updateManual, { params: { id: made.id }, body: { ...VALUE, value: 11, note: '' } }, owner.token)
    const [changed] = await Promise.all([send(), send()])
    expect(changed).toMatchObject({ value: 11, history: [{ action: 'changed', before: VALUE }] })
    expect(await send()).toEqual(changed)
    expect(await list(device.id)).toEqual([changed])
  })

  test('of a time long ago is listed for who had the device then, however much was written since', async () => {
    const device = await aDevice(app, owner)
    const location = await aLocation(app, owner, { with: [stranger] })
    const farmer = await aUser(app)
    const barn = await aLocation(app, owner, { with: [farmer] })
    await aPlacement(app, owner, device, location, { start: '2024-01-01T00:00:00Z', end: '2024-06-01T00:00:00Z' })
    await aPlacement(app, owner, device, barn, { start: '2024-06-01T00:00:00Z' })
    const { id } = await create(device.id, { time: '2024-05-01T00:00:00Z' })
    const row = { device_id: device.id, measurement: 'nh3', value: 4, note: null, created_at: AT, created_by: null }
    const since = Array.from({ length: 1001 }, (_, n) => ({
      ...row,
      time: new Date(Date.parse('2024-07-01T00:00:00Z') + n * HOUR_MS).toISOString(),
      deleted_at: null,
    }))
    await app.services.db.insertInto('manual_measurements').values(since).execute()
    expect((await list(device.id, stranger)).map(one => one.id)).toEqual([id])
    const newest = await list(device.id, farmer)
    expect(newest).toHaveLength(1000)
    const pageAfter = (before: number | undefined) =>
      app.call(listManual, { query: { device_id: device.id, before } }, farmer.token)
    const [oldest, ...more] = await pageAfter(newest.at(-1)?.id)
    expect([oldest?.time, more]).toEqual(['2024-07-01T00:00:00.000Z', []])
    expect(await pageAfter(oldest?.id)).toEqual([])
    const other = await create((await aDevice(app, owner)).id)
    expect(await pageAfter(other.id)).toEqual([])
  })

  test('is never part of the sensor’s series or last values', async () => {
    const device = await aDevice(app, owner)
    await app.call(measurementEndpoints.sendMeasurements, { body: { time: AT, nh3: 3 } }, device.key)
    await create(device.id)
    const query = {
      device_id: device.id,
      interval: 'selection',
      date_start: '2025-01-10',
      date_end: '2025-01-10',
    } as const
    const { series } = await app.call(measurementEndpoints.getSeries, { query }, owner.token)
    expect(Math.max(...(series.nh3?.max ?? []).map(value => value ?? 0))).toBe(3)
    const last = await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
    expect(last.nh3?.value).toBe(3)
  })

  test('has the times and ranges of every reading', async () => {
    const device = await aDevice(app, owner)
    for (const [changes, field] of [
      [{ value: 5000 }, 'value'],
      [{ measurement: 'constructor' }, 'measurement'],
      [{ time: '2062-01-01T00:00:00Z' }, 'time'],
    ] as const)
      await expect(create(device.id, changes)).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.stringMatching(/\.$/)] },
      })
    expect(await list(device.id)).toEqual([])
  })

  test('[decisions §3] is written by the renter and by the owner of the place, each in their time, and seen by nobody else', async () => {
    const device = await aDevice(app, owner)
    const farmer = await aUser(app)
    const location = await aLocation(app, owner, { with: [farmer] })
    await aPlacement(app, owner, device, location, { start: '2025-01-09T00:00:00Z', end: '2025-01-11T00:00:00Z' })
    const [byOwner, byFarmer] = [await create(device.id), await create(device.id, { value: 9 }, farmer)]
    await create(device.id, { time: '2025-01-05T00:00:00Z' })
    expect((await list(device.id, farmer)).map(({ id, may }) => [id, may.length])).toEqual([
      [byFarmer.id, 2],
      [byOwner.id, 2],
    ])
    expect(await list(device.id)).toHaveLength(3)
    await expect(create(device.id, { time: '2025-01-05T00:00:00Z' }, farmer)).rejects.toMatchObject({ status: 403 })
    await expect(list(device.id, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(create(device.id, {}, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(app.call(deleteManual, { params: { id: byOwner.id } }, stranger.token)).rejects.toMatchObject({
      status: 404,
    })
    await app.services.db
      .updateTable('rentals')
      .set({ start: '2025-01-08T00:00:00.000Z' })
      .where('device_id', '=', device.id)
      .execute()
    await expect(create(device.id, { time: '2025-01-07T00:00:00Z' })).rejects.toMatchObject({
      code: 'outside_subscription',
    })
  })
})
