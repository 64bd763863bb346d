import { afterEach, expect, test, vi } from 'vitest'
import { MAX_PHOTO_BYTES } from '#shared/contract/measurements/photos.ts'
import { pictureOf } from './picture.ts'

afterEach(() => vi.unstubAllGlobals())

const made = async (width: number, height: number) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }))
  const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])
  return pictureOf(jpeg, MAX_PHOTO_BYTES, async (_, wide, high) => new Blob([`${wide} x ${high}`]))
}
const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes)

test('a file of more pixels than the server draws is made smaller, however little it weighs', async () => {
  const { bytes, ...picture } = await made(10_000, 5001)
  expect(picture).toMatchObject({ type: 'image/jpeg', shrunk: true, width: 10_000, height: 5001 })
  expect(textOf(bytes)).toBe('4032 x 2016')
})

test('a file of as many is sent as the camera made it', async () => {
  const { bytes, shrunk } = await made(10_000, 5000)
  expect([shrunk, bytes.byteLength]).toEqual([false, 4])
})
