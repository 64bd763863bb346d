import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { TERMS_VERSION } from '../fixed.ts'
import { UserWithToken } from './users.ts'

const State = z
  .string()
  .regex(/^[\w-]+$/)
  .max(100)

/** Step that a sign-in at another provider leads to. */
const OidcStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('signed_in'), user: UserWithToken }),
  /** The address has no account yet: one is made once the terms are accepted. */
  z.object({ step: z.literal('terms'), name: z.string(), email: z.string() }),
  /** The address has an account, which its owner is asked about by mail. */
  z.object({ step: z.literal('link_mailed'), email: z.string() }),
])

const LinkedSignIn = z.object({
  id: Id,
  /** Address of the provider. */
  issuer: z.string(),
  created_at: TimeOut,
  last_used_at: TimeOut.nullable(),
})
export type LinkedSignIn = z.infer<typeof LinkedSignIn>

export const openIdConnectEndpoints = endpoints({
  beginOidc: {
    method: 'POST',
    path: '/oidc/begin',
    access: 'public',
    summary: 'Begin to sign in with the other provider: an address to go to (OpenID Connect, with PKCE)',
    status: 201,
    response: z.object({ url: z.string() }),
    failures: ['not_found', 'oidc_failed'],
  },
  signInByOidc: {
    method: 'POST',
    path: '/oidc/sign-in',
    access: 'public',
    summary: 'Come back from the other provider, in the browser that went there',
    body: z.object({
      state: State,
      code: z.string().min(1).max(4000),
      /** Address of the provider, where it says who answers (RFC 9207). */
      iss: z.string().max(500).optional(),
    }),
    response: OidcStep,
    failures: ['oidc_failed', 'oidc_email_needed', 'account_suspended'],
  },
  signUpByOidc: {
    method: 'POST',
    path: '/oidc/sign-up',
    access: 'public',
    summary: 'Accept the terms, and make the account of who has just shown who they are at the other provider',
    body: z.object({ state: State, policy_accepted: z.literal(TERMS_VERSION) }),
    status: 201,
    response: UserWithToken,
    failures: ['oidc_failed'],
  },
  allowOidcLink: {
    method: 'POST',
    path: '/oidc/link',
    access: 'public',
    summary: 'Let an account at the other provider sign in here, with the token of the mailed link',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ email: z.string() }),
    failures: ['invalid_code'],
  },
  listLinkedSignIns: {
    method: 'GET',
    path: '/user/linked_sign_ins',
    access: 'signedIn',
    scope: 'session',
    summary: 'Accounts at other providers that sign the caller in',
    response: z.array(LinkedSignIn),
  },
  deleteLinkedSignIn: {
    method: 'DELETE',
    path: '/user/linked_sign_ins/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Let an account at another provider sign in no more',
    params: IdParams,
    status: 204,
  },
})
