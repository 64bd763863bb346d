/**
 * Makes a writing of what waits run once at a time. Who calls while it runs gets a run that begins after it: once that resolves,
 * nothing that waited at the call is still on its way. Calls that wait for the same run share it; a run that fails holds up no later one.
 */
export const oneAtATime = (write: () => Promise<void>): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null
  return () => {
    waiting ??= last = last
      .catch(() => undefined)
      .then(() => {
        waiting = null
        return write()
      })
    return waiting
  }
}
