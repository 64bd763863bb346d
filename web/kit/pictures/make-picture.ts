import { type Picture, pictureOf } from './picture.ts'

const onPage = (file: Blob, most: number): Promise<Picture> =>
  pictureOf(file, most, (bitmap, width, height, quality) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
    return new Promise(done => canvas.toBlob(done, 'image/jpeg', quality))
  })

type Answer = { id: number; picture: Picture | null }

let worker: Worker | null | undefined
let lastId = 0

/** Worker beside the page for all pictures; null where this browser has none that draws. */
const beside = (): Worker | null => {
  if (worker === undefined)
    worker =
      typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined'
        ? null
        : new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  return worker
}

const inWorker = (file: Blob, most: number, draw: Worker): Promise<Picture | null> =>
  new Promise((done, failed) => {
    lastId += 1
    const id = lastId
    const hear = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return
      draw.removeEventListener('message', hear)
      done(data.picture)
    }
    draw.addEventListener('message', hear)
    draw.addEventListener(
      'error',
      () => {
        worker = null
        failed(new Error('no worker'))
      },
      { once: true },
    )
    draw.postMessage({ id, file, most })
  })

/** Makes a picture of a file beside the page, of at most `most` bytes. Rejects for what is no picture this browser can open and none the server takes. */
export const makePicture = async (file: Blob, most: number): Promise<Picture> => {
  const draw = beside()
  const made = draw && (await inWorker(file, most, draw).catch(() => null))
  // The page may still be able to do it, whatever kept the worker from it.
  return made ?? onPage(file, most)
}
