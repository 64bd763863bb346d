import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'

/** Names in the header `Link` the page of the same list that follows the one with the id `before`. */
export const linkNextPage = (
  { reply, request, publicUrl }: { reply: FastifyReply; request: FastifyRequest } & Pick<Services, 'publicUrl'>,
  before: number,
): void => {
  const address = new URL(request.url, publicUrl())
  address.searchParams.set('before', String(before))
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}
