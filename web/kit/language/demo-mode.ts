import i18next from 'i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { onSessionEnd } from '../api/session.ts'
import { createStoreListeners, useExternalStore } from '../browser/external-store.ts'
import { isServer } from '../first-paint/first-render.ts'
import { createPseudonyms, type Named, type Pseudonyms } from './pseudonyms.ts'

const KEY = 'barnometer.demo_mode'
const listeners = createStoreListeners()

const pseudonymOf = (named: Named, nth: number): string | number => {
  if (named === 'lat') return 52 + nth / 1000
  if (named === 'lon') return 5 + nth / 1000
  if (named === 'email') return `user${nth === 1 ? '' : nth}@example.com`
  if (named === 'phone') return `0100 ${String(nth).padStart(6, '0')}`
  return i18next.t(`app:demo_mode.${named}`, { number: nth })
}

let names: Pseudonyms = createPseudonyms(pseudonymOf)

export const isDemoMode = (): boolean => localStorage.getItem(KEY) === 'on'

export const setDemoMode = (on: boolean): void => {
  if (on) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  listeners.tell()
}

/** Ends the demo mode with the session: it belongs to the person who switched it on, and so do the names it knows. */
onSessionEnd(() => {
  setDemoMode(false)
  names = createPseudonyms(pseudonymOf)
})

/** Switched in one tab, it holds in all; what is on screen there has to be read again. */
if (!isServer)
  window.addEventListener('storage', event => {
    if (event.key === KEY) location.reload()
  })

export const useDemoMode = (): boolean => useExternalStore(listeners.listen, isDemoMode, () => false)

export const hideNames = <Data>(data: Data): Data => names.hide(data)
export const revealNames = <Data>(data: Data): Data => names.reveal(data)

/** Data from the server, as it may be shown. */
export const maskNames = <Data>(data: Data): Data => (isDemoMode() ? names.hide(data) : data)

/** Data for the server: pseudonyms a form was filled with become the true ones, so that nothing is renamed. */
export const withTrueNames = <Data>(data: Data): Data => (isDemoMode() ? names.reveal(data) : data)

/** Address of a file of the server, which in demo mode is asked to leave barns out of the file's name. */
export const addressWithoutNames = (path: string): string =>
  isDemoMode() ? `${path}${path.includes('?') ? '&' : '?'}unnamed=1` : path

export const failureAsShown = (failure: unknown): unknown => {
  // A failure without an answer names nobody.
  if (!isDemoMode() || !(failure instanceof CallFailed) || failure.status === 0) return failure
  const errors = Object.fromEntries(
    Object.entries(failure.errors).map(([field, texts]) => [field, texts.map(names.hideIn)]),
  )
  return new CallFailed(
    failure.status,
    { code: failure.code, message: names.hideIn(failure.message), errors },
    failure.retryAfter,
  )
}
