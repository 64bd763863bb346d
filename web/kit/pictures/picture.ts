import { MAX_PHOTO_PIXELS } from '#shared/contract/fixed.ts'

/** Picture made of a camera's file: the bytes that are sent, and a small picture to look at. */
export interface Picture {
  bytes: ArrayBuffer
  type: string
  /** A JPEG; null where this browser could not draw it. */
  preview: ArrayBuffer | null
  /** Size of the upright picture, in px. */
  width: number
  height: number
  /**
   * True where the bytes are not the camera's file any more, which weighs or measures too much or is of a kind the server does not take.
   */
  shrunk: boolean
}

const PREVIEW_PX = 1280
/** Longest sides and qualities that are tried, one after the other, for what is too large. */
const SMALLER = [
  [4032, 0.88],
  [3024, 0.86],
  [2048, 0.85],
] as const

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))

/** Told by its first bytes, as the server does; null for what it does not take. */
export const typeOf = (buffer: ArrayBuffer): string | null => {
  const bytes = new Uint8Array(buffer, 0, Math.min(16, buffer.byteLength))
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, '\x89PNG')) return 'image/png'
  return startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) ? 'image/webp' : null
}

type Draw = (bitmap: ImageBitmap, width: number, height: number, quality: number) => Promise<Blob | null>

/** Draws on a canvas no page shows: in a worker, or where a page may have one. */
export const drawOffscreen: Draw = (bitmap, width, height, quality) => {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** Makes both of a file. Rejects for what is no picture this browser can open and none the server takes. */
export const pictureOf = async (file: Blob, most: number, draw: Draw): Promise<Picture> => {
  const bytes = await file.arrayBuffer()
  const type = typeOf(bytes)
  const taken = type !== null && bytes.byteLength <= most
  const bitmap = await createImageBitmap(new Blob([bytes], { type: type ?? file.type })).catch(failure => {
    // A weak device may not have room to draw it, and is still to send it.
    if (taken) return null
    throw failure
  })
  if (!bitmap) return { bytes, type: type ?? '', preview: null, width: 4, height: 3, shrunk: false }
  const { width, height } = bitmap
  const drawn = async (side: number, quality: number): Promise<ArrayBuffer | undefined> => {
    const scale = Math.min(1, side / Math.max(width, height))
    const blob = await draw(bitmap, Math.round(width * scale), Math.round(height * scale), quality)
    return blob?.arrayBuffer()
  }
  try {
    const preview = (await drawn(PREVIEW_PX, 0.82)) ?? null
    if (taken && width * height <= MAX_PHOTO_PIXELS) return { bytes, type, preview, width, height, shrunk: false }
    for (const [side, quality] of SMALLER) {
      const smaller = await drawn(side, quality)
      if (smaller && smaller.byteLength <= most)
        return { bytes: smaller, type: 'image/jpeg', preview, width, height, shrunk: true }
    }
    throw new Error('it cannot be made small enough')
  } finally {
    bitmap.close()
  }
}
