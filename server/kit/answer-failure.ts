import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../shared/contract/errors.ts'
import { Failure } from './failure.ts'
import { languageOf, textsOf } from './language.ts'
import { isConflict, isDiskFull } from './store-error.ts'

/** The one place where anything thrown becomes the one error body. */
export const answerFailure = (
  error: FastifyError | Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const failure = error instanceof Failure ? error : new Failure(codeOf(error), { cause: error })
  if (failure.status === 500) request.log.error({ err: error }, 'defect')
  const retryAfter = failure.retryAfter ?? (failure.status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const texts = textsOf(request.language ?? languageOf(request.headers['accept-language']))
  const body: ErrorBody = {
    code: failure.code,
    message: texts.errors[failure.code],
    ...(failure.fields ? { errors: failure.fields } : {}),
  }
  return reply.status(failure.status).send(body)
}

const codeOf = (error: FastifyError): ErrorCode => {
  if (isDiskFull(error)) return 'busy'
  if (isConflict(error)) return 'conflict'
  if (error.statusCode === 413) return 'too_large'
  if (error.statusCode === 415) return 'wrong_content_type'
  if (error.statusCode === 429) return 'limit_exceeded'
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return 'unreadable_request'
  return 'something_wrong'
}
