import { expect, test } from 'vitest'
import { textOfBytes } from './file-text.ts'

const HEADS = 'Gültig ab;Gewicht van één dier;Gestación\n'

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (const index of text.split('').keys()) view.setUint16(2 * index, text.charCodeAt(index), littleEndian)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', new TextEncoder().encode(HEADS)],
  ['UTF-8 with its sign', new TextEncoder().encode(`\uFEFF${HEADS}`)],
  ['windows-1252, as Excel writes plain CSV', Uint8Array.from(HEADS, char => char.charCodeAt(0))],
  ['UTF-16, as Excel writes Unicode text', utf16(`\uFEFF${HEADS}`, true)],
  ['UTF-16, the other way round', utf16(`\uFEFF${HEADS}`, false)],
])('a file in %s is read as it was written', (_, bytes) => {
  expect(textOfBytes(bytes)).toBe(HEADS)
})

test('signs that windows-1252 alone has are kept, and half a sign of UTF-16 hides nothing', () => {
  expect(textOfBytes(Uint8Array.of(0x80, 0x20, 0x35))).toBe('€ 5')
  expect(textOfBytes(Uint8Array.of())).toBe('')
  expect(textOfBytes(Uint8Array.of(0xff, 0xfe, 0x41))).toContain('A')
})
