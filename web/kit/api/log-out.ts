import { API_BASE, OWN_ANSWER } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { endSession, readSession } from './session.ts'

/** Tokens whose end the server has not been told of yet. */
const KEY = 'barnometer.left'

const readLeft = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

const writeLeft = (tokens: readonly string[]): void => {
  try {
    if (tokens.length > 0) localStorage.setItem(KEY, JSON.stringify(tokens))
    else localStorage.removeItem(KEY)
  } catch {
    // A full device: the session ends on the server by its age.
  }
}

/** Ends a session on the server, also while this page is being closed. Resolves with whether that is done. */
const endOnServer = async (token: string): Promise<boolean> => {
  try {
    const { status, headers } = await fetch(`${API_BASE}${api.logout.path}`, {
      method: api.logout.method,
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(45_000),
    })
    // A session that is not known there any more has ended, too.
    return headers.get(OWN_ANSWER.name) === OWN_ANSWER.value && status < 500
  } catch {
    return false
  }
}

/** Tells the server of sessions that ended here while it could not be reached. */
export const publishWhoLeft = async (): Promise<void> => {
  for (const token of readLeft()) if (await endOnServer(token)) writeLeft(readLeft().filter(other => other !== token))
}

/** Logs out at once, whether the server can be told or not. */
export const logOut = (): void => {
  const { token } = readSession()
  if (token !== null) writeLeft([...readLeft(), token])
  endSession()
  void publishWhoLeft()
}
