import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { jsonOf } from '../kit/database/json.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aPhoto, aPicture, sendPhoto } from '../testing/a-photo.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { countRows } from '../testing/count-rows.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

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
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
const files = async () =>
  (await app.services.db.selectFrom('photo_files').select('name').execute()).map(row => row.name)

const list = (user: TestUser, query: { device_id: number; interval?: 'day' | 'year' } = { device_id: device.id }) =>
  app.call(api.listPhotos, { query }, user.token)
const fetchOf = async (address: string) => app.inject({ method: 'GET', url: address })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ status, code }) => [status, code],
  )

describe('[specification §3] a device sends a photo', () => {
  test('it is kept, listed, and is its newest of that kind', async () => {
    const photo = await aPhoto(app, device.key, { time: at(-10 * MINUTE_MS) })
    const thermal = await aPhoto(app, device.key, { kind: 'infrared', time: at(-5 * MINUTE_MS) })
    expect(photo).toEqual({
      id: photo.id,
      device_id: device.id,
      kind: 'normal',
      time: at(-10 * MINUTE_MS),
      width: 64,
      height: 48,
    })
    const answer = await list(owner)
    expect(answer).toMatchObject({ total: 2, time_zone: 'Europe/Amsterdam' })
    expect(answer.photos.map(one => one.id)).toEqual([thermal.id, photo.id])
    expect(answer.photos[0]).toMatchObject({ kind: 'infrared', marked: false, annotation: [], may: ['edit', 'delete'] })
    expect(await app.call(api.getSensor, { params: { id: device.id } }, owner.token)).toMatchObject({
      last_photo_min: 10,
      last_photo_date: at(-10 * MINUTE_MS),
      last_photo_ir_min: 5,
      last_photo_ir_date: at(-5 * MINUTE_MS),
      last_seen_date: at(0),
    })
    const last = await app.call(api.listLastPhotos, { query: { device_id: device.id } }, owner.token)
    expect(last.map(one => one.id)).toEqual([photo.id, thermal.id])
  })

  test('without a time it is of now; an older one is no newer', async () => {
    const one = await aDevice(app, owner)
    expect((await aPhoto(app, one.key)).time).toBe(at(0))
    await aPhoto(app, one.key, { time: at(-DAY_MS) })
    expect((await app.call(api.getSensor, { params: { id: one.id } }, owner.token)).last_photo_date).toBe(at(0))
  })

  test('twice is once, also at the same moment', async () => {
    const one = await aDevice(app, owner)
    const before = (await files()).length
    const time = Math.floor(app.clock.now() / 1000) - 60
    const sent = await Promise.all([1, 2, 3].map(() => aPhoto(app, one.key, { time })))
    const again = await aPhoto(app, one.key, { time: new Date(time * 1000).toISOString() })
    expect(new Set([...sent, again].map(photo => photo.id)).size).toBe(1)
    expect((await files()).length).toBe(before + 1)
  })

  test('as a form, and by a person who has the device', async () => {
    const form = new FormData()
    form.set('kind', 'infrared')
    form.set('time', at(-MINUTE_MS))
    form.set('device_id', String(device.id))
    form.set('file', new Blob([new Uint8Array(await aPicture())], { type: 'image/jpeg' }), 'barn.jpg')
    const sent = new Response(form)
    const request = {
      method: 'POST',
      url: '/api/photos',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    } as const
    const answer = await app.inject(request)
    expect([answer.statusCode, answer.json().kind, answer.json().time]).toEqual([201, 'infrared', at(-MINUTE_MS)])
    const other = { ...request, headers: { ...request.headers, authorization: `Bearer ${stranger.token}` } }
    expect(codeOf(await app.inject(other))).toEqual([404, 'not_found'])
    expect(codeOf(await sendPhoto(app, owner.token, await aPicture()))).toEqual([422, 'no_valid_input'])
  })

  test('a key writes to its own device only, whatever else it names', async () => {
    const other = await aDevice(app, stranger)
    const photo = await aPhoto(app, device.key, { device_id: other.id, time: at(-7 * MINUTE_MS) })
    expect(photo.device_id).toBe(device.id)
  })
})

describe('[decisions §4] what the door refuses', () => {
  test('a device of the light plan has no photos', async () => {
    const light = await aDevice(app, owner, { plan: 'light' })
    expect(codeOf(await sendPhoto(app, light.key, await aPicture()))).toEqual([403, 'not_allowed'])
    expect(await list(owner, { device_id: light.id })).toMatchObject({ total: 0, photos: [] })
    // A picture that has some, and is light from then on.
    const once = await aDevice(app, owner)
    const photo = await aPhoto(app, once.key)
    const [shown] = (await list(owner, { device_id: once.id, interval: 'year' })).photos
    await app.services.db.updateTable('devices').set({ plan: 'light' }).where('id', '=', once.id).execute()
    expect(await list(owner, { device_id: once.id })).toMatchObject({ total: 0, photos: [] })
    expect(await app.call(api.listLastPhotos, { query: { device_id: once.id } }, owner.token)).toEqual([])
    expect((await fetchOf(shown?.web ?? '')).statusCode).toBe(404)
    expect(await refused(app.call(api.deletePhotos, { body: { photo_ids: [photo.id] } }, owner.token))).toEqual([
      404,
      'not_found',
    ])
    expect((await app.call(api.getSensor, { params: { id: once.id } }, owner.token)).last_photo_date).toBeNull()
  })

  test('what is no picture, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    for (const bytes of [svg, gif, Buffer.from('rubbish')])
      expect(codeOf(await sendPhoto(app, device.key, bytes))).toEqual([415, 'wrong_content_type'])
    expect(codeOf(await sendPhoto(app, device.key, await aPicture(), {}, 'application/json'))).toEqual([
      400,
      'unreadable_request',
    ])
    expect(codeOf(await sendPhoto(app, device.key, await aPicture(), {}, 'image/gif'))).toEqual([
      415,
      'wrong_content_type',
    ])
    expect(codeOf(await sendPhoto(app, device.key, Buffer.alloc(0)))).toEqual([422, 'no_valid_input'])
    const whole = await aPicture(600, 400)
    for (const bytes of [whole.subarray(0, whole.length / 2), whole.subarray(0, 20)]) {
      const answer = await sendPhoto(app, device.key, bytes)
      expect(codeOf(answer)).toEqual([422, 'no_valid_input'])
      expect(answer.json().errors.file).toHaveLength(1)
    }
  })

  test('more than 10 MB, and what unpacks to more than 50 megapixels', async () => {
    const huge = Buffer.concat([await aPicture(), Buffer.alloc(10 * 1024 * 1024)])
    expect(codeOf(await sendPhoto(app, device.key, huge))).toEqual([413, 'too_large'])
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(huge)]), 'huge.jpg')
    const sent = new Response(form)
    const headers = { authorization: `Bearer ${device.key}`, 'content-type': sent.headers.get('content-type') ?? '' }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/photos',
      headers,
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    expect(codeOf(answer)).toEqual([413, 'too_large'])
    const bomb = await sharp({
      create: { width: 8000, height: 8000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(codeOf(await sendPhoto(app, device.key, bomb, {}, 'image/png'))).toEqual([422, 'no_valid_input'])
  })

  test.each<Record<string, string>>([
    { kind: 'x-ray' },
    { time: 'yesterday' },
    { time: '1999-12-31T00:00:00Z' },
    { time: '2100-01-01T00:00:00Z' },
  ])('%j', async query => {
    const answer = await sendPhoto(app, device.key, await aPicture(), query)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, Object.keys(query)])
  })

  test('left nothing behind', async () => {
    const kept = await app.services.db.selectFrom('photos').select('file').execute()
    expect((await files()).sort()).toEqual(kept.map(row => row.file).sort())
  })
})

test('times of very many photos are counted where they lie: the answer costs a row for each step', async () => {
  const one = await aDevice(app, owner)
  const { id, device_id: _, ...taken } = await aPhoto(app, one.key)
  const { file } = await app.services.db
    .selectFrom('photos')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = {
    ...taken,
    file,
    owner_kind: 'device' as const,
    owner_id: one.id,
    client_id: '',
    content_type: 'image/jpeg',
  }
  const drawn = { marked: 0, annotation: jsonOf([]), created_at: at(0), created_by: null }
  const from = Date.parse(taken.time) - 10 * DAY_MS
  const rows = Array.from({ length: 1000 }, (_, nth) => ({
    ...{ ...row, ...drawn },
    time: new Date(from + nth * MINUTE_MS).toISOString(),
  }))
  await app.services.db.insertInto('photos').values(rows).execute()
  const query = { device_id: one.id, from: new Date(from).toISOString(), until: at(1), steps: 20 }
  const answer: { time: string; photos: number }[] = []
  const read = await countRows(app, async () => {
    answer.push(...(await app.call(api.listPhotoTimes, { query }, owner.token)))
  })
  expect(answer).toEqual([
    { time: new Date(from).toISOString(), photos: 721 },
    { time: new Date(from + 721 * MINUTE_MS).toISOString(), photos: 279 },
    { time: taken.time, photos: 1 },
  ])
  expect(read).toBeLessThan(40)
})
