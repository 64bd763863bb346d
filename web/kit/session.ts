import type { z } from 'zod'
import type { User as UserSchema } from '../../shared/contract/users.ts'
import { createListeners, useOutside } from './outside.ts'

export type User = z.infer<typeof UserSchema>

export interface Session {
  token: string | null
  /** Null until the server has said whose token it is. */
  user: User | null
}

const KEY = 'barnometer.token'
const listeners = createListeners()
let session: Session = { token: localStorage.getItem(KEY), user: null }

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

/** Why somebody is out: they left, here or in another tab, or the server refused their token. */
export type SessionEnd = 'left' | 'refused'
let lastEnd: SessionEnd = 'left'

export const endSession = (how: SessionEnd = 'left'): void => {
  localStorage.removeItem(KEY)
  lastEnd = how
  if (session.token !== null) change({ token: null, user: null })
}

/** Calls back when somebody who was in is out, here or by another tab. */
export const onSessionEnd = (listener: (how: SessionEnd) => void): (() => void) => {
  let wasIn = session.user !== null
  return onSessionChange(() => {
    if (wasIn && session.token === null) listener(lastEnd)
    wasIn = session.user !== null
  })
}

window.addEventListener('storage', event => {
  if (event.key !== KEY || event.newValue === session.token) return
  if (event.newValue === null) endSession()
  else location.reload()
})

export const useSession = (): Session => useOutside(onSessionChange, readSession)

/** The signed-in user; only for screens behind the guard. */
export const useUser = (): User => {
  const { user } = useSession()
  if (!user) throw new Error('useUser is for screens behind the guard')
  return user
}
