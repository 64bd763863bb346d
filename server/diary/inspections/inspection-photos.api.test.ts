import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { Inspection, InspectionPhoto } from '#shared/contract/diary/inspections.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { MAX_INSPECTION_PHOTOS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { removeOrphans } from '../../photos/keep.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPicture } from '../../testing/a-photo.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { purgeInspections } from '../store.ts'

let app: TestApp
let owner: TestUser
let stranger: TestUser
let inspection: Inspection
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
  inspection = await anInspection(app, owner, await aLocation(app, owner))
})
afterAll(() => app.close())

const send = (
  endpoint: Endpoint,
  payload: Buffer,
  query: object,
  { token = owner.token, id = inspection.id, type = 'image/jpeg' } = {},
) =>
  app.inject({
    method: 'POST',
    url: urlOf(endpoint, { params: { id }, query: query as never }),
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
const sendPhoto = async (bytes: Buffer, client_id = randomUUID(), of = inspection.id) =>
  (
    await send(api.sendInspectionPhoto, bytes, { client_id, time: app.clock.iso() }, { id: of })
  ).json() as InspectionPhoto
const fetchOf = (url: string, token?: string) =>
  app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })
const read = () => app.call(api.getInspection, { params: { id: inspection.id } }, owner.token)

describe('[specification §3] photos of an inspection', () => {
  test('are kept as they were sent, and shown upright and without what else the file holds', async () => {
    const bytes = await sharp(await aPicture(64, 48))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitude: '51/1 0/1 0/1' } })
      .toBuffer()
    const photo = await sendPhoto(bytes)
    expect(photo).toMatchObject({ width: 48, height: 64, marked: false, annotation: [], may: ['edit', 'delete'] })
    expect((await fetchOf(photo.original ?? '')).rawPayload.equals(bytes)).toBe(true)
    for (const url of [photo.thumb, photo.web]) {
      const copy = await sharp((await fetchOf(url)).rawPayload).metadata()
      expect([copy.width, copy.height, copy.exif, copy.orientation]).toEqual([48, 64, undefined, undefined])
    }
    expect(await read()).toMatchObject({ photo_count: 1, photos: [{ id: photo.id, client_id: photo.client_id }] })
  })

  test('sent twice, also at once, are one; two of one second are two', async () => {
    const [bytes, client_id] = [await aPicture(), randomUUID()]
    const [first, second] = await Promise.all([sendPhoto(bytes, client_id), sendPhoto(bytes, client_id)])
    expect(second.id).toBe(first.id)
    expect((await sendPhoto(bytes, client_id)).id).toBe(first.id)
    expect((await sendPhoto(bytes)).id).not.toBe(first.id)
  })

  test('are for who sees the inspection, who also marks and deletes them', async () => {
    const photo = await sendPhoto(await aPicture())
    const change = (user: TestUser) =>
      app.call(api.updatePhoto, { params: { id: photo.id }, body: { marked: true } }, user.token)
    await expect(change(stranger)).rejects.toMatchObject({ status: 404 })
    const body = { photo_ids: [photo.id] }
    await expect(app.call(api.deletePhotos, { body }, stranger.token)).rejects.toMatchObject({ status: 404 })
    expect((await fetchOf(urlOf(api.getPhoto, { params: { id: photo.id } }), stranger.token)).statusCode).toBe(404)
    expect((await fetchOf(photo.web.replace(`user_id=${owner.id}`, `user_id=${stranger.id}`))).statusCode).toBe(404)
    expect(await change(owner)).toMatchObject({
      id: photo.id,
      device_id: null,
      client_id: photo.client_id,
      marked: true,
    })
    await app.call(api.deletePhotos, { body }, owner.token)
    expect((await fetchOf(photo.web)).statusCode).toBe(404)
  })

  test('what is no picture, or one too many, is refused', async () => {
    const refused = await send(api.sendInspectionPhoto, Buffer.from('no picture'), { client_id: randomUUID() })
    expect(refused.statusCode).toBe(415)
    const full = await anInspection(app, owner, { id: inspection.location_id })
    const bytes = await aPicture(8, 8)
    for (let count = 0; count < MAX_INSPECTION_PHOTOS; count++) await sendPhoto(bytes, randomUUID(), full.id)
    const last = await send(api.sendInspectionPhoto, bytes, { client_id: randomUUID() }, { id: full.id })
    expect([last.statusCode, Object.keys(last.json().errors)]).toEqual([422, ['file']])
    const { inspections } = await app.call(api.pageInspections, { query: { photos: '1' } }, owner.token)
    expect(inspections.find(one => one.id === full.id)).toMatchObject({ photo_count: MAX_INSPECTION_PHOTOS })
    const all = await app.call(api.pageInspections, { query: { all_photos: '1' } }, owner.token)
    const { photos } = await app.call(api.getInspection, { params: { id: full.id } }, owner.token)
    const ids = all.inspections.find(one => one.id === full.id)?.photos.map(({ id }) => id)
    expect(ids).toEqual(photos.map(({ id }) => id))
    expect(inspections.find(one => one.id === full.id)?.photos).toHaveLength(3)
  })
})

describe('[specification §3] a file that answers an item', () => {
  const sendFile = (payload: Buffer, query: object = {}) =>
    send(
      api.sendInspectionFile,
      payload,
      { client_id: randomUUID(), name: 'Prüfung "1".html', type: 'text/html', ...query },
      { type: 'application/octet-stream' },
    )

  test('comes back byte by byte, always as a download, to who sees the inspection', async () => {
    const bytes = Buffer.from([0, 255, 60, 115, 0xc3, 0x28])
    const file = (await sendFile(bytes)).json()
    expect(file).toMatchObject({ name: 'Prüfung "1".html', bytes: 6, content_type: 'text/html' })
    const answer = await fetchOf(file.address)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Prufung _1_.html"; filename*=UTF-8''Pr%C3%BCfung%20%221%22.html`,
    })
    const plain = urlOf(api.getInspectionFile, { params: { id: file.id } })
    expect((await fetchOf(plain, owner.token)).statusCode).toBe(200)
    expect((await fetchOf(plain, stranger.token)).statusCode).toBe(404)
    expect((await fetchOf(plain)).statusCode).toBe(404)
    expect((await fetchOf(file.address.replace(/signature=../, 'signature=xx'))).statusCode).toBe(404)
    expect((await read()).files).toMatchObject([{ id: file.id }])
  })

  test('sent twice is one; an empty one and one too large are refused', async () => {
    const query = { client_id: randomUUID() }
    const answers = await Promise.all([sendFile(Buffer.from('x'), query), sendFile(Buffer.from('x'), query)])
    expect(new Set(answers.map(answer => answer.json().id)).size).toBe(1)
    expect((await sendFile(Buffer.alloc(0))).statusCode).toBe(422)
    expect((await sendFile(Buffer.alloc(10 * 1024 * 1024))).statusCode).toBe(201)
    expect((await sendFile(Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413)
  })
})

test('what was deleted is gone for good after 30 days, with its photos and files', async () => {
  const { db, files } = app.services
  const gone = await anInspection(app, owner, { id: inspection.location_id })
  const photo = await sendPhoto(await aPicture(), randomUUID(), gone.id)
  const row = await db.selectFrom('photos').select('file').where('id', '=', photo.id).executeTakeFirstOrThrow()
  await app.call(api.deleteInspection, { params: { id: gone.id } }, owner.token)
  expect((await fetchOf(photo.web)).statusCode).toBe(404)
  await purgeInspections(db, app.clock.iso(-1))
  await removeOrphans(app.services, -1)
  expect(await files.read(`${row.file}/original`)).not.toBeNull()
  await purgeInspections(db, app.clock.iso())
  await removeOrphans(app.services, -1)
  expect(await files.read(`${row.file}/original`)).toBeNull()
  expect((await read()).photo_count).toBeGreaterThan(0)
  expect((await fetchOf((await read()).files[0]?.address ?? '')).statusCode).toBe(200)
})
