import { CallFailed, urlOf } from '../../shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { ErrorBody } from '../../shared/contract/errors.ts'
import { heard, unheard } from './connection.ts'
import { asShown, failureAsShown } from './demo-mode.ts'
import { currentLanguage } from './language.ts'
import { endSession, readSession } from './session.ts'

const answerOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

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
    request.upload.onprogress = ({ loaded, total }) => {
      moves()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      clearTimeout(stalled)
      heard()
      const answer = answerOf(request.responseText)
      if (request.status >= 200 && request.status < 300) return done(asShown(answer as ResponseOf<E>))
      if (request.status === 401 && readSession().token === token) endSession('refused')
      failed(failureAsShown(new CallFailed(request.status, answer as Partial<ErrorBody>)))
    }
    const lost = () => {
      clearTimeout(stalled)
      unheard()
      failed(new CallFailed(0, {}))
    }
    request.onerror = lost
    request.onabort = lost
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
