import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSession, keepUser, readSession, setUser, startSession, type User } from './session.ts'

const KEY = 'barnometer.token'
const marieke = { name: 'Marieke' } as User
const reload = vi.fn()

/** Change that another tab made to what is kept; the news of it comes afterwards, one by one. */
const told = (key: string | null = KEY) => window.dispatchEvent(new StorageEvent('storage', { key }))

beforeEach(() => {
  vi.stubGlobal('location', { reload })
  startSession('mariekes', marieke)
})
afterEach(() => {
  localStorage.clear()
  endSession()
  reload.mockClear()
  vi.unstubAllGlobals()
})

describe('an answer about the person signed in', () => {
  const renamed = { name: 'Marieke Vos' } as User

  test('is taken over', async () => {
    expect(await keepUser(Promise.resolve(renamed))).toBe(renamed)
    expect(readSession()).toEqual({ token: 'mariekes', user: renamed })
  })

  test.each([
    ['has ended', () => endSession(), { token: null, user: null }],
    [
      'is that of somebody else',
      () => startSession('piets', { name: 'Piet' } as User),
      { token: 'piets', user: { name: 'Piet' } },
    ],
  ])('is not where the session %s by the time it comes', async (_, end, now) => {
    let come = (_: User) => {}
    const answer = keepUser(new Promise(resolve => (come = resolve)))
    end()
    come(renamed)
    expect(await answer).toBe(renamed)
    expect(readSession()).toEqual(now)
  })
})

describe('a session in several tabs', () => {
  test('ends where another tab ended it', () => {
    localStorage.removeItem(KEY)
    told()
    expect(readSession()).toEqual({ token: null, user: null })
    expect(reload).not.toHaveBeenCalled()
  })

  test('ends with its person, also where no token is left', () => {
    endSession()
    setUser(marieke)
    endSession()
    expect(readSession()).toEqual({ token: null, user: null })
  })

  test('ends where all that is kept was cleared', () => {
    localStorage.clear()
    told(null)
    expect(readSession().token).toBeNull()
  })

  test('gives way to somebody who signed in elsewhere, also when one hears late that somebody left before', () => {
    localStorage.removeItem(KEY)
    localStorage.setItem(KEY, 'piets')
    told()
    expect(reload).toHaveBeenCalled()
    expect(localStorage.getItem(KEY)).toBe('piets')
  })

  test('of a page that comes back from the browser history is looked at again', () => {
    localStorage.setItem(KEY, 'piets')
    window.dispatchEvent(new Event('pageshow'))
    expect(reload).toHaveBeenCalled()
  })

  test('that is refused does not take the newer one of another tab with it', () => {
    localStorage.setItem(KEY, 'piets')
    endSession('refused')
    expect(readSession().token).toBeNull()
    expect(localStorage.getItem(KEY)).toBe('piets')
  })
})
