import { answerOf, CallFailed, urlOf } from '#shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '#shared/contract/endpoint.ts'
import { heard, isServerReachable } from '../browser/connection.ts'
import { failureAsShown, maskNames } from '../language/demo-mode.ts'
import { currentLanguage } from '../language/language.ts'
import { isRefusedToken } from './api.ts'
import { endSession, readSession } from './session.ts'

/** ms without a byte or an answer: the network was lost without a word. */
const STALLED = 120_000

/** Sends a body and says how much of it is on its way, 0 to 1; `fetch` has no way to say that. */
const send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  body: FormData | Blob,
  onProgress: (share: number) => void,
): Promise<ResponseOf<E>> => {
  const { token } = readSession()
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, urlOf(endpoint, input))
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('accept-language', currentLanguage())
    let stalled: ReturnType<typeof setTimeout> | undefined
    const moves = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => request.abort(), STALLED)
    }
    const lost = (failure: CallFailed) => {
      clearTimeout(stalled)
      // A body that does not get through says nothing about the server.
      void isServerReachable()
      failed(failure)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      moves()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const { status, responseText: text } = request
      const header = (name: string) => request.getResponseHeader(name)
      let answer: unknown
      try {
        answer = answerOf(endpoint, { status, text, header })
      } catch (failure) {
        if (!(failure instanceof CallFailed) || failure.status === 0) return lost(failure as CallFailed)
        clearTimeout(stalled)
        heard()
        if (isRefusedToken(failure) && readSession().token === token) endSession('refused')
        return failed(failureAsShown(failure))
      }
      clearTimeout(stalled)
      heard()
      done(maskNames(answer as ResponseOf<E>))
    }
    request.onerror = () => lost(new CallFailed(0, {}))
    request.onabort = () => lost(new CallFailed(0, {}))
    moves()
    request.send(body)
  })
}

/** Sends a file as a form does. */
export const uploadFile = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  file: File,
  onProgress: (share: number) => void,
): Promise<ResponseOf<E>> => {
  const body = new FormData()
  body.set('file', file)
  return send(endpoint, input, body, onProgress)
}

/** Sends bytes as the whole body, with their type. */
export const uploadBytes = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  bytes: Blob,
  onProgress: (share: number) => void,
): Promise<ResponseOf<E>> => send(endpoint, input, bytes, onProgress)
