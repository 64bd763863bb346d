import type { ENCODINGS } from '#shared/contract/measurements/imports.ts'

export type Encoding = (typeof ENCODINGS)[number]

/** The encoding of a file whose beginning is `bytes`: by its mark, by zeros in every second place, else whether it is UTF-8. */
export const guessEncoding = (bytes: Uint8Array): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = (from: number) => {
    let count = 0
    for (let at = from; at < bytes.length; at += 2) if (bytes[at] === 0) count++
    return count * 2 > bytes.length / 2
  }
  if (zeros(1)) return 'utf-16le'
  if (zeros(0)) return 'utf-16be'
  try {
    // Text cut off at the end of the sample is no fault of the file.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The text of a file, piece by piece, without its byte order mark. */
export async function* textOf(pieces: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
