import { afterEach, expect, test, vi } from 'vitest'
import { nextPicture } from './next-picture.ts'

afterEach(() => vi.unstubAllGlobals())

test('goes on only after the next frame', async () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  const done = vi.fn()
  const shown = nextPicture().then(done)
  await Promise.resolve()
  expect(done).not.toHaveBeenCalled()
  for (const frame of frames) frame()
  await shown
  expect(done).toHaveBeenCalledOnce()
})

test('goes on in the background, where there are no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  await nextPicture()
})
