import { afterEach, expect, test, vi } from 'vitest'
import { nextPicture } from './next-picture.ts'

afterEach(() => {
  // Globals first: under the false clock they were that one's.
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await nextPicture()
})

test('waits for a picture that a slow phone is late with', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const done = vi.fn()
  const shown = nextPicture().then(done)
  await vi.advanceTimersByTimeAsync(900)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  await shown
  expect(done).toHaveBeenCalledOnce()
})
