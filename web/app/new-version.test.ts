import { afterEach, describe, expect, test, vi } from 'vitest'
import { putOff, takeNewVersion, watch } from './new-version.ts'

const worker = (state: ServiceWorkerState) => Object.assign(new EventTarget(), { state, postMessage: vi.fn() })
const registrationWith = (parts: object) =>
  Object.assign(new EventTarget(), { installing: null, waiting: null, update: async () => undefined, ...parts })
const stubController = (controller: unknown) =>
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller }) })

afterEach(() => {
  putOff()
  vi.unstubAllGlobals()
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
