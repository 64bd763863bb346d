import i18next from 'i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { ask, isDoneWhenGone, mayRepeat } from './api.ts'
import { endSession, readSession, startSession, type User } from './session.ts'

const OWN = new Headers({ 'x-barnometer': '1' })
const answer = (status: number, body: unknown) =>
  Promise.resolve({ status, headers: OWN, text: () => Promise.resolve(JSON.stringify(body)) })
/** Something on the way, which answers in the place of the server. */
const foreign = (status: number, text: string) => () =>
  Promise.resolve({ status, headers: new Headers(), text: () => Promise.resolve(text) })
const stubFetch = (...answers: (() => Promise<unknown>)[]) => {
  const fetch = vi.fn()
  for (const one of answers) fetch.mockImplementationOnce(one)
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))

afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
})

/** Calls but for the question whether the server is there at all. */
const callsOf = (fetch: ReturnType<typeof stubFetch>) => fetch.mock.calls.filter(([url]) => url !== '/api/health')

describe('[specification §8] a call without an answer', () => {
  test('is tried once more when it only reads', async () => {
    const fetch = stubFetch(noAnswer, () => answer(200, []))
    await expect(ask(api.getSettings, {})).resolves.toEqual([])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('has deleted what is not there when it is tried once more', async () => {
    const gone = () => answer(404, { code: 'not_found', message: 'Not found.' })
    stubFetch(noAnswer, gone)
    await expect(ask(api.deleteDisplay, { params: { id: 7 } })).resolves.toBeUndefined()
    stubFetch(gone)
    await expect(ask(api.deleteDisplay, { params: { id: 7 } })).rejects.toMatchObject({ status: 404 })
    stubFetch(noAnswer, gone)
    await expect(ask(api.getLocation, { params: { id: 7 } })).rejects.toMatchObject({ status: 404 })
  })

  test('that deletes answers nothing, or is one of those that say what is left', () => {
    const deleting: Endpoint[] = Object.values(api).filter(({ method }) => method === 'DELETE')
    for (const endpoint of deleting) expect(isDoneWhenGone(endpoint), endpoint.path).toBe(!endpoint.response)
  })

  test('is not tried a third time', async () => {
    const fetch = stubFetch(noAnswer, noAnswer, () => answer(200, []))
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 0 })
    expect(callsOf(fetch)).toHaveLength(2)
  })

  test('is one whose answer ends in the middle, and one that somebody else answered', async () => {
    const cut = () => Promise.resolve({ status: 200, headers: OWN, text: () => Promise.reject(new TypeError('cut')) })
    stubFetch(cut, cut)
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 0, code: 'something_wrong' })
    const portal = foreign(200, '<html>Wi-Fi</html>')
    stubFetch(portal, portal)
    await expect(ask(api.login, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ status: 0 })
  })

  test('[beyond no. 12] is not repeated when that could create something twice', async () => {
    const fetch = stubFetch(noAnswer, () => answer(201, {}))
    const body = { name: 'BM 1', device_name: 'BM-1' }
    await expect(ask(api.createSensor, { body })).rejects.toMatchObject({ status: 0 })
    expect(callsOf(fetch)).toHaveLength(1)
  })

  test.each([
    [api.getSeries, true],
    [api.updateSensor, true],
    [api.deleteSensor, true],
    [api.authenticate, true],
    [api.login, true],
    [api.logout, true],
    [api.saveSettings, true],
    [api.createConsent, true],
    [api.register, false],
    [api.createLocation, false],
    [api.createKey, false],
    [api.createLocationResearch, false],
    [api.loadDemo, false],
  ])('$method $path may be repeated: %s', (endpoint, expected) => {
    expect(mayRepeat(endpoint)).toBe(expected)
  })
})

describe('an answer that is not of the product itself', () => {
  test.each([
    [200, '<html>Sign in to the Wi-Fi</html>'],
    [200, '{}'],
    [401, ''],
    [401, '{"code":"invalid_token"}'],
    [413, '<html>413 Request Entity Too Large</html>'],
    [502, '<html>502 Bad Gateway</html>'],
  ])('%i %s is none, and puts nobody out', async (status, text) => {
    startSession('token', { name: 'Marieke' } as User)
    stubFetch(foreign(status, text), foreign(status, text), foreign(status, text))
    await expect(ask(api.listLocations, {})).rejects.toMatchObject({ status: 0, foreign: status })
    expect(readSession().token).toBe('token')
  })

  test('only the word about the token itself puts somebody out', async () => {
    startSession('token', { name: 'Marieke' } as User)
    stubFetch(() => answer(401, {}))
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 401 })
    expect(readSession().token).toBe('token')
  })
})

describe('a network that was lost without a word', () => {
  const hangs = () => new Promise<never>(() => undefined)
  afterEach(() => vi.useRealTimers())

  test.each([
    [api.getSettings, 10_000],
    [api.listLocations, 30_000],
    [api.deleteSensor, 90_000],
    [api.createSensor, 45_000],
    [api.getStatistics, 240_000],
    [api.getEmissionLogbook, 240_000],
    [api.createEmissionReport, 120_000],
  ])('ends $method $path at last', async (endpoint, ms) => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', hangs)
    let failure: unknown
    void ask(endpoint as typeof api.getSettings, { params: { id: 1 } } as never).catch(thrown => {
      failure = thrown
    })
    await vi.advanceTimersByTimeAsync(ms - 100)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(200)
    expect(failure).toMatchObject({ status: 0 })
  })
})

describe('[decisions §13] what may have arrived', () => {
  test('says so, where it would be made a second time', async () => {
    const texts = vi.spyOn(i18next, 't').mockImplementation(((key: string) => key) as never)
    stubFetch(noAnswer)
    const body = { name: 'BM 1', device_name: 'BM-1' }
    await expect(ask(api.createSensor, { body })).rejects.toMatchObject({
      status: 0,
      message: 'app:not_known_whether_it_arrived',
    })
    stubFetch(noAnswer, noAnswer)
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 0, message: '' })
    texts.mockRestore()
  })
})

describe('[specification §8] a refused token', () => {
  test('ends the session', async () => {
    startSession('token', { name: 'Marieke' } as User)
    stubFetch(() => answer(401, { code: 'invalid_token', message: '' }))
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 401 })
    expect(readSession().token).toBeNull()
  })

  test('of an older session leaves the newer one alone', async () => {
    startSession('old', { name: 'Marieke' } as User)
    stubFetch(() => {
      startSession('new', { name: 'Marieke' } as User)
      return answer(401, { code: 'invalid_token', message: '' })
    })
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 401 })
    expect(readSession().token).toBe('new')
  })
})
