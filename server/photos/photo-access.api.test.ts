import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aPhoto, aPicture, sendPhoto } from '../testing/a-photo.ts'
import { aRental } from '../testing/a-rental.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { removeOrphans } from './keep.ts'

let app: TestApp
let owner: TestUser
let stranger: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
  device = await aDevice(app, owner)
})
afterAll(() => app.close())

const at = (offset: number) => new Date(app.clock.now() + offset).toISOString()

/** Lying on its side, with position and camera in it. */
const aPositionedPicture = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#3060a0' } })
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: '#e02020' } }, left: 0, top: 0 },
    ])
    .jpeg()
    .withExif({
      IFD0: { Make: 'BarnCam', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 18/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '5/1 42/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

const list = (user: TestUser, query: { device_id: number; interval?: 'day' | 'year' } = { device_id: device.id }) =>
  app.call(api.listPhotos, { query }, user.token)
const fetchOf = async (address: string) => app.inject({ method: 'GET', url: address })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ status, code }) => [status, code],
  )

describe('[design §8.4] two people draw on a photo', () => {
  const arrow = (x: number) => ({
    type: 'arrow' as const,
    from: [0.1, 0.2] as [number, number],
    to: [x, 0.5] as [number, number],
  })
  const change = (id: number, body: object) => app.call(api.updatePhoto, { params: { id }, body }, owner.token)

  test('the second is told, and takes away nothing', async () => {
    const { id } = await aPhoto(app, device.key, { time: at(-3 * MINUTE_MS) })
    await change(id, { annotation: [arrow(0.3)], annotation_before: [] })
    expect(await refused(change(id, { annotation: [arrow(0.9)], annotation_before: [] }))).toEqual([
      409,
      'changed_meanwhile',
    ])
    const both = [arrow(0.3), arrow(0.9)]
    const drawn = await change(id, { annotation: both, annotation_before: [arrow(0.3)] })
    expect(drawn.annotation).toEqual(both)
  })

  test('who marks it at the same time takes away nothing either', async () => {
    const { id } = await aPhoto(app, device.key, { time: at(-4 * MINUTE_MS) })
    await Promise.all([change(id, { annotation: [arrow(0.3)] }), change(id, { marked: true }), change(id, {})])
    expect(await change(id, {})).toMatchObject({ marked: true, annotation: [arrow(0.3)] })
  })
})

describe('[design §8.4] when photos were taken', () => {
  const times = (user: TestUser, device_id: number, from = at(-DAY_MS), until = at(DAY_MS)) =>
    app.call(api.listPhotoTimes, { query: { device_id, from, until, steps: 2 } }, user.token)

  test('is told to who sees the device, a few at a time', async () => {
    const one = await aDevice(app, owner)
    const taken = [-3 * MINUTE_MS, -2 * MINUTE_MS, 0].map(offset => at(offset))
    for (const time of taken) await sendPhoto(app, one.key, await aPicture(), { time })
    expect(await times(owner, one.id)).toEqual([
      { time: taken[0], photos: 2 },
      { time: taken[2], photos: 1 },
    ])
    expect(await times(owner, one.id, at(-2 * MINUTE_MS), at(0))).toEqual([{ time: taken[1], photos: 1 }])
    expect(await times(owner, one.id, at(DAY_MS), at(-DAY_MS))).toEqual([])
    expect(await refused(times(stranger, one.id))).toEqual([404, 'not_found'])
  })
})

describe('what is shown of a photo', () => {
  test('copies stand upright and say nothing of the position; the original, which does, is for the owner', async () => {
    const one = await aDevice(app, owner)
    const original = await aPositionedPicture()
    expect((await sharp(original).metadata()).exif?.includes('BarnCam')).toBe(true)
    await sendPhoto(app, one.key, original)
    const [photo] = (await list(owner, { device_id: one.id })).photos
    expect(photo).toMatchObject({ width: 200, height: 400 })
    for (const [address, height] of [
      [photo?.web, 400],
      [photo?.thumb, 320],
    ] as const) {
      const answer = await fetchOf(address ?? '')
      expect(answer.headers['content-type']).toBe('image/jpeg')
      expect(answer.headers['cache-control']).toBe('private, max-age=300, immutable')
      const copy = sharp(answer.rawPayload)
      expect(await copy.metadata()).toMatchObject({ height, width: height / 2 })
      expect(await copy.metadata()).not.toHaveProperty('exif')
      expect(await copy.metadata()).not.toHaveProperty('xmp')
      expect(answer.rawPayload.includes('BarnCam')).toBe(false)
      // Its left half is up now.
      const { data } = await copy.raw().toBuffer({ resolveWithObject: true })
      expect((data[0] ?? 0) > 180 && (data[2] ?? 255) < 90).toBe(true)
    }
    const sent = await fetchOf(photo?.original ?? '')
    expect(sent.rawPayload.equals(original)).toBe(true)
  })

  test('an address is for one photo, one size and some time', async () => {
    const one = await aDevice(app, owner)
    const [a, b] = [await aPhoto(app, one.key), await aPhoto(app, one.key, { time: at(-MINUTE_MS) })]
    const shown = (await list(owner, { device_id: one.id })).photos.find(photo => photo.id === a.id)
    const thumb = shown?.thumb ?? ''
    expect((await fetchOf(thumb)).statusCode).toBe(200)
    const wrong = [
      thumb.replace('size=thumb', 'size=web'),
      thumb.replace('size=thumb', 'size=original'),
      thumb.replace(`/photos/${a.id}`, `/photos/${b.id}`),
      thumb.replace(/user_id=\d+/, `user_id=${stranger.id}`),
      thumb.replace(/expires=\d+/, 'expires=9999999999'),
      thumb.replace(/signature=.*/, 'signature=x'),
      thumb.replace(/&signature=.*/, ''),
    ]
    for (const address of wrong) expect((await fetchOf(address)).statusCode, address).toBe(404)
    app.clock.set(app.clock.now() + 2 * 60 * MINUTE_MS)
    expect((await fetchOf(thumb)).statusCode).toBe(404)
  })
})

describe('[decisions §3] who sees photos', () => {
  test('a stranger none; a renter those of the rented time, and not the original', async () => {
    const one = await aDevice(app, owner)
    const renter = await aUser(app)
    const [early, late] = [await aPhoto(app, one.key, { time: at(-3 * DAY_MS) }), await aPhoto(app, one.key)]
    await aRental(app, owner, one, renter, { start: at(-DAY_MS), end: at(DAY_MS) })
    expect(await refused(list(stranger, { device_id: one.id }))).toEqual([404, 'not_found'])
    const seen = await list(renter, { device_id: one.id, interval: 'year' })
    expect(seen.photos.map(photo => [photo.id, photo.original, photo.may])).toEqual([
      [late.id, null, ['edit', 'delete']],
    ])
    const get = (id: number, token: string, size = 'web') =>
      app.inject({
        method: 'GET',
        url: `/api/photos/${id}?size=${size}`,
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await get(late.id, renter.token)).statusCode).toBe(200)
    expect((await get(late.id, renter.token, 'original')).statusCode).toBe(404)
    expect((await get(late.id, owner.token, 'original')).statusCode).toBe(200)
    expect((await get(early.id, renter.token)).statusCode).toBe(404)
    expect((await get(late.id, stranger.token)).statusCode).toBe(404)
    expect((await app.inject({ method: 'GET', url: `/api/photos/${late.id}` })).statusCode).toBe(404)
    expect(
      await refused(app.call(api.updatePhoto, { params: { id: early.id }, body: { marked: true } }, renter.token)),
    ).toEqual([404, 'not_found'])
    // The whole order is refused where one of it is not there.
    expect(
      await refused(app.call(api.deletePhotos, { body: { photo_ids: [late.id, early.id] } }, renter.token)),
    ).toEqual([404, 'not_found'])
    expect((await list(owner, { device_id: one.id, interval: 'year' })).total).toBe(2)
  })

  test('an address ends with the right to see', async () => {
    const one = await aDevice(app, owner)
    const renter = await aUser(app)
    await aPhoto(app, one.key)
    const rental = await aRental(app, owner, one, renter, { start: at(-DAY_MS), end: at(DAY_MS) })
    const [photo] = (await list(renter, { device_id: one.id })).photos
    expect((await fetchOf(photo?.web ?? '')).statusCode).toBe(200)
    await app.call(api.deleteRental, { params: { id: rental.id } }, owner.token)
    expect((await fetchOf(photo?.web ?? '')).statusCode).toBe(404)
  })
})

describe('drawing, marking and deleting', () => {
  test('what is drawn is kept beside the photo', async () => {
    const photo = await aPhoto(app, device.key, { time: at(-20 * MINUTE_MS) })
    const params = { id: photo.id }
    const annotation = [
      { type: 'arrow' as const, from: [0, 0] as [number, number], to: [1, 0.5] as [number, number] },
      { type: 'text' as const, at: [0.1, 0.2] as [number, number], text: 'wet' },
    ]
    await app.call(api.updatePhoto, { params, body: { annotation } }, owner.token)
    const changed = await app.call(api.updatePhoto, { params, body: { marked: true } }, owner.token)
    expect(changed).toMatchObject({ annotation, marked: true })
    const outside = [{ type: 'box' as const, from: [0, 0] as [number, number], to: [1.1, 0] as [number, number] }]
    expect(await refused(app.call(api.updatePhoto, { params, body: { annotation: outside } }, owner.token))).toEqual([
      422,
      'no_valid_input',
    ])
  })

  test('a deleted one is gone with its files, and another is the newest', async () => {
    const one = await aDevice(app, owner)
    const [late, early] = [await aPhoto(app, one.key), await aPhoto(app, one.key, { time: at(-MINUTE_MS) })]
    const { file } = await app.services.db
      .selectFrom('photos')
      .select('file')
      .where('id', '=', late.id)
      .executeTakeFirstOrThrow()
    expect(await app.services.files.read(`${file}/original`)).not.toBeNull()
    await app.call(api.deletePhotos, { body: { photo_ids: [late.id] } }, owner.token)
    expect(await app.services.files.read(`${file}/original`)).toBeNull()
    expect((await list(owner, { device_id: one.id })).photos.map(photo => photo.id)).toEqual([early.id])
    expect((await app.call(api.getSensor, { params: { id: one.id } }, owner.token)).last_photo_date).toBe(early.time)
  })

  test('photos of a deleted device go, and files that no photo names', async () => {
    const one = await aDevice(app, owner)
    const photo = await aPhoto(app, one.key)
    const { file } = await app.services.db
      .selectFrom('photos')
      .select('file')
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow()
    await app.call(api.deleteSensor, { params: { id: one.id } }, owner.token)
    const created_at = new Date(app.clock.now() - 2 * 60 * MINUTE_MS).toISOString()
    // The file first: what hears of the deletion may look for such names at any moment.
    await app.services.files.write('photos/00/left/original', await aPicture())
    await app.services.db.insertInto('photo_files').values({ name: 'photos/00/left', created_at }).execute()
    app.clock.set(app.clock.now() + 61 * MINUTE_MS)
    await removeOrphans(app.services)
    // Listeners to the deletion may still be at it.
    await expect.poll(() => app.services.files.read(`${file}/web`)).toBeNull()
    await expect.poll(() => app.services.files.read('photos/00/left/original')).toBeNull()
    expect(await app.services.db.selectFrom('photos').select('id').where('id', '=', photo.id).execute()).toEqual([])
  })
})
