import type { FastifyInstance, FastifyReply } from 'fastify'
import { API_BASE, OWN_ANSWER } from '#shared/contract/call.ts'

/** Seconds for which a browser remembers what another origin may. */
const REMEMBERED_S = 600
const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const HEADERS = 'authorization, content-type, accept-language'
/** Headers of answers that pages of other origins may read. */
const EXPOSED = ['content-disposition', 'link', 'retry-after', 'x-total-count', OWN_ANSWER.name].join(', ')

/**
 * Lets pages of other origins call the API, none unless the operator names it. They bring a token in a header; cookies are never
 * asked for, so no page can use what a browser remembers of this server.
 */
export const allowOrigins = (http: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return
  http.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${API_BASE}/`)) return
    // A cache must not give one origin what it kept of another.
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    reply.header('access-control-allow-methods', METHODS).header('access-control-allow-headers', HEADERS)
    return reply.header('access-control-max-age', String(REMEMBERED_S)).status(204).send()
  })
}

/** The same headers of an answer that is written past its reply. */
export const originHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    ['vary', 'access-control-allow-origin', 'access-control-expose-headers'].flatMap(name => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
