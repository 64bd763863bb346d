import { afterEach, describe, expect, test, vi } from 'vitest'
import { isNewVersionAvailable, retryLater, takeNewVersion, watch, watchServer } from './new-version.ts'

const worker = (state: ServiceWorkerState) => Object.assign(new EventTarget(), { state, postMessage: vi.fn() })
const registrationWith = (parts: object) =>
  Object.assign(new EventTarget(), { installing: null, waiting: null, update: async () => undefined, ...parts })
const stubController = (controller: unknown) =>
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller }) })

afterEach(() => {
  retryLater()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('[shell] a newer version', () => {
  test('is told to take over only when somebody wants it', () => {
    stubController({})
    const waiting = worker('installed')
    watch(registrationWith({ waiting }) as unknown as ServiceWorkerRegistration)
    expect(waiting.postMessage).not.toHaveBeenCalled()
    takeNewVersion()
    expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  })

  test('is noticed where the browser keeps nothing, and put off until the next time it is asked for', async () => {
    vi.useFakeTimers()
    let [answer, own] = ['<script src="/assets/start-one.js">', '1']
    vi.stubGlobal('fetch', async () => new Response(answer, { headers: { 'x-barnometer': own } }))
    const anHourLater = async () => {
      await vi.advanceTimersByTimeAsync(3_600_000)
      return isNewVersionAvailable()
    }
    watchServer('start-one.js')
    expect(await anHourLater()).toBe(false)
    // While the pages are being built there is none.
    ;[answer, own] = ['<html>', '1']
    expect(await anHourLater()).toBe(false)
    // A page of something on the way is not ours.
    ;[answer, own] = ['<script src="/assets/portal.js">', '']
    expect(await anHourLater()).toBe(false)
    ;[answer, own] = ['<script src="/assets/start-two.js">', '1']
    expect(await anHourLater()).toBe(true)
    retryLater()
    expect(isNewVersionAvailable()).toBe(false)
    expect(await anHourLater()).toBe(true)
  })

  test('is noticed that was on its way when the page began to look', () => {
    stubController({})
    const installing = worker('installing')
    const registration = registrationWith({ installing })
    watch(registration as unknown as ServiceWorkerRegistration)
    Object.assign(registration, { installing: null, waiting: Object.assign(installing, { state: 'installed' }) })
    installing.dispatchEvent(new Event('statechange'))
    expect(isNewVersionAvailable()).toBe(true)
  })

  test('is noticed while the page is open', () => {
    stubController({})
    const installing = worker('installing')
    const registration = registrationWith({ installing })
    watch(registration as unknown as ServiceWorkerRegistration)
    registration.dispatchEvent(new Event('updatefound'))
    Object.assign(registration, { installing: null, waiting: Object.assign(installing, { state: 'installed' }) })
    installing.dispatchEvent(new Event('statechange'))
    takeNewVersion()
    expect(installing.postMessage).toHaveBeenCalled()
  })
})
