import { afterAll, vi } from 'vitest'

declare global {
  interface Window {
    /** Ways to ask for a picture by the true clock, and to call that off. */
    trueFrames?: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>
  }
}

/** ms between two pictures. */
const FRAME_MS = 16

// jsdom draws by one interval for the whole window, which it begins when something asks for a picture or what has the focus goes. Begun while
// a test has a false clock, it ends with that clock, and no file of this process sees another picture. So each is drawn by a timer of its own.
const makeFrames = (): NonNullable<Window['trueFrames']> => {
  const [begin, end] = [setTimeout, clearTimeout]
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let last = 0
  return {
    requestAnimationFrame: draw => {
      const id = ++last
      const timer = begin(() => {
        timers.delete(id)
        draw(performance.now())
      }, FRAME_MS)
      timers.set(id, timer)
      return id
    },
    cancelAnimationFrame: id => {
      end(timers.get(id))
      timers.delete(id)
    },
  }
}

if (typeof window !== 'undefined') {
  window.trueFrames ??= makeFrames()
  // At each file: globals that are put back after the true clock bring those of the false one back.
  Object.assign(window, window.trueFrames)
}

// Clocks and globals that one file has taken the place of are those of the next one again.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
