import type { FastifyReply, FastifyRequest } from 'fastify'

/** Names the next page of a list in the header `Link` (RFC 8288): the address asked for, with these parts of its query. */
export const setNextPage = (reply: FastifyReply, request: FastifyRequest, query: Record<string, number>): void => {
  // A relative address is one on this server, whatever its name is outside.
  const address = new URL(request.url, 'http://server')
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}
