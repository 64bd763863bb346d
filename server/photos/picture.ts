import sharp from 'sharp'
import { MAX_PHOTO_PIXELS } from '#shared/contract/fixed.ts'
import { PHOTO_SIDES, type PHOTO_TYPES } from '#shared/contract/measurements/photos.ts'
import { Failure } from '../kit/failure.ts'

const SECONDS = 20
/** Decoding takes memory by the picture, whatever its file weighs. */
const CONCURRENCY = 2
const MAX_WAITING = 100
const MAX_WAITING_BYTES = 100 * 1024 * 1024
const RETRY_AFTER_S = 5

sharp.concurrency(1)
sharp.cache(false)

export interface PictureInfo {
  content_type: (typeof PHOTO_TYPES)[number]
  /** Width of the upright picture, px; its height comes next. */
  width: number
  height: number
  /** JPEG, upright, without anything but the picture. */
  thumb: Buffer
  web: Buffer
}

/** Type that the bytes themselves say they are, whatever they are called; null when it is none of the kinds taken. */
export const pictureTypeOf = (bytes: Buffer): PictureInfo['content_type'] | null => {
  if (bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return null
}

/**
 * Decodes a photo and draws the copies that are shown: turned upright as its camera held it, and without what else its file holds,
 * such as the position. Throws wrong_content_type, no_valid_input for what cannot be read whole or is too large, busy when too many wait.
 */
export const readPicture = (bytes: Buffer, unreadable: string): Promise<PictureInfo> => {
  return inTurn(bytes, unreadable, async content_type => {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS }).metadata()
    const web = await wholeCopyOf(bytes, content_type, { side: PHOTO_SIDES.web })
    const thumb = await copyOf(web, { side: PHOTO_SIDES.thumb })
    return { content_type, width: autoOrient.width, height: autoOrient.height, thumb, web }
  })
}

/** Copy of a picture alone: JPEG, upright, without anything but the picture. */
export interface PictureCopy {
  jpeg: Buffer
  /** Size of the copy, px. */
  width: number
  height: number
}

/** Draws one copy of a picture, as `readPicture` does and throws, of at most `side` px and turned on by so many quarters. */
export const copyPicture = (bytes: Buffer, wanted: Wanted, unreadable: string): Promise<PictureCopy> =>
  inTurn(bytes, unreadable, async content_type => {
    const jpeg = await wholeCopyOf(bytes, content_type, wanted)
    const { width, height } = await sharp(jpeg).metadata()
    return { jpeg, width, height }
  })

interface Wanted {
  /** Longest side, px. */
  side: number
  /** Quarter turns, clockwise, of the upright picture. */
  turns?: number
}

/** Decodes in turn with others. Throws wrong_content_type, no_valid_input for what `decode` fails at, busy when too many wait. */
const inTurn = async <Result>(
  bytes: Buffer,
  unreadable: string,
  decode: (type: PictureInfo['content_type']) => Promise<Result>,
): Promise<Result> => {
  const type = pictureTypeOf(bytes)
  if (!type) throw new Failure('wrong_content_type')
  const end = await turn(bytes.length)
  try {
    return await decode(type)
  } catch (cause) {
    throw new Failure('no_valid_input', { fields: { file: [unreadable] }, cause })
  } finally {
    end()
  }
}

/** Some cameras write bytes that mean nothing before a marker; the picture is whole all the same. */
const HARMLESS = /extraneous bytes before marker/

/** The copy that is shown. A JPEG that is damaged in its middle is only warned of by its decoder, which draws the rest of it grey. */
const wholeCopyOf = async (bytes: Buffer, type: PictureInfo['content_type'], wanted: Wanted): Promise<Buffer> => {
  if (type !== 'image/jpeg') return copyOf(bytes, wanted)
  try {
    return await copyOf(bytes, wanted, 'warning')
  } catch (error) {
    if (!(error instanceof Error && HARMLESS.test(error.message.slice(0, 1000)))) throw error
    return copyOf(bytes, wanted)
  }
}

const copyOf = (bytes: Buffer, { side, turns = 0 }: Wanted, failOn: 'warning' | 'error' = 'error'): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn, autoOrient: true })
    .rotate(turns * 90)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, progressive: true })
    .timeout({ seconds: SECONDS })
    .toBuffer()

let running = 0
let waitingBytes = 0
const waiting: (() => void)[] = []

/** Waits until it may decode; what it returns lets the next one begin. */
const turn = async (bytes: number): Promise<() => void> => {
  const isFull = waiting.length >= MAX_WAITING || (waiting.length > 0 && waitingBytes + bytes > MAX_WAITING_BYTES)
  if (isFull) throw new Failure('busy', { retryAfter: RETRY_AFTER_S })
  if (running >= CONCURRENCY) {
    waitingBytes += bytes
    await new Promise<void>(begin => waiting.push(begin))
    waitingBytes -= bytes
  } else running++
  return () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
