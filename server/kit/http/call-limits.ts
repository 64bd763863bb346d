import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { callPolicies, createCallLimit, type Limits } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import { browserOf } from './browser.ts'
import { networkOf } from './network-of.ts'

/** Tells whether somebody signed in to the account of an address from this browser before. */
export type KnowsBrowser = (email: string, browser: string) => Promise<boolean>

interface Hooks {
  /** Runs before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>
  /** Runs once the body is read. */
  preHandler?: (request: FastifyRequest) => Promise<void>
}

/**
 * Limits tries of what the public may change or what costs much, and of passwords asked for again. An account is counted
 * together with the address that tries, and a browser that signed in to it before by itself: nobody uses up the tries of
 * somebody else.
 */
export const createCallLimits = (services: Services, limits: Limits, knows: KnowsBrowser) => {
  const limit = createCallLimit(services)
  const policies = callPolicies(limits)

  const whoTries = async (request: FastifyRequest, email: string): Promise<string> => {
    const browser = browserOf(request)
    return browser !== null && (await knows(email, browser)) ? `browser ${browser}` : `address ${networkOf(request.ip)}`
  }

  return (endpoint: Endpoint, secretOf: (request: FastifyRequest) => string | undefined): Hooks => {
    const { path } = endpoint
    if (endpoint.asksPassword)
      return { preHandler: request => limit('password', `${path} ${secretOf(request)}`, policies.account) }
    if (endpoint.access !== 'public') return {}
    const onRequest = (request: FastifyRequest) =>
      limit('address', `${path} ${networkOf(request.ip)}`, policies.address)
    if (endpoint.method === 'GET') return endpoint.limited ? { onRequest } : {}
    return {
      onRequest,
      preHandler: async request => {
        const given = (request.body as { email?: unknown } | null)?.email
        if (typeof given !== 'string') return
        const email = given.trim().toLowerCase()
        const who = await whoTries(request, email)
        await limit('account', `${path} ${email} ${who}`, policies.account)
        // Asked for from wherever, for each is one more in somebody's mailbox; the newest of them works for the hour.
        if (endpoint.mails)
          await limit('mails', `${path} ${email} ${who.startsWith('browser') ? who : ''}`, policies.mails)
      },
    }
  }
}
