import { z } from 'zod'
import { SCOPES } from '../../rules/accounts/scopes.ts'
import { Id, IdParams, Name, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Last four characters of the token, to know it by. */
  tail: z.string(),
  created_at: TimeOut,
  /** Noted at most once an hour; null when it was never used. */
  last_used_at: TimeOut.nullable(),
  expires_at: TimeOut,
})
export type AccessToken = z.output<typeof AccessToken>

export const TokenInput = z.object({
  name: Name,
  scopes: z
    .array(z.enum(SCOPES))
    .max(SCOPES.length)
    .refine(scopes => scopes.length > 0, { params: { code: 'required' } }),
  /** End of the token: 90 days from now unless given, 365 at most. */
  expires_at: Time.optional(),
})

export const tokenEndpoints = endpoints({
  listTokens: {
    method: 'GET',
    path: '/tokens',
    access: 'signedIn',
    scope: 'session',
    summary: "The caller's access tokens, without the tokens themselves; the newest first",
    response: z.array(AccessToken),
  },
  createToken: {
    method: 'POST',
    path: '/tokens',
    access: 'signedIn',
    scope: 'session',
    summary: 'Make an access token for programs, shown this once. It opens what its scopes say and always ends',
    body: TokenInput,
    status: 201,
    response: AccessToken.extend({ token: z.string() }),
    failures: ['quota_reached', 'limit_exceeded'],
  },
  deleteToken: {
    method: 'DELETE',
    path: '/tokens/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Revoke an access token: it and its open streams end at once',
    params: IdParams,
    status: 204,
  },
})
