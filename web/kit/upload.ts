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

/** Sends a file as a form does. `onProgress` hears the share that is sent, 0 to 1; `fetch` has no way to say that. */
export const uploadFile = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  file: File,
  onProgress: (share: number) => void,
): Promise<ResponseOf<E>> => {
  const { token } = readSession()
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, urlOf(endpoint, input))
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('accept-language', currentLanguage())
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      heard()
      const answer = answerOf(request.responseText)
      if (request.status >= 200 && request.status < 300) return done(asShown(answer as ResponseOf<E>))
      if (request.status === 401 && readSession().token === token) endSession('refused')
      failed(failureAsShown(new CallFailed(request.status, answer as Partial<ErrorBody>)))
    }
    request.onerror = () => {
      unheard()
      failed(new CallFailed(0, {}))
    }
    const body = new FormData()
    body.set('file', file)
    request.send(body)
  })
}
