import { drawOffscreen, pictureOf } from './picture.ts'

/** Draws beside the page, which stays awake meanwhile. */
self.onmessage = async ({ data }: MessageEvent<{ id: number; file: Blob; most: number }>) => {
  const answer = await pictureOf(data.file, data.most, drawOffscreen).then(
    picture => ({ id: data.id, picture }),
    () => ({ id: data.id, picture: null }),
  )
  self.postMessage(answer)
}
