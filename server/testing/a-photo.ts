import sharp from 'sharp'
import type { z } from 'zod'
import { urlOf } from '#shared/contract/call.ts'
import { photoEndpoints } from '#shared/contract/measurements/photos.ts'
import type { TestApp } from './start-test-app.ts'

type Sent = z.output<typeof photoEndpoints.sendPhoto.response>

/** A small JPEG of one colour. */
export const aPicture = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c8a070' } })
    .jpeg()
    .toBuffer()

/** Sends bytes as the whole body, as a device or a person. */
export const sendPhoto = (
  test: TestApp,
  key: string,
  bytes: Buffer,
  query: Record<string, string | number> = {},
  type = 'image/jpeg',
) =>
  test.inject({
    method: 'POST',
    url: urlOf(photoEndpoints.sendPhoto, { query }),
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    payload: bytes,
  })

/** A photo of a device, at the clock's time unless said. */
export const aPhoto = async (test: TestApp, key: string, query: Record<string, string | number> = {}) => {
  const answer = await sendPhoto(test, key, await aPicture(), query)
  if (answer.statusCode !== 201) throw new Error(`a test photo was not taken: ${answer.body}`)
  return answer.json() as Sent
}
