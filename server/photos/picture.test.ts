import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPicture } from './picture.ts'

let photo: Buffer
beforeAll(async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
})
const middle = () => photo.length >> 1
const read = (bytes: Buffer) => readPicture(bytes, 'unreadable_picture')

describe('[decisions §4] a JPEG', () => {
  test.each([
    ['cut off', () => photo.subarray(0, middle())],
    ['with a hole in it', () => Buffer.concat([photo.subarray(0, middle()), photo.subarray(middle() + 4000)])],
    ['that ends in its middle', () => Buffer.concat([photo.subarray(0, middle()), Buffer.from([0xff, 0xd9])])],
    [
      'whose middle was written over',
      () => Buffer.concat([photo.subarray(0, middle()), Buffer.alloc(3000, 0xff), photo.subarray(middle() + 3000)]),
    ],
  ])('%s is refused, not drawn half grey', async (_, damaged) => {
    await expect(read(damaged())).rejects.toMatchObject({
      code: 'no_valid_input',
      fields: { file: [expect.any(String)] },
    })
  })

  test.each([
    ['whole', () => photo],
    ['with something behind its end', () => Buffer.concat([photo, Buffer.from('written by a camera')])],
    [
      'with bytes that mean nothing',
      () => Buffer.concat([photo.subarray(0, -2), Buffer.alloc(20), photo.subarray(-2)]),
    ],
  ])('%s is taken', async (_, bytes) => {
    expect(await read(bytes())).toMatchObject({ width: 400, height: 300 })
  })
})
