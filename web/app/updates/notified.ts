import type { ProductRouter } from '../routing/router.tsx'

/** Tells whether somebody fills something in, or was asked something: the page on screen stays then. */
const isBusy = (): boolean => document.querySelector('form, [role="dialog"]') !== null

/** Goes to where a tapped notification leads, if nothing here is lost by it; the service worker opens a page of its own else. */
export const goWhereNotified = (router: Pick<ProductRouter, 'navigate'>): void => {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    if (typeof data?.go !== 'string') return
    const goes = !isBusy()
    ports[0]?.postMessage(goes)
    if (goes) void router.navigate({ href: data.go })
  })
}
