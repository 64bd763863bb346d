import { createStoreListeners, useExternalStore } from './external-store.ts'

declare global {
  interface Window {
    /** The offer, where it was made before the product had come. */
    barnometerOffer?: Event
  }
}

/** Event of a browser that can add the product to the home screen. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const KEY = 'barnometer.install_asked'
const MOST = 2
/** ms between the two times it is asked. */
const APART = 7 * 86_400_000

let offer: InstallOffer | null = null
let installed = false
const listeners = createStoreListeners()
const change = (next: InstallOffer | null): void => {
  offer = next
  listeners.tell()
}

/** The browser makes its offer once, maybe before anything is on screen. */
export const listenForInstall = (): void => {
  if (window.barnometerOffer) change(window.barnometerOffer as InstallOffer)
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    change(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => {
    installed = true
    change(null)
  })
}

/** Opened from the home screen, or just put there. */
export const isInstalled = (): boolean =>
  installed ||
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** iPhones and iPads have no offer, only a way by hand; an iPad says it is a Mac, but one that is touched. */
export const isApple = (agent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): boolean =>
  /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)

export const canAsk = (): boolean => offer !== null

/** Lets the browser ask. An offer holds for one time only. */
export const install = async (): Promise<void> => {
  const given = offer
  if (!given) return
  change(null)
  await given.prompt()
}

interface InstallPrompts {
  times: number
  /** Epoch ms. */
  at: number
}

const readPrompts = (): InstallPrompts => {
  try {
    const { times, at } = JSON.parse(localStorage.getItem(KEY) ?? '') as InstallPrompts
    return { times: Number(times) || 0, at: Number(at) || 0 }
  } catch {
    return { times: 0, at: 0 }
  }
}

/** Tells whether we may ask by ourselves: at most twice (specification §1), a week apart. */
export const mayAskByItself = (now: number): boolean => {
  const { times, at } = readPrompts()
  return times < MOST && now - at >= APART
}

export const noteInstallOffered = (now: number): void =>
  localStorage.setItem(KEY, JSON.stringify({ times: readPrompts().times + 1, at: now } satisfies InstallPrompts))

/** Way of the product to the home screen here: the browser asks, or by hand. Null once it is there. */
export type InstallWay = 'ask' | 'apple' | 'menu'
const way = (): InstallWay | null => {
  if (isInstalled()) return null
  if (canAsk()) return 'ask'
  return isApple() ? 'apple' : 'menu'
}

export const useInstallWay = (): InstallWay | null => useExternalStore(listeners.listen, way, () => null)
