import { describe, expect, test } from 'vitest'
import type { Session, User } from '../../kit/api/session.ts'
import type { Screen } from '../../kit/routing/screen.ts'
import { SCREENS } from './all-screens.ts'
import { isNowhere, verdictOn } from './guard.ts'

const user = { id: 1, name: 'Marieke' } as User
const out: Session = { token: null, user: null }
const unknown: Session = { token: 't', user: null }
const known: Session = { token: 't', user }

describe('guard', () => {
  test('[specification §2] sends a stranger to sign-in and remembers where to', () => {
    expect(verdictOn('signedIn', out, '/data/3?interval=week')).toEqual({
      do: 'signIn',
      redirectFrom: '/data/3?interval=week',
    })
  })

  test('[specification §2] remembers the start page as any other', () => {
    expect(verdictOn('signedIn', out, '/')).toEqual({ do: 'signIn', redirectFrom: '/' })
  })

  test('[specification §2] validates a kept token before a protected screen opens', () => {
    expect(verdictOn('signedIn', unknown, '/devices')).toEqual({ do: 'validate' })
    expect(verdictOn('signedIn', known, '/devices')).toEqual({ do: 'enter' })
  })

  test('[specification §2] sends somebody signed in from sign-in to the start', () => {
    expect(verdictOn('visitor', known, '/sign-in')).toEqual({ do: 'home' })
    expect(verdictOn('visitor', out, '/sign-in')).toEqual({ do: 'enter' })
  })

  test('finds out whether a kept token still lets in before it sends anybody away from sign-in', () => {
    expect(verdictOn('visitor', unknown, '/sign-in?token=x')).toEqual({ do: 'validate' })
  })

  test('opens a screen for everyone, and finds out who is there where a token is kept', () => {
    expect(verdictOn('everyone', out, '/terms')).toEqual({ do: 'enter' })
    expect(verdictOn('everyone', unknown, '/terms')).toEqual({ do: 'validate' })
  })
})

const screenAt = (path: string): Screen => {
  const found = SCREENS.find(screen => screen.path === path)
  if (!found) throw new Error(`there is no screen at ${path}`)
  return found
}

describe('an id that is no number', () => {
  test.each([
    ['/devices/$id/mapping', 'abc', 'device'],
    ['/calibration/$id', 'xyz', 'device'],
    ['/alertrules/$id/edit', 'NaN', 'rule'],
    ['/data/schedule/$id', '1e3', 'location_research'],
    ['/data/{-$id}', '12', undefined],
    ['/data/{-$id}', undefined, undefined],
    ['/checklist/$id/edit', 'new', undefined],
    ['/checklist/$id/edit', 'other', 'checklist'],
  ])('%s with %s names what is not there: %s', (path, id, gone) => {
    const screen = screenAt(path)
    expect(isNowhere(screen, { id }) ? screen.names : undefined).toBe(gone)
  })

  test('is said of every screen with an id in its own words', () => {
    const named = SCREENS.filter(({ params }) => 'id' in params)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ names }) => names === undefined).map(({ path }) => path)).toEqual([])
  })
})

describe('the records of the screens', () => {
  test('have an address each', () => {
    const paths = SCREENS.map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
  })

  test('name only parents that are screens', () => {
    const parents = SCREENS.flatMap(({ parent }) => parent ?? [])
    expect(parents.map(path => screenAt(path).path)).toEqual(parents)
  })
})
