import { afterEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../shared/contract/index.ts'
import { ask, mayRepeat } from './api.ts'
import { endSession, readSession, startSession, type User } from './session.ts'

const answer = (status: number, body: unknown) =>
  Promise.resolve({ status, headers: { get: () => null }, text: () => Promise.resolve(JSON.stringify(body)) })
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

describe('[specification §8] a call without an answer', () => {
  test('is tried once more when it only reads', async () => {
    const fetch = stubFetch(noAnswer, () => answer(200, []))
    await expect(ask(api.getSettings, {})).resolves.toEqual([])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is not tried a third time', async () => {
    const fetch = stubFetch(noAnswer, noAnswer, () => answer(200, []))
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 0 })
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is one whose answer ends in the middle, and one that somebody else answered', async () => {
    const cut = () =>
      Promise.resolve({ status: 200, headers: { get: () => null }, text: () => Promise.reject(new TypeError('cut')) })
    stubFetch(cut, cut)
    await expect(ask(api.getSettings, {})).rejects.toMatchObject({ status: 0, code: 'something_wrong' })
    const portal = () =>
      Promise.resolve({ status: 200, headers: { get: () => null }, text: () => Promise.resolve('<html>Wi-Fi</html>') })
    stubFetch(portal, portal)
    await expect(ask(api.login, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ status: 0 })
  })

  test('[beyond no. 12] is not repeated when that could create something twice', async () => {
    const fetch = stubFetch(noAnswer, () => answer(201, {}))
    const body = { name: 'BM 1', device_name: 'BM-1' }
    await expect(ask(api.createSensor, { body })).rejects.toMatchObject({ status: 0 })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test.each([
    [api.getSeries, true],
    [api.updateSensor, true],
    [api.deleteSensor, true],
    [api.authenticate, true],
    [api.login, true],
    [api.logout, true],
    [api.saveSettings, true],
    [api.register, false],
    [api.createLocation, false],
    [api.createKey, false],
    [api.createLocationResearch, false],
    [api.loadDemo, false],
  ])('$method $path may be repeated: %s', (endpoint, expected) => {
    expect(mayRepeat(endpoint)).toBe(expected)
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
