import { createListeners, useOutside } from '../kit/outside.ts'

/** ms. The first visit gets its screen before it gets what it needs without a network. */
const FIRST = 3000
const ASK_EVERY = 3_600_000

let waiting: ServiceWorker | null = null
const listeners = createListeners()

const found = (worker: ServiceWorker | null): void => {
  waiting = worker
  listeners.tell()
}

/** Tells when a newer version than the one on screen has been fetched. */
export const watch = (registration: ServiceWorkerRegistration): void => {
  const look = () => {
    // Without a controller this is the first version, not a newer one.
    if (registration.waiting && navigator.serviceWorker.controller) found(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  setInterval(() => registration.update().catch(() => undefined), ASK_EVERY)
}

/** Keeps the product in the browser so that it opens without a network. Only over HTTPS or on this very machine. */
export const watchForVersions = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js').then(
      registration => registration && watch(registration),
      () => undefined,
    )
  const soon = () => setTimeout(() => void register(), FIRST)
  // The page is often loaded before the product has come.
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon)
}

/** Nothing but this changes the version on screen. */
export const takeNewVersion = (): void => {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  if (waiting?.state === 'installed') waiting.postMessage({ type: 'SKIP_WAITING' })
  // Another tab has taken it meanwhile.
  else reload()
}

export const putOff = (): void => found(null)

export const useNewVersion = (): boolean => useOutside(listeners.listen, () => waiting !== null)
