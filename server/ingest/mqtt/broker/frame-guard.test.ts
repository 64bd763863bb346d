import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFrameGuard } from './frame-guard.ts'

/** A packet of `size` bytes after its head, with its length as MQTT writes it. */
const packet = (size: number): Uint8Array => {
  const length: number[] = []
  let left = size
  do {
    const byte = left % 128
    left = Math.floor(left / 128)
    length.push(left > 0 ? byte | 0x80 : byte)
  } while (left > 0)
  return Uint8Array.from([0x30, ...length, ...new Array(size).fill(0xff)])
}

describe('the guard of a connection', () => {
  test('lets packets pass however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { maxLength: 8 }), fc.integer({ min: 1, max: 400 }), (sizes, cut) => {
        const bytes = sizes.flatMap(size => [...packet(size)])
        const mayPass = createFrameGuard(() => 300)
        for (let at = 0; at < bytes.length; at += cut)
          expect(mayPass(Uint8Array.from(bytes.slice(at, at + cut)))).toBe(true)
      }),
    )
  })

  test.each([301, 20_000, 268_435_455])('stops a packet of %i bytes at its head', size => {
    const mayPass = createFrameGuard(() => 300)
    expect(mayPass(packet(300))).toBe(true)
    expect(mayPass(packet(Math.min(size, 20_000)).subarray(0, 5))).toBe(false)
  })

  test('stops a length that never ends', () => {
    expect(createFrameGuard(() => Number.MAX_SAFE_INTEGER)(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80]))).toBe(false)
  })
})
