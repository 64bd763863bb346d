/** Signs of UTF-16 at the beginning of a file, by which it tells the order of its bytes. */
const UTF_16: readonly (readonly [name: string, first: number, second: number])[] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** Text of bytes in an encoding; null where they are not written in it. */
const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Text of a file that a spreadsheet saved: UTF-16 where its first bytes say so, UTF-8 where it is that, else windows-1252, in which
 * Excel writes plain CSV in the languages of the product.
 */
export const textOfBytes = (bytes: Uint8Array): string => {
  const marked = UTF_16.find(([, first, second]) => bytes[0] === first && bytes[1] === second)?.[0]
  return (marked && decoded(bytes, marked)) ?? decoded(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}
