import { z } from 'zod'
import { Id, IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { OwnPassword, UserWithToken } from './users.ts'

const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: TimeOut,
  last_used_at: TimeOut.nullable(),
  /** Kept by the person's provider and there on their other devices, too. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** Bytes as base64url, as browsers give them in JSON. */
const Bytes = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000)

/** Answer of an authenticator that made a key (WebAuthn, RegistrationResponseJSON). */
const NewCredential = z.object({
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** Answer of an authenticator that signed a challenge (WebAuthn, AuthenticationResponseJSON). */
export const SignedChallenge = z.object({
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
})
export type SignedChallenge = z.output<typeof SignedChallenge>

export const PasskeyBegin = z.object({ password: OwnPassword })
export const PasskeyInput = z.object({ name: Name, credential: NewCredential })

export const passkeyEndpoints = endpoints({
  listPasskeys: {
    method: 'GET',
    path: '/user/passkeys',
    access: 'signedIn',
    scope: 'session',
    summary: "The caller's passkeys",
    response: z.array(Passkey),
  },
  beginPasskey: {
    method: 'POST',
    path: '/user/passkeys/begin',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Begin to add a passkey: what the browser asks an authenticator for (WebAuthn)',
    body: PasskeyBegin,
    status: 201,
    /** Options of `navigator.credentials.create`, as JSON. */
    response: z.object({ options: z.record(z.string(), z.unknown()) }),
    failures: ['invalid_user', 'reauthentication_needed', 'quota_reached'],
  },
  addPasskey: {
    method: 'POST',
    path: '/user/passkeys',
    access: 'signedIn',
    scope: 'session',
    summary: 'Add the passkey that an authenticator made',
    body: PasskeyInput,
    status: 201,
    response: Passkey,
    failures: ['invalid_code', 'conflict', 'quota_reached'],
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/user/passkeys/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Delete a passkey: it lets nobody in any more. The last way to sign in stays',
    params: IdParams,
    status: 204,
    failures: ['last_way_in'],
  },
  beginPasskeySignIn: {
    method: 'POST',
    path: '/passkeys/begin',
    access: 'public',
    summary: 'A challenge to sign in with any passkey of this installation; the same for everybody',
    status: 201,
    /** Options of `navigator.credentials.get`, as JSON. */
    response: z.object({ options: z.record(z.string(), z.unknown()) }),
  },
  signInByPasskey: {
    method: 'POST',
    path: '/passkeys/sign-in',
    access: 'public',
    summary: 'Sign in with the challenge a passkey has signed; no one-time code is asked for',
    body: z.object({ credential: SignedChallenge }),
    response: UserWithToken,
    failures: ['passkey_refused', 'email_not_verified', 'account_suspended'],
  },
})
