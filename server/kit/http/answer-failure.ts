import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OWN_ANSWER } from '#shared/contract/call.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#shared/contract/errors.ts'
import { isAway, isConflict, isDiskFull } from '../database/store-error.ts'
import { Failure } from '../failure.ts'
import { languageOf, type Words, wordsIn } from '../language.ts'

const quotaText = ({ name, most }: NonNullable<Failure['quota']>, t: Words): string => t(`quotas.${name}`, { most })

/** The one place where anything thrown becomes the one error body. */
export const answerFailure = (
  error: FastifyError | Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const failure = error instanceof Failure ? error : new Failure(codeOf(error), { cause: error })
  if (failure.status === 500) request.log.error({ err: error }, 'defect')
  else if (isAway(error)) request.log.warn({ err: error }, 'a store is away')
  const retryAfter = failure.retryAfter ?? (failure.status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const t = wordsIn(request.language ?? languageOf(request.headers['accept-language']))
  const body: ErrorBody = {
    code: failure.code,
    message: failure.quota
      ? quotaText(failure.quota, t)
      : t(failure.scope ? `scopes.${failure.scope}` : `errors.${failure.code}`),
    ...(failure.fields ? { errors: failure.fields } : {}),
    ...(failure.quota ? { errors: { [failure.quota.name]: [quotaText(failure.quota, t)] } } : {}),
  }
  const isPrometheus = request.routeOptions.config?.failureForm === 'prometheus'
  return reply
    .status(isPrometheus && failure.status === 422 ? 400 : failure.status)
    .header(OWN_ANSWER.name, OWN_ANSWER.value)
    .send(isPrometheus ? { ...prometheusForm(failure, body), ...body } : body)
}

/** Fields by which programs that ask Prometheus are told of a failure (https://prometheus.io/docs/prometheus/latest/querying/api/). */
const prometheusForm = ({ status }: Failure, { message, errors = {} }: ErrorBody) => ({
  status: 'error',
  errorType:
    status === 503 || status === 429
      ? 'unavailable'
      : status >= 500
        ? 'internal'
        : status === 404
          ? 'not_found'
          : 'bad_data',
  error: [...new Set(Object.values(errors).flat())].join(' ') || message,
})

/** Answers what never becomes a request, since it is no HTTP or has too large a head; it gets the same body. */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'unreadable_request'
  const status = ERROR_STATUS[code]
  const body = JSON.stringify({ code, message: wordsIn('en')(`errors.${code}`) } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `${OWN_ANSWER.name}: ${OWN_ANSWER.value}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

const codeOf = (error: FastifyError): ErrorCode => {
  if (isDiskFull(error) || isAway(error)) return 'busy'
  if (isConflict(error)) return 'conflict'
  // An address with a part that is too long leads nowhere.
  if (error.statusCode === 414) return 'not_found'
  if (error.statusCode === 413) return 'too_large'
  if (error.statusCode === 415) return 'wrong_content_type'
  if (error.statusCode === 429) return 'limit_exceeded'
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return 'unreadable_request'
  return 'something_wrong'
}
