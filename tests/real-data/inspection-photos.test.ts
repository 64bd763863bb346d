import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { InspectionPhoto } from '#shared/contract/diary/inspections.ts'
import { api } from '#shared/contract/index.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anInspection } from '../../server/testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/photos/', import.meta.url))
const isMissing = !existsSync(FOLDER)
if (isMissing) console.info(`Skipped: the real photos are not on this machine (${FOLDER}).`)

/** The same scene held in four ways, and what else cameras write into a file. */
const FILES = [
  'orientation_landscape_1.jpg',
  'orientation_landscape_3.jpg',
  'orientation_landscape_6.jpg',
  'orientation_landscape_8.jpg',
  'Reconyx_trailcam.jpg',
  'usda_farm_moscow_idaho_1400px.jpg',
]

describe.skipIf(isMissing)('[specification §3] real photos of an inspection', () => {
  let app: TestApp
  let owner: TestUser
  let id: number
  beforeAll(async () => {
    app = await startTestApp()
    owner = await aUser(app)
    id = (await anInspection(app, owner, await aLocation(app, owner))).id
  })
  afterAll(() => app.close())

  const send = async (bytes: Buffer): Promise<InspectionPhoto> => {
    const answer = await app.inject({
      method: 'POST',
      url: urlOf(api.sendInspectionPhoto, { params: { id }, query: { client_id: randomUUID() } }),
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'image/jpeg' },
      payload: bytes,
    })
    return answer.json()
  }
  const read = async (address: string) => (await app.inject({ url: address })).rawPayload

  test.each(FILES)('%s is kept byte by byte, and shown upright with nothing but the picture', async file => {
    const bytes = readFileSync(FOLDER + file)
    const photo = await send(bytes)
    expect((await read(photo.original ?? '')).equals(bytes)).toBe(true)
    const { autoOrient } = await sharp(bytes).metadata()
    expect([photo.width, photo.height]).toEqual([autoOrient.width, autoOrient.height])
    for (const address of [photo.thumb, photo.web]) {
      const shown = await sharp(await read(address)).metadata()
      expect(shown.width / shown.height).toBeCloseTo(autoOrient.width / autoOrient.height, 1)
      expect([shown.exif, shown.orientation, shown.xmp, shown.iptc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  test('the same scene comes out the same way up however the camera was held', async () => {
    const small = async (file: string) => {
      const photo = await send(readFileSync(FOLDER + file))
      return sharp(await read(photo.thumb))
        .resize(16, 12, { fit: 'fill' })
        .greyscale()
        .raw()
        .toBuffer()
    }
    const [upright, ...turned] = await Promise.all(FILES.slice(0, 4).map(small))
    for (const picture of turned) {
      const apart = [...picture].map((grey, index) => Math.abs(grey - (upright?.[index] ?? 0)))
      expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(12)
    }
  })
})
