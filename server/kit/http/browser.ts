import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#shared/contract/call.ts'
import { newSecret } from '../security/secrets.ts'

/** Lets in nowhere: it only tells a browser that signed in before from one that never did. */
const NAME = 'known_browser'
const LIFETIME_S = 400 * 86_400
const SECRET = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`)

/** The mark that this browser was given when somebody signed in; null when it has none. */
export const browserOf = (request: FastifyRequest): string | null =>
  SECRET.exec((request.headers.cookie ?? '').slice(0, 4096))?.[1] ?? null

/** Marks the browser, for other accounts as well, and returns the mark. */
export const markBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
  const mark = browserOf(request) ?? newSecret()
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${NAME}=${mark}; Path=${API_BASE}; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Strict${secure}`,
  )
  return mark
}
