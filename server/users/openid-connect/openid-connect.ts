import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_TIME_ZONE, type Language, TERMS_VERSION } from '#shared/contract/fixed.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { browserOf, markBrowser } from '../../kit/http/browser.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { mailOidcLink, writeSignInMail } from '../mails.ts'
import { enter } from '../sign-in/enter.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import {
  anyUser,
  beginAnew,
  insertUser,
  noteReauthenticated,
  setEmail,
  type UserRow,
  userOfEmail,
  userOfId,
  userOfSession,
} from '../store.ts'
import type { OidcClaims } from '../tables.ts'
import {
  type AttemptRow,
  insertAttempt,
  insertLink,
  insertLinkRequest,
  keepClaims,
  linkOfSubject,
  noteLinkUsed,
  takeAttempt,
  takeLinkRequest,
} from './oidc-store.ts'
import { addressOf, claimsOf, nameOfIssuer, providerName } from './provider.ts'
import { giveRoles } from './roles-given.ts'

type Context = Services & Acting & { request: FastifyRequest; reply: FastifyReply; language: Language }

/** Time somebody has to show who they are, and to accept the terms. */
const ATTEMPT_MS = 15 * MINUTE_MS

const after = ({ now }: Pick<Services, 'now'>, ms: number): string => new Date(now() + ms).toISOString()

/** Aim of a visit to the provider: to sign in, or something for whoever is signed in. */
type Aim = Pick<AttemptRow, 'purpose' | 'session_id'>
const TO_SIGN_IN: Aim = { purpose: null, session_id: null }

/** Begins a visit to the provider: what comes back works once, and in this browser alone. */
export const beginVisit = async (context: Context, aim: Aim = TO_SIGN_IN): Promise<string> => {
  if (providerName(context) === null) throw new Failure('not_found')
  const begun = { state: newSecret(), nonce: newSecret(), code_verifier: newSecret() }
  const url = await addressOf(context, begun, aim.purpose === 'reauthenticate')
  await insertAttempt(context.db, {
    state_hash: hashOf(begun.state),
    browser_hash: hashOf(markBrowser(context.request, context.reply)),
    nonce: begun.nonce,
    code_verifier: begun.code_verifier,
    claims: null,
    ...aim,
    expires_at: after(context, ATTEMPT_MS),
  })
  return url
}

const requireAttempt = async (context: Context, state: string, isProven: boolean) => {
  const browser = browserOf(context.request)
  const key = { state_hash: hashOf(state), browser_hash: hashOf(browser ?? '') }
  const attempt = browser === null ? undefined : await takeAttempt(context.db, key, isoNow(context))
  if (!attempt || (attempt.claims !== null) !== isProven) throw new Failure('oidc_failed')
  return attempt
}

/** Lets in whom the provider vouches for, or says what is missing. */
export const returnFromProvider = async (
  context: Context,
  { state, ...answer }: { state: string; code: string; iss?: string | undefined },
) => {
  const attempt = await requireAttempt(context, state, false)
  if (attempt.purpose !== null) return returnToSession(context, { ...attempt, state }, answer)
  const claims = await claimsOf(context, { ...attempt, state }, answer)
  const link = await linkOfSubject(context.db, claims)
  const linked = link && (await userOfId(context.db, link.user_id))
  if (link && linked) {
    const owner = await serializable(context.db, async db => {
      // The link may just have ended, by a new password for one.
      if (!(await noteLinkUsed(db, link.id, isoNow(context)))) throw new Failure('oidc_failed')
      await giveRoles(context, db, linked.id, claims.roles)
      return userOfId(db, linked.id)
    })
    if (!owner) throw new Failure('oidc_failed')
    // A password that is changed after this reading ends the way in, too.
    return { step: 'signed_in' as const, user: await enter(context, owner) }
  }
  // An address that the provider has not confirmed identifies nobody.
  if (claims.email === '') throw new Failure('oidc_email_needed')
  const owner = await userOfEmail(context.db, claims.email)
  if (owner?.email_verified_at) {
    await askOwner(context, owner, claims)
    return { step: 'link_mailed' as const, email: claims.email }
  }
  await keepClaims(context.db, attempt, claims, after(context, ATTEMPT_MS))
  return { step: 'terms' as const, name: claims.name, email: claims.email }
}

/** Ends a visit of somebody who is signed in: links the account there, or takes it as the sign that they are still themselves. */
const returnToSession = async (
  context: Context,
  attempt: AttemptRow & { state: string },
  answer: { code: string; iss?: string | undefined },
) => {
  const isAnew = attempt.purpose === 'reauthenticate'
  const elapsed = context.now() - (Date.parse(attempt.expires_at) - ATTEMPT_MS)
  const claims = await claimsOf(
    context,
    { ...attempt, ...(isAnew ? { maxAge: Math.ceil(elapsed / SECOND_MS) } : {}) },
    answer,
  )
  const at = isoNow(context)
  await context.db.transaction().execute(async db => {
    const owner = await lockOwner(db, attempt.session_id ?? 0, at)
    const link = await linkOfSubject(db, claims)
    if (link ? link.user_id !== owner.id : isAnew) throw new Failure('oidc_other_account')
    if (isAnew) return noteReauthenticated(db, attempt.session_id ?? 0, at)
    if (link) return
    const { issuer, subject } = claims
    if (!(await insertLink(db, { user_id: owner.id, issuer, subject, created_at: at, last_used_at: null })))
      throw new Failure('oidc_other_account')
    await writeAudit(context, db, { action: 'sign_in_linked', by: owner, user_id: owner.id, name: issuer })
    await writeSignInMail(context, db, 'sign_in_linked', owner, { provider: nameOfIssuer(context, issuer) })
  })
  sendSoon(context)
  return isAnew ? { step: 'reauthenticated' as const } : { step: 'linked' as const }
}

/** Locks the account of a session. Throws oidc_failed where the session has ended, also while this waited for the lock. */
const lockOwner = async (db: Database, sessionId: number, at: string) => {
  const found = await userOfSession(db, sessionId, at)
  if (found) await lockUser(db, found.id)
  // Ending all sessions must not leave one more way in behind.
  const owner = found && (await userOfSession(db, sessionId, at))
  if (!owner) throw new Failure('oidc_failed')
  return owner
}

/** Signs in with the account as it is by now: its roles may just have changed. */
const enterAgain = async (context: Context, { id }: Pick<UserRow, 'id'>) => {
  const user = await userOfId(context.db, id)
  if (!user) throw new Failure('oidc_failed')
  return enter(context, user)
}

/** Asks the owner of an account by mail: an address at a provider alone takes nobody's account over. */
const askOwner = async (context: Context, owner: UserRow, { issuer, subject }: OidcClaims): Promise<void> => {
  await countAttempt(context, 'oidc_link', owner.id)
  const token = newSecret()
  await insertLinkRequest(context.db, {
    token_hash: hashOf(token),
    user_id: owner.id,
    email: owner.email,
    issuer,
    subject,
    expires_at: after(context, DAY_MS),
  })
  await mailOidcLink(context, owner, providerName(context) ?? issuer, token)
}

/** Makes the account of somebody who has shown who they are and accepts the terms. */
export const signUpByOidc = async (context: Context, state: string) => {
  const { claims: kept } = await requireAttempt(context, state, true)
  if (kept === null) throw new Failure('oidc_failed')
  const claims = fromJson(kept)
  // A password that nobody knows; the profile sets one, or "password forgotten".
  const password_hash = await hashPassword(newSecret())
  const at = isoNow(context)
  const made = await serializable(context.db, async db => {
    // The first account is its administrator's, who chooses a password.
    if (!(await anyUser(db))) throw new Failure('oidc_failed')
    const known = await userOfEmail(db, claims.email)
    if (known?.email_verified_at) throw new Failure('oidc_failed')
    const chosen = {
      name: claims.name,
      password_hash,
      locale: context.language,
      policy_accepted: TERMS_VERSION,
      unknown_password_hash: password_hash,
      password_changed_at: at,
    }
    // A password that somebody else chose for an address they never confirmed does not become its owner's.
    const user = known
      ? await beginAnew(db, known.id, chosen)
      : await insertUser(db, {
          ...chosen,
          email: claims.email,
          username: claims.email,
          admin: 0,
          permissions: JSON.stringify([]),
          roles: jsonOf([]),
          suspended_at: null,
          last_seen_at: null,
          time_zone: DEFAULT_TIME_ZONE,
          formats: null,
          email_verified_at: null,
          pending_email: null,
          one_time_codes_since: null,
          created_at: at,
        })
    await setEmail(db, user.id, claims.email, at)
    const { issuer, subject } = claims
    if (!(await insertLink(db, { user_id: user.id, issuer, subject, created_at: at, last_used_at: at })))
      throw new Failure('oidc_failed')
    await writeAudit(context, db, { action: 'account_created', by: user, user_id: user.id })
    await writeAudit(context, db, { action: 'sign_in_linked', by: user, user_id: user.id, name: issuer })
    await giveRoles(context, db, user.id, claims.roles)
    return user
  })
  return enterAgain(context, made)
}

/** Lets an account at the provider sign in here, as its owner allows by the mailed link. Answers the address of the account. */
export const allowLink = async (context: Services & Acting, token: string): Promise<string> => {
  const at = isoNow(context)
  const email = await context.db.transaction().execute(async db => {
    const request = await takeLinkRequest(db, hashOf(token), at)
    const user = request && (await userOfId(db, request.user_id))
    // A link that went to an address that is no longer the account's lets nobody in.
    if (!request || !user || user.email !== request.email) throw new Failure('invalid_code')
    const { issuer, subject } = request
    const isNew = await insertLink(db, { user_id: user.id, issuer, subject, created_at: at, last_used_at: null })
    if (!isNew) throw new Failure('invalid_code')
    await writeAudit(context, db, { action: 'sign_in_linked', by: user, user_id: user.id, name: issuer })
    await writeSignInMail(context, db, 'sign_in_linked', user, { provider: providerName(context) ?? issuer })
    return user.email
  })
  sendSoon(context)
  return email
}
