import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { PasskeyInput, SignedChallenge } from '#shared/contract/accounts/passkeys.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { InSession } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { writeSignInMail } from '../mails.ts'
import { ownRow } from '../profile.ts'
import { requireReauthentication } from '../reauthentication/reauthentication.ts'
import { holdOwner } from '../sign-in/sessions.ts'
import { type UserRow, userOfId } from '../store.ts'
import {
  insertChallenge,
  insertPasskey,
  noteUse,
  type PasskeyRow,
  passkeyOfCredential,
  passkeysOf,
  takeChallenge,
} from './passkey-store.ts'

type Context = Services & Acting & { user: InSession; t: Words }

const CHALLENGE_MS = 5 * MINUTE_MS

/** Origin and name of the site that passkeys are for; null where its address is none a passkey can be for. */
export const passkeySite = ({ publicUrl }: Pick<Services, 'publicUrl'>): { origin: string; id: string } | null => {
  const { origin, hostname, protocol } = new URL(publicUrl())
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  // Browsers make keys behind HTTPS only, and for the machine itself.
  return protocol === 'https:' || hostname === 'localhost' ? { origin, id: hostname } : null
}

const requireSite = (services: Pick<Services, 'publicUrl'>): { origin: string; id: string } => {
  const site = passkeySite(services)
  if (!site) throw new Failure('not_allowed')
  return site
}

/** Name by which authenticators know an account: it says nothing of the person. */
const handleOf = (userId: number): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(`passkeys of account ${userId}`).digest())

/** Challenge to add a passkey to an account, to show again who the person of a session is, or without both to sign in. */
const newChallenge = async (
  services: Pick<Services, 'db' | 'now'>,
  { user_id = null, session_id = null }: { user_id?: number | null; session_id?: number | null } = {},
): Promise<string> => {
  const challenge = newSecret()
  const expires_at = new Date(services.now() + CHALLENGE_MS).toISOString()
  await insertChallenge(services.db, { challenge_hash: hashOf(challenge), user_id, session_id, expires_at })
  return challenge
}

/** Takes out the challenge that was signed, whether what signed it turns out right or not. */
const takeSigned = async (services: Pick<Services, 'db' | 'now'>, clientDataJSON: string) => {
  const challenge = challengeIn(clientDataJSON)
  const taken = challenge && (await takeChallenge(services.db, hashOf(challenge), isoNow(services)))
  return taken ? { challenge, user_id: taken.user_id, session_id: taken.session_id } : null
}

const challengeIn = (clientDataJSON: string): string | null => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const transportsOf = ({ transports }: PasskeyRow): string[] => fromJson(transports)

const namedKey = (row: PasskeyRow) => ({ id: row.credential_id, transports: transportsOf(row) })

const withoutAdmin = ({ environment, user }: Context) => ({ environment, user: { ...user, admin: false } })

export const presentPasskey = ({ synced, ...row }: PasskeyRow) => ({ ...row, synced: synced === 1 })

export const beginPasskey = async (context: Context, password: string | undefined) => {
  const site = requireSite(context)
  const row = await ownRow(context)
  await requireReauthentication(context, row, password, 'password')
  const kept = await passkeysOf(context.db, row.id)
  requireQuota(withoutAdmin(context), 'passkeys', kept.length)
  const options = await generateRegistrationOptions({
    rpName: 'Barnometer',
    rpID: site.id,
    userID: handleOf(row.id),
    userName: row.email,
    userDisplayName: row.name,
    challenge: Buffer.from(await newChallenge(context, { user_id: row.id }), 'base64url'),
    timeout: CHALLENGE_MS,
    excludeCredentials: kept.map(namedKey),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options } }
}

export const addPasskey = async (context: Context, { name, credential }: z.output<typeof PasskeyInput>) => {
  const site = requireSite(context)
  const { db, user } = context
  const signed = await takeSigned(context, credential.response.clientDataJSON)
  if (signed?.user_id !== user.id) throw new Failure('invalid_code')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {}, response: { ...credential.response, transports: [] } },
    expectedChallenge: signed.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw new Failure('invalid_code')
  const made = await db.transaction().execute(async trx => {
    const owner = await holdOwner(context, trx)
    requireQuota(withoutAdmin(context), 'passkeys', (await passkeysOf(trx, user.id)).length)
    const row = await insertPasskey(trx, {
      user_id: user.id,
      name,
      credential_id: registrationInfo.credential.id,
      public_key: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
      counter: registrationInfo.credential.counter,
      transports: jsonOf(credential.response.transports ?? []),
      synced: registrationInfo.credentialBackedUp ? 1 : 0,
      created_at: isoNow(context),
      last_used_at: null,
    })
    if (!row) throw new Failure('conflict')
    await writeAudit(context, trx, { action: 'passkey_added', user_id: user.id, name })
    await writeSignInMail(context, trx, 'passkey_added', owner, { passkey: name })
    return row
  })
  sendSoon(context)
  return presentPasskey(made)
}

export const beginPasskeySignIn = async (services: Services) => {
  const site = requireSite(services)
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: Buffer.from(await newChallenge(services), 'base64url'),
    timeout: CHALLENGE_MS,
    // No keys are named: that would tell whose account there is.
    allowCredentials: [],
    userVerification: 'required',
  })
  return { options: { ...options } }
}

/** Options to show with a passkey of the account that the person of the session is its owner. */
export const beginPasskeyReauthentication = async (context: Context) => {
  const site = requireSite(context)
  const kept = await passkeysOf(context.db, context.user.id)
  if (kept.length === 0) throw new Failure('not_allowed')
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: Buffer.from(await newChallenge(context, { session_id: context.user.session_id }), 'base64url'),
    timeout: CHALLENGE_MS,
    allowCredentials: kept.map(namedKey),
    userVerification: 'required',
  })
  return { options: { ...options } }
}

/**
 * The account that a signed challenge lets in to, or shows in a session to be its person's. Throws passkey_refused, the same for
 * whatever is wrong.
 */
export const userOfPasskey = async (
  services: Services & Acting,
  credential: SignedChallenge,
  sessionId: number | null = null,
): Promise<UserRow> => {
  const site = requireSite(services)
  const { db } = services
  const signed = await takeSigned(services, credential.response.clientDataJSON)
  const row = await passkeyOfCredential(db, credential.id)
  const user = row && (await userOfId(db, row.user_id))
  const failed = () =>
    writeAudit(services, db, {
      action: 'sign_in_failed',
      user_id: user?.id ?? null,
      name: user?.name ?? null,
    })
  if (!signed || signed.user_id !== null || signed.session_id !== sessionId || !row || !user) return refuse(failed)
  const handle = credential.response.userHandle
  if (handle !== undefined && handle !== handleOf(user.id).toString('base64url')) return refuse(failed)
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: signed.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return refuse(failed)
  const use = { counter: verified.authenticationInfo.newCounter, last_used_at: isoNow(services) }
  return (await noteUse(db, row, use)) ? user : refuse(failed)
}

const refuse = async (note: () => Promise<void>): Promise<never> => {
  await note()
  throw new Failure('passkey_refused')
}
