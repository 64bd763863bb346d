import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openZip, ZipTooLong } from './zip.ts'

const zipped = (maxBytes?: number) => {
  const chunks: Uint8Array[] = []
  return { zip: openZip(chunk => void chunks.push(chunk), maxBytes), bytes: () => Buffer.concat(chunks) }
}

describe('a zip', () => {
  test('holds its files, packed and as they are', async () => {
    const { zip, bytes } = zipped()
    const text = Buffer.from('barn '.repeat(1000))
    await zip.add('packed.txt').end(text)
    await zip.add('kept.bin', { isPacked: true }).end(text)
    zip.end()
    const files = unzipSync(bytes())
    expect(Object.keys(files)).toEqual(['packed.txt', 'kept.bin'])
    for (const file of Object.values(files)) expect(Buffer.from(file).equals(text)).toBe(true)
  })

  test('refuses a file that is longer than the format can say, however well it packs', async () => {
    const { zip } = zipped(10_000)
    const entry = zip.add('zeros.txt')
    await entry.write(Buffer.alloc(10_000))
    await expect(entry.write(Buffer.alloc(1))).rejects.toBeInstanceOf(ZipTooLong)
  })

  test('refuses to become longer itself, also by the list of its files', async () => {
    const { zip } = zipped(10_000)
    await zip.add('one.bin', { isPacked: true }).end(Buffer.alloc(9_000))
    await zip.add('two.bin', { isPacked: true }).end(Buffer.alloc(2_000))
    await expect(zip.add('three.bin').write(Buffer.alloc(1))).rejects.toBeInstanceOf(ZipTooLong)
    const listed = zipped(10_000)
    await listed.zip.add('one.bin', { isPacked: true }).end(Buffer.alloc(9_930))
    expect(() => listed.zip.end()).toThrow(ZipTooLong)
  })

  test('of four gigabytes in all the real bound is that of the format: one byte more is refused', async () => {
    const { zip } = zipped()
    const entry = zip.add('zeros.txt')
    // Said to be written, so that nobody packs four gigabytes for it.
    entry.size = 2 ** 32 - 1
    await expect(entry.write(Buffer.alloc(1))).rejects.toBeInstanceOf(ZipTooLong)
  })
})
