import { z } from 'zod'
import { TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { SignedChallenge } from './passkeys.ts'

const Reauthentication = z.object({
  /** Ways there are: the password, a passkey at this address, the other provider. */
  password: z.boolean(),
  passkey: z.boolean(),
  provider: z.boolean(),
  /** Time until which this session needs no password; null when the person has not just shown who they are. */
  until: TimeOut.nullable(),
})
export type Reauthentication = z.infer<typeof Reauthentication>

export const reauthenticationEndpoints = endpoints({
  getReauthentication: {
    method: 'GET',
    path: '/user/reauthentication',
    access: 'signedIn',
    scope: 'session',
    summary: 'How the caller can show again who they are, and whether they just have in this session',
    response: Reauthentication,
  },
  beginPasskeyReauthentication: {
    method: 'POST',
    path: '/user/reauthentication/passkey/begin',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'A challenge to show with a passkey of the account who one is',
    status: 201,
    /** Options of `navigator.credentials.get`, as JSON. */
    response: z.object({ options: z.record(z.string(), z.unknown()) }),
    failures: ['not_allowed'],
  },
  reauthenticateByPasskey: {
    method: 'POST',
    path: '/user/reauthentication/passkey',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Show with the challenge a passkey has signed who one is; stands for the password for ten minutes',
    body: z.object({ credential: SignedChallenge }),
    response: Reauthentication,
    failures: ['passkey_refused'],
  },
  beginOidcReauthentication: {
    method: 'POST',
    path: '/user/reauthentication/oidc',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary:
      'Begin to show at the other provider who one is: an address to go to, where it asks anew (OpenID Connect, `max_age=0`)',
    status: 201,
    response: z.object({ url: z.string() }),
    failures: ['not_found', 'oidc_failed'],
  },
})
