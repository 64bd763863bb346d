const waiting = new Set<() => void>()
let running = false

/** Draws later, one drawing per turn of the event loop, so that many charts never hold up a tap. Returns how to call it off. */
export const drawSoon = (draw: () => void): (() => void) => {
  waiting.add(draw)
  if (!running) {
    running = true
    setTimeout(drawNext)
  }
  return () => void waiting.delete(draw)
}

const drawNext = (): void => {
  const [draw] = waiting
  if (!draw) {
    running = false
    return
  }
  waiting.delete(draw)
  // The next one has its turn also when this one fails.
  setTimeout(drawNext)
  draw()
}
