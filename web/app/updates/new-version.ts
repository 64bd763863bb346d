import { isOwnAnswer } from '#shared/contract/call.ts'
import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'
import { isServer } from '../../kit/first-paint/first-render.ts'

/** ms. The first visit gets its screen before it gets what it needs without a network. */
const FIRST = 3000
const ASK_EVERY = 3_600_000

let isAvailable = false
/** The newer version, where the browser has fetched it already. */
let waiting: ServiceWorker | null = null
const listeners = createStoreListeners()

const found = (worker: ServiceWorker | null): void => {
  isAvailable = true
  waiting = worker
  listeners.tell()
}

/** Tells when a newer version than the one on screen has been fetched. */
export const watch = (registration: ServiceWorkerRegistration): void => {
  const look = () => {
    // A page without a controller has the first version, not a newer one.
    if (registration.waiting && navigator.serviceWorker.controller) found(registration.waiting)
  }
  const hear = () => registration.installing?.addEventListener('statechange', look)
  look()
  // A newer version may be on its way already: another tab, or the browser itself, has looked for it.
  hear()
  registration.addEventListener('updatefound', hear)
  setInterval(() => registration.update().catch(() => undefined), ASK_EVERY)
}

/** Names the first script of the version on the server. */
const NEWEST = '/index.html'

/** Name of the first script of the version on screen, by which that version is told from others. */
export const OWN_SCRIPT =
  (isServer ? null : document.querySelector<HTMLScriptElement>('script[type=module]'))?.src.split('/').at(-1) ?? ''

/** Page of the version the server has now, which names its scripts; null where it says nothing of them. */
export const versionOnServer = async (): Promise<string | null> => {
  const answer = await fetch(NEWEST, { cache: 'no-cache' })
  const page = answer.ok && isOwnAnswer(answer) ? await answer.text() : ''
  return page.includes('/assets/') ? page : null
}

/**
 * Asks the server for new versions, where the browser may keep nothing (a farm's own network, without HTTPS). `own` is
 * a script of the version on screen.
 */
export const watchServer = (own: string): void => {
  const look = async () => {
    const version = await versionOnServer()
    if (version !== null && !version.includes(own)) found(null)
  }
  setInterval(() => look().catch(() => undefined), ASK_EVERY)
}

/** Keeps the product in the browser so that it opens without a network: only over HTTPS or on this very machine. */
export const watchForVersions = (): void => {
  if (!import.meta.env.PROD) return
  if (!('serviceWorker' in navigator)) {
    watchServer(OWN_SCRIPT)
    return
  }
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

/** Changes the version on screen; nothing else does. */
export const takeNewVersion = (): void => {
  const reload = () => location.reload()
  if (waiting?.state === 'installed') {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  // Another tab has taken it meanwhile, or the browser keeps nothing.
  else reload()
}

export const retryLater = (): void => {
  isAvailable = false
  listeners.tell()
}

export const isNewVersionAvailable = (): boolean => isAvailable

export const useNewVersion = (): boolean => useExternalStore(listeners.listen, isNewVersionAvailable, () => false)
