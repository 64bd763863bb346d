import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { TERMS_VERSION } from '../fixed.ts'
import { OwnPassword, UserWithToken } from './users.ts'

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
  /** The account there signs in to that of the session from now on. */
  z.object({ step: z.literal('linked') }),
  /** The person of the session has shown again who they are. */
  z.object({ step: z.literal('reauthenticated') }),
])

export const LinkBegin = z.object({ password: OwnPassword })

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
    failures: ['oidc_failed', 'oidc_email_needed', 'oidc_other_account', 'account_suspended'],
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
  beginLink: {
    method: 'POST',
    path: '/user/linked_sign_ins',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Begin to link an account at the other provider: an address to go to in this browser',
    body: LinkBegin,
    status: 201,
    response: z.object({ url: z.string() }),
    failures: ['not_found', 'invalid_user', 'reauthentication_needed', 'oidc_failed'],
  },
  deleteLinkedSignIn: {
    method: 'DELETE',
    path: '/user/linked_sign_ins/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Let an account at another provider sign in no more. The last way to sign in stays',
    params: IdParams,
    status: 204,
    failures: ['last_way_in'],
  },
})
