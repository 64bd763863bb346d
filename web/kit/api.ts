import { CallFailed, call } from '../../shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '../../shared/contract/endpoint.ts'
import { api } from '../../shared/contract/index.ts'
import { takeBegun } from './begun.ts'
import { heard, unheard } from './connection.ts'
import { asShown, asTrue, failureAsShown } from './demo-mode.ts'
import { currentLanguage } from './language.ts'
import { endSession, readSession } from './session.ts'

const noAnswer = (failure: unknown): boolean => failure instanceof CallFailed && failure.status === 0

/** POSTs that do no harm when they arrive twice. */
const HARMLESS: readonly Endpoint[] = [api.authenticate, api.login, api.logout, api.saveSettings]

/**
 * Whether a call may be tried again when no answer came (specification §8). It may have arrived all the same, and creating
 * something twice is worse than saying that it failed: only what does the same when it is done twice.
 */
export const mayRepeat = (endpoint: Endpoint): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(endpoint.method) || HARMLESS.includes(endpoint)

const tellSession = (failure: unknown, token: string | null): never => {
  const stillSame = readSession().token === token
  if (failure instanceof CallFailed && failure.status === 401 && stillSame) endSession('refused')
  throw failure
}

const tellConnection = (failure: unknown): never => {
  if (noAnswer(failure)) unheard()
  else heard()
  throw failure
}

/** Asks the server. A harmless call is tried once more when nothing came back; a refused token ends the session. */
export const ask = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> => {
  const { token } = readSession()
  const language = currentLanguage()
  const once = () =>
    call(endpoint, asTrue(input), {
      fetch: (url, init) => takeBegun(init.method, url, { token, language }) ?? window.fetch(url, init),
      token: token ?? undefined,
      language,
    }).then(asShown, failure => {
      throw failureAsShown(failure)
    })
  return once()
    .catch(failure => {
      if (noAnswer(failure) && mayRepeat(endpoint)) return once()
      throw failure
    })
    .then(
      answer => {
        heard()
        return answer
      },
      failure => tellConnection(failure),
    )
    .catch(failure => tellSession(failure, token))
}
