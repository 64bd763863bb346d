import { isOwnAnswer } from '#shared/contract/call.ts'
import { isServer } from '../first-paint/first-render.ts'
import { createStoreListeners, useExternalStore } from './external-store.ts'

let lost = false
let lastHeard = Date.now()
const listeners = createStoreListeners()

const change = (next: boolean): void => {
  if (next === lost) return
  lost = next
  listeners.tell()
}

/** The server answered, whatever it said. */
export const heard = (): void => {
  lastHeard = Date.now()
  change(false)
}

/**
 * Notes that nobody answers now, and that what is on screen was kept from a time before this page was opened (epoch
 * ms).
 */
export const heardLast = (at: number): void => {
  lastHeard = at
  lost = false
  change(true)
}

if (!isServer) window.addEventListener('offline', () => change(true))

/** Calls back when the server is lost or found. */
export const onConnection = (listener: (lost: boolean) => void): (() => void) => {
  return listeners.listen(() => listener(lost))
}

/** Time the server was last heard (epoch ms), while it can't be reached; null while it can. */
export const useLostSince = (): number | null =>
  useExternalStore(
    listeners.listen,
    () => (lost ? lastHeard : null),
    () => null,
  )

/** ms. A server that is there says so at once, whatever else it is doing. */
const CHECK_WITHIN = 5000

const check = async (): Promise<boolean> => {
  const tooLate = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // The wait ends even where a browser does not end the call itself.
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => {
      tooLate.abort()
      resolve(false)
    }, CHECK_WITHIN)
  })
  const ask = async () => isOwnAnswer(await fetch('/api/health', { cache: 'no-store', signal: tooLate.signal }))
  return Promise.race([ask().catch(() => false), late]).finally(() => clearTimeout(timer))
}

/** Finds out whether the server can be reached at this moment, and notes the answer. */
export const isServerReachable = async (): Promise<boolean> => {
  const there = await check()
  if (there) heard()
  else change(true)
  return there
}

let confirming = false

/**
 * A call came back without an answer. One that breaks says little: where the server answers another, it is there. Were it called
 * lost first and found again, all would be read anew, with the call that breaks, without end.
 */
export const unheard = (): void => {
  if (confirming) return
  confirming = true
  void isServerReachable().finally(() => {
    confirming = false
  })
}
