import type { z } from 'zod'
import type { Scope } from '../rules/accounts/scopes.ts'

/** Callers that are let in at all. Whether the thing asked for is theirs, the handler decides. */
export type Access =
  | 'public'
  | 'signedIn'
  | 'admin'
  | 'pro-analysis'
  | 'research-analysis'
  | 'device'
  | 'deviceOrSignedIn'
  | 'webhook'
  | 'metrics'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base, e.g. `/locations/:id`. */
  path: string
  /** True for the few endpoints that live outside the API base because others fixed their address. */
  root?: boolean
  access: Access
  /**
   * Scope that an access token needs where the method does not tell it: `read` of what only works something out,
   * `write` of what stores measurements, `session` of what no token opens.
   */
  scope?: 'read' | 'write' | 'session'
  /** Answers after the same time whoever is asked for: time would tell whether an address has an account. */
  constantTime?: true
  /** Mails something to the `email` of its body: only a few times an hour, and with that the codes there are to guess. */
  mails?: true
  /** Answers anybody with what costs work or a whole file: calls from one address are limited although they change nothing. */
  limited?: true
  /** Takes the caller's password again: tries are limited as at sign-in. */
  asksPassword?: true
  /** The secret it takes is no person's: the handler looks at it. */
  ownSecret?: true
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Failures in the form of another program that asks, beside the product's own. */
  failureForm?: 'prometheus'
  /** Media types of the body, `application/json` unless said. */
  bodyTypes?: readonly string[]
  /** The body is any bytes, at most so many. */
  bytes?: number
  response?: z.ZodType
  /** Media type, for an endpoint that answers with a file or a stream instead of JSON. */
  file?: string
  /** Status of a success: 200 unless said; 204 has no body. */
  status?: 200 | 201 | 202 | 204
  /** Further failures worth naming in the documentation. */
  failures?: readonly string[]
}

/**
 * Scope an access token needs for a call; `session` where none opens it, null where nobody has to be signed in. A new call that
 * changes something needs `manage` until it says otherwise, and one of administrators is for sessions always.
 */
export const scopeOf = ({ access, method, scope }: Endpoint): Scope | 'session' | null => {
  if (access === 'public' || access === 'device' || access === 'webhook' || access === 'metrics') return null
  if (access === 'admin') return 'session'
  return scope ?? (method === 'GET' ? 'read' : 'manage')
}

export const endpoints = <const Map extends Record<string, Endpoint>>(map: Map): Map => map

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Given<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** Request as a handler gets it: each part checked and converted. */
export interface RequestOf<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { [K in Name]?: z.input<Schema> }
    : { [K in Name]: z.input<Schema> }
  : { [K in Name]?: undefined }

/** Input a caller gives. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** Answer a handler returns (before the response schema drops undeclared fields). */
export type ResponseInput<E extends Endpoint> = E['response'] extends z.ZodType ? Given<E['response']> : undefined

/** Answer a caller gets. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? Parsed<E['response']> : undefined
