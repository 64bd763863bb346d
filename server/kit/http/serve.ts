import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#shared/contract/accounts/users.ts'
import type { Endpoint, RequestOf, ResponseInput } from '#shared/contract/endpoint.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Scope } from '#shared/rules/accounts/scopes.ts'
import type { Words } from '../language.ts'
import type { Services } from '../services.ts'

/** A caller who signed in, with the session the token belongs to. */
export type InSession = User & { session_id: number; token?: undefined }

/** A person's program, with the access token it came with. */
type Program = User & { session_id: null; token: { id: number; name: string; scopes: readonly Scope[] } }

export type SignedIn = InSession | Program

interface Anyone extends Services {
  language: Language
  t: Words
  request: FastifyRequest
  reply: FastifyReply
}

/** The caller and the services, as an endpoint's access promises them. */
export type Context<E extends Endpoint> = Anyone &
  (E['access'] extends 'device'
    ? { deviceId: number }
    : E['access'] extends 'deviceOrSignedIn'
      ? { deviceId: number; user: null } | { deviceId: undefined; user: SignedIn }
      : E['access'] extends 'metrics'
        ? { metricsKey: number }
        : E['access'] extends 'webhook'
          ? { account: number | null }
          : E['access'] extends 'public'
            ? { user: SignedIn | null }
            : { user: E extends { scope: 'session' } | { access: 'admin' } ? InSession : SignedIn })

export type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
  context: Context<E>,
) => Promise<ResponseInput<E>> | (E['file'] extends string ? unknown : Promise<ResponseInput<E>>)

export interface Served {
  name: string
  endpoint: Endpoint
  handler: (request: never, context: never) => unknown
}

/** Pairs endpoints with their handlers: a missing or an extra one does not compile. */
export const serve = <Map extends Record<string, Endpoint>>(
  map: Map,
  handlers: { [Name in keyof Map]: Handler<Map[Name]> },
): Served[] =>
  Object.entries(map).map(([name, endpoint]) => ({ name, endpoint, handler: handlers[name] as Served['handler'] }))

/** A question for the headers of a file alone: it is no download. */
export const isAboutHeaders = ({ request }: FastifyReply): boolean => request.method === 'HEAD'
