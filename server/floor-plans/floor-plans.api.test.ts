import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { FLOOR_PLAN_SIDE } from '#shared/contract/places/floor-plans.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { locationJobs } from '../locations/jobs.ts'
import { removeOrphans } from '../photos/keep.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFloorPlan, sendPicture } from '../testing/a-floor-plan.ts'
import { aGroup } from '../testing/a-group.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPicture } from '../testing/a-photo.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aSharedProject } from '../testing/a-shared-project.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetMoved } from './hanging.ts'
import { devicesOnFloorPlans, takePlacesOff } from './store.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let reader: TestUser
let stranger: TestUser
let location: Awaited<ReturnType<typeof aLocation>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  reader = await aUser(app)
  stranger = await aUser(app)
  const areas = ['Barn 1', 'Barn 2'].map(name => ({ name, area_type_id: BROILER }))
  location = await aLocation(app, owner, { areas })
  await aGroup(app, owner, { people: [[reader, 'member']], shares: [{ location_id: location.id, may: 'read' }] })
})
afterAll(() => app.close())

const list = (user: TestUser, id = location.id) => app.call(api.listFloorPlans, { params: { id } }, user.token)
const put = (user: TestUser, id: number, device_id: number, at = { x: 0.25, y: 0.75 }) =>
  app.call(api.putOnFloorPlan, { params: { id, device_id }, body: at }, user.token)
const files = async () =>
  (await app.services.db.selectFrom('photo_files').selectAll().execute()).map(({ name }) => name)
const aPlacedDevice = async (area = location.area) => {
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, { ...location, area })
  return device
}
const otherArea = () => {
  const area = location.areas[1]
  if (!area) throw new Error('the test location has two areas')
  return area
}
const moveTo = async (device: { id: number }, area: { id: number }) => {
  const [running] = (await app.call(api.listLocationResearch, {}, owner.token)).filter(
    ({ device_id, end }) => device_id === device.id && end === null,
  )
  if (!running) throw new Error('the device hangs nowhere')
  await app.call(
    api.endLocationResearch,
    { body: { location_research_ids: [running.id], end: app.clock.iso() } },
    owner.token,
  )
  await aPlacement(app, owner, device, { ...location, area }, { start: app.clock.iso() })
}

describe('a floor plan of a location', () => {
  test('is drawn anew from what was sent, and shown to whoever sees the location', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#fff' } })
      .withExif({ IFD3: { GPSLatitude: '51/1 26/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const input = { params: { id: location.id }, query: { name: 'Long barn', turns: 1 } }
    const plan = await sendPicture(app, owner, api.createFloorPlan, input, { bytes })
    expect(plan).toMatchObject({ name: 'Long barn', location_id: location.id, devices: [] })
    expect([plan.width, plan.height]).toEqual([FLOOR_PLAN_SIDE / 2, FLOOR_PLAN_SIDE])
    const [seen] = await list(reader)
    const picture = await app.inject({ method: 'GET', url: seen?.picture ?? '' })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { exif, width, height } = await sharp(picture.rawPayload).metadata()
    expect([exif, width, height]).toEqual([undefined, plan.width, plan.height])
    await expect(list(stranger)).rejects.toMatchObject({ status: 404 })
    // A signed address is that person's, and says so no more once they see the location no longer.
    const url = plan.picture.replace(/user_id=\d+/, `user_id=${stranger.id}`)
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect(await app.call(api.getLocation, { params: { id: location.id } }, reader.token)).toMatchObject({
      floor_plans: 1,
    })
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
    expect((await app.inject({ method: 'GET', url: seen?.picture ?? '' })).statusCode).toBe(404)
    expect((await app.call(api.getLocation, { params: { id: location.id } }, owner.token)).floor_plans).toBeUndefined()
    const log = await app.call(api.listAudit, { query: {} }, owner.token)
    expect(log.filter(({ action }) => action === 'floor_plan_deleted')).toHaveLength(1)
  })

  test('is renamed, and gets another picture under another address, with its devices', async () => {
    const plan = await aFloorPlan(app, owner, location)
    const device = await aPlacedDevice()
    await put(owner, plan.id, device.id)
    const before = await files()
    const body = { name: 'West wing' }
    expect(await app.call(api.updateFloorPlan, { params: { id: plan.id }, body }, owner.token)).toMatchObject(body)
    const changed = await sendPicture(
      app,
      owner,
      api.replaceFloorPlanPicture,
      { params: { id: plan.id }, query: {} },
      { bytes: await aPicture(80, 20) },
    )
    expect(changed).toMatchObject({ name: 'West wing', width: 80, height: 20, devices: [{ device_id: device.id }] })
    expect(changed.picture).not.toBe(plan.picture)
    // The picture before is removed with its name.
    expect(await files()).toHaveLength(before.length)
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })

  test('nothing but a picture of a size that can be drawn becomes one', async () => {
    const before = await files()
    const send = (bytes: Buffer, type = 'image/jpeg', name = 'Barns') =>
      sendPicture(
        app,
        owner,
        api.createFloorPlan,
        { params: { id: location.id }, query: { name } },
        { bytes, type },
      ).then(
        () => 'taken',
        ({ code }) => code,
      )
    const bomb = await sharp({
      create: { width: 8000, height: 8000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    const picture = await aPicture()
    expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('wrong_content_type')
    expect(await send(Buffer.from('<svg/>'), 'image/svg+xml')).toBe('wrong_content_type')
    expect(await send(picture.subarray(0, picture.length / 2))).toBe('no_valid_input')
    expect(await send(Buffer.alloc(0))).toBe('no_valid_input')
    expect(await send(picture, 'image/jpeg', ' ')).toBe('no_valid_input')
    expect(await send(Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]))).toBe('too_large')
    expect(await send(bomb, 'image/png')).toBe('no_valid_input')
    expect(await files()).toEqual(before)
  })
})

describe('a picture that was sent while its location became another’s', () => {
  /** Has something happen after the right was asked, while the picture is drawn. */
  const meanwhile = (work: () => Promise<unknown>) => {
    const write = app.services.files.write.bind(app.services.files)
    vi.spyOn(app.services.files, 'write').mockImplementationOnce(async (...file) => {
      await work()
      return write(...file)
    })
  }

  test('is not kept for who deletes their account meanwhile', async () => {
    const person = await aUser(app)
    const own = await aLocation(app, person)
    const before = await files()
    meanwhile(() => app.call(api.deleteUser, { body: { password: PASSWORD } }, person.token))
    await expect(aFloorPlan(app, person, own)).rejects.toMatchObject({ status: 404 })
    const left = await app.services.db
      .selectFrom('floor_plans')
      .select('id')
      .where('location_id', '=', own.id)
      .execute()
    expect([left, await files()]).toEqual([[], before])
  })

  test('is neither added nor put in place of another by who may only read by now', async () => {
    const editor = await aUser(app)
    const share = (may: 'read' | 'edit') => [{ location_id: location.id, may }]
    const { id } = await aGroup(app, owner, { people: [[editor, 'member']], shares: share('edit') })
    const set = (may: 'read' | 'edit') =>
      app.call(api.setGroupShares, { params: { id }, body: share(may) }, owner.token)
    const plan = await aFloorPlan(app, editor, location)
    const before = await files()
    meanwhile(() => set('read'))
    await expect(aFloorPlan(app, editor, location, 'Late')).rejects.toMatchObject({ status: 403 })
    await set('edit')
    meanwhile(() => set('read'))
    const input = { params: { id: plan.id }, query: {} }
    await expect(
      sendPicture(app, editor, api.replaceFloorPlanPicture, input, { bytes: await aPicture(80, 20) }),
    ).rejects.toMatchObject({ status: 403 })
    expect(await files()).toEqual(before)
    expect(await list(owner)).toMatchObject([{ name: plan.name, width: plan.width, height: plan.height }])
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })
})

describe('devices on a floor plan', () => {
  test('stand where somebody put them who may edit the location, for all who see it', async () => {
    const plan = await aFloorPlan(app, owner, location)
    const device = await aPlacedDevice()
    expect(await put(owner, plan.id, device.id)).toEqual({
      device_id: device.id,
      area_id: location.area.id,
      x: 0.25,
      y: 0.75,
    })
    await put(owner, plan.id, device.id, { x: 1, y: 0 })
    expect((await list(reader))[0]?.devices).toEqual([{ device_id: device.id, area_id: location.area.id, x: 1, y: 0 }])
    await expect(put(reader, plan.id, device.id)).rejects.toMatchObject({ status: 403 })
    await expect(put(stranger, plan.id, device.id)).rejects.toMatchObject({ status: 404 })
    for (const at of [
      { x: -0.1, y: 0 },
      { x: 0, y: 1.1 },
      { x: Number.NaN, y: 0 },
    ])
      await expect(put(owner, plan.id, device.id, at)).rejects.toMatchObject({ status: 422 })
    const params = { id: plan.id, device_id: device.id }
    await expect(app.call(api.takeOffFloorPlan, { params }, reader.token)).rejects.toMatchObject({ status: 403 })
    await app.call(api.takeOffFloorPlan, { params }, owner.token)
    await app.call(api.takeOffFloorPlan, { params }, owner.token)
    expect((await list(reader))[0]?.devices).toEqual([])
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })

  test('only one that hangs at the location may stand there', async () => {
    const plan = await aFloorPlan(app, owner, location)
    const elsewhere = await aLocation(app, owner)
    const [loose, far, foreign] = [await aDevice(app, owner), await aDevice(app, owner), await aDevice(app, stranger)]
    await aPlacement(app, owner, far, elsewhere)
    await aPlacement(app, stranger, foreign, await aLocation(app, stranger))
    for (const { id } of [loose, far, foreign, { id: 2_000_000 }])
      await expect(put(owner, plan.id, id)).rejects.toMatchObject({ status: 404 })
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })

  test('one that moves to another area leaves it, also when it returns later', async () => {
    const plan = await aFloorPlan(app, owner, location)
    const device = await aPlacedDevice()
    await put(owner, plan.id, device.id)
    app.clock.forward(DAY_MS)
    await moveTo(device, otherArea())
    expect((await list(owner))[0]?.devices).toEqual([])
    await forgetMoved(app.services)
    app.clock.forward(DAY_MS)
    await moveTo(device, location.area)
    expect((await list(owner))[0]?.devices).toEqual([])
    await put(owner, plan.id, device.id)
    expect((await list(owner))[0]?.devices).toHaveLength(1)
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })

  test('one that is put there anew while others are taken off stays', async () => {
    const plan = await aFloorPlan(app, owner, location)
    const [device, left] = [await aPlacedDevice(), await aPlacedDevice()]
    for (const { id } of [device, left]) await put(owner, plan.id, id)
    const read = await devicesOnFloorPlans(app.services.db, [plan.id])
    app.clock.forward(DAY_MS)
    await moveTo(device, otherArea())
    await put(owner, plan.id, device.id)
    await takePlacesOff(app.services.db, read)
    expect((await list(owner))[0]?.devices).toMatchObject([{ device_id: device.id, area_id: otherArea().id }])
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })

  test('are gone while their area is deleted, and there again when it is brought back', async () => {
    const plan = await aFloorPlan(app, owner, location)
    const area = await app.call(
      api.createArea,
      { body: { location_id: location.id, name: 'Barn 3', area_type_id: BROILER } },
      owner.token,
    )
    const device = await aPlacedDevice({ ...location.area, ...area })
    await put(owner, plan.id, device.id)
    await app.call(api.deleteArea, { params: { id: area.id } }, owner.token)
    await forgetMoved(app.services)
    expect((await list(owner))[0]?.devices).toEqual([])
    await app.call(api.restoreArea, { params: { id: area.id } }, owner.token)
    expect((await list(owner))[0]?.devices).toHaveLength(1)
    await app.call(api.deleteSensor, { params: { id: device.id } }, owner.token)
    expect((await list(owner))[0]?.devices).toEqual([])
    await app.call(api.deleteFloorPlan, { params: { id: plan.id } }, owner.token)
  })
})

test('a signed address shows a suspended person nothing', async () => {
  const person = await aUser(app)
  const { picture } = await aFloorPlan(app, person, await aLocation(app, person))
  const status = async () => (await app.inject({ method: 'GET', url: picture })).statusCode
  expect(await status()).toBe(200)
  const suspend = (suspended: boolean) =>
    app.call(api.changeAccount, { params: { id: person.id }, body: { suspended } }, admin.token)
  await suspend(true)
  expect(await status()).toBe(404)
  await suspend(false)
  expect(await status()).toBe(200)
})

test('a researcher learns nothing of the floor plan of a farm that shares its data', async () => {
  const researcher = await aUser(app)
  const { location: shared, device } = await aSharedProject(app, { owner, researcher })
  const plan = await aFloorPlan(app, owner, shared, 'Hof Geheim')
  await put(owner, plan.id, device.id)
  const params = { id: plan.id }
  await expect(list(researcher, shared.id)).rejects.toMatchObject({ status: 404 })
  await expect(app.call(api.getFloorPlanPicture, { params, query: {} }, researcher.token)).rejects.toMatchObject({
    status: 404,
  })
  await expect(put(researcher, plan.id, device.id)).rejects.toMatchObject({ status: 404 })
})

test('pictures and places go for good with the location, and with the account that owned it alone', async () => {
  const person = await aUser(app)
  const removed = async (): Promise<void> => {
    app.clock.forward(DAY_MS)
    await removeOrphans(app.services)
  }
  await removed()
  const before = await files()
  const [one, other] = [await aLocation(app, person), await aLocation(app, person)]
  await aFloorPlan(app, person, one)
  await aFloorPlan(app, person, other)
  await removed()
  expect(await files()).toHaveLength(before.length + 2)
  await app.call(api.deleteLocation, { params: { id: one.id } }, person.token)
  await expect(list(person, one.id)).rejects.toMatchObject({ status: 404 })
  app.clock.forward(31 * DAY_MS)
  for (const job of locationJobs) await job.run(app.services)
  await removed()
  expect(await files()).toHaveLength(before.length + 1)
  await app.call(api.deleteUser, { body: { password: PASSWORD } }, person.token)
  await removed()
  expect((await files()).sort()).toEqual(before.sort())
  expect(
    await app.services.db.selectFrom('floor_plans').select('id').where('location_id', '=', other.id).execute(),
  ).toEqual([])
})
