import { afterEach, expect, test } from 'vitest'
import { endSession, startSession, type User } from '../api/session.ts'
import { ALL, changeHomeView } from './home-view.ts'

const [MARIEKE, PIET] = [{ id: 1 } as User, { id: 2 } as User]
const kept = () => JSON.parse(sessionStorage.getItem('barnometer.home') ?? '{}')

afterEach(() => {
  endSession()
  changeHomeView(ALL)
  sessionStorage.clear()
})

test('the view of home stays with who has chosen it, and is not shown to who signs in next', () => {
  startSession('mariekes', MARIEKE)
  changeHomeView({ farm: 3, search: 'sows' })
  startSession('mariekes again', MARIEKE)
  expect(kept()).toMatchObject({ farm: 3, search: 'sows' })
  // A tab that slept has not heard that Marieke left.
  startSession('piets', PIET)
  expect(kept()).toMatchObject({ farm: null, search: '' })
})
