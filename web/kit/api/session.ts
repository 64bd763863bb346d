import type { User } from '#shared/contract/accounts/users.ts'
import { createStoreListeners, useExternalStore } from '../browser/external-store.ts'
import { isServer } from '../first-paint/first-render.ts'

export type { User }

export interface Session {
  token: string | null
  /** User signed in; null until the server has said whose token it is. */
  user: User | null
}

const KEY = 'barnometer.token'
const listeners = createStoreListeners()
let session: Session = { token: isServer ? null : localStorage.getItem(KEY), user: null }

const change = (next: Session): void => {
  session = next
  listeners.tell()
}

export const onSessionChange = listeners.listen

export const readSession = (): Session => session

export const startSession = (token: string, user: User): void => {
  localStorage.setItem(KEY, token)
  change({ token, user })
}

export const setUser = (user: User): void => change({ ...session, user })

/**
 * Takes over what a call says of the person signed in; it is made in the session there is now. An answer that comes once that has ended,
 * or another has begun, is about somebody else.
 */
export const keepUser = async (answer: Promise<User>): Promise<User> => {
  const { token } = session
  const user = await answer
  if (session.token === token) setUser(user)
  return user
}

/** Why somebody is out: they left, here or in another tab, the server refused their token, or they deleted their account. */
export type SessionEnd = 'left' | 'refused' | 'deleted'
let lastEnd: SessionEnd = 'left'

/** Ends the session in this browser. The server goes on with it unless it knows already: `logOut` tells it. */
export const endSession = (how: SessionEnd = 'left'): void => {
  // A token another tab keeps there by now is somebody else's.
  if (localStorage.getItem(KEY) === session.token) localStorage.removeItem(KEY)
  lastEnd = how
  if (session.token !== null || session.user !== null) change({ token: null, user: null })
}

/** Calls back when somebody who was in is out, here or by another tab. */
export const onSessionEnd = (listener: (how: SessionEnd, who: User) => void): (() => void) => {
  let before = session.user
  return onSessionChange(() => {
    const who = before
    before = session.user
    if (who && session.token === null) listener(lastEnd, who)
  })
}

/** Goes along with what another tab did. News may come late and several at once, so what is kept now is what counts. */
const follow = (): void => {
  const kept = localStorage.getItem(KEY)
  if (kept === session.token) return
  if (kept === null) endSession()
  else location.reload()
}

if (!isServer) {
  // An event without a key says that all of the storage was cleared.
  window.addEventListener('storage', ({ key }) => (key === KEY || key === null) && follow())
  // A page that comes back from the browser's history has heard of nothing.
  window.addEventListener('pageshow', follow)
}

export const useSession = (): Session => useExternalStore(onSessionChange, readSession, facts => facts.session)

/** The signed-in user; only for screens behind the guard. */
export const useUser = (): User => {
  const { user } = useSession()
  if (!user) throw new Error('useUser is for screens behind the guard')
  return user
}
