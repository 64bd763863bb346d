import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { Role } from '#shared/rules/accounts/roles.ts'
import type { Scope } from '#shared/rules/accounts/scopes.ts'
import type { Formats } from '#shared/rules/formats/formats.ts'
import type { Json } from '../kit/database/json.ts'

/** Identity of somebody at another provider, in the words of that. */
export interface OidcClaims {
  issuer: string
  subject: string
  email: string
  name: string
  roles: Role[] | null
}

export interface UserTables {
  users: {
    id: Generated<number>
    email: string
    name: string
    username: string
    password_hash: string
    /** Hash of a password that nobody knows, while that is the account's: people of another provider have no other at first. */
    unknown_password_hash: string | null
    admin: number
    /** Written for the release before, which reads it; permissions follow from `admin` and `roles`. */
    permissions: string
    /** Roles besides that of an administrator, which `admin` is. */
    roles: Json<Role[]>
    suspended_at: string | null
    /** Time somebody was here, to the hour. */
    last_seen_at: string | null
    locale: Language
    time_zone: string
    /** Formats that the person has chosen; null for none, as rows of an older release have. */
    formats: Json<Partial<Formats>> | null
    policy_accepted: string
    email_verified_at: string | null
    pending_email: string | null
    password_changed_at: string
    /** Time since which sign-in asks for a one-time code; null when it does not. */
    one_time_codes_since: string | null
    /** 1 for people of the demo farm, who go with it; nobody signs in to their accounts. */
    demo: number | null
    created_at: string
  }
  /**
   * Secrets kept as they are: the server works codes out of them. `last_step` is the newest step of 30 s whose code was
   * used.
   */
  one_time_secrets: { user_id: number; secret: string; last_step: number; wrong: number; wrong_at: string }
  backup_codes: { user_id: number; code_hash: string }
  sessions: {
    id: Generated<number>
    user_id: number
    token_hash: string
    created_at: string
    last_used_at: string
    expires_at: string
    agent: string
    /** Time at which the person showed again who they are, without a password. */
    reauthenticated_at: string | null
  }
  /** `tell_at`: when its owner is told of its end; null when that is done or needless. */
  access_tokens: {
    id: Generated<number>
    user_id: number
    name: string
    scopes: Json<Scope[]>
    token_hash: string
    tail: string
    created_at: string
    last_used_at: string | null
    expires_at: string
    tell_at: string | null
  }
  /** Passkeys (WebAuthn). `public_key` in base64url, `counter` as the authenticator counts its uses. */
  passkeys: {
    id: Generated<number>
    user_id: number
    name: string
    credential_id: string
    public_key: string
    counter: number
    transports: Json<string[]>
    /** Kept by the person's provider, and there on their other devices, too. */
    synced: number
    created_at: string
    last_used_at: string | null
  }
  /**
   * Challenges that wait to be signed; `user_id` is set where an account adds a passkey, `session_id` where the person of a session
   * shows again who they are.
   */
  passkey_challenges: {
    challenge_hash: string
    user_id: number | null
    session_id: number | null
    expires_at: string
  }
  /** Accounts at other providers (OpenID Connect) that let in to an account here. */
  linked_sign_ins: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    created_at: string
    last_used_at: string | null
  }
  /**
   * Visits to another provider that are under way, of one browser. `claims` are those of somebody who has shown who they are and
   * has to accept the terms first. Without a `purpose` it is a sign-in, else it is of somebody whose session `session_id` is.
   */
  oidc_attempts: {
    state_hash: string
    purpose: 'link' | 'reauthenticate' | null
    session_id: number | null
    browser_hash: string
    nonce: string
    code_verifier: string
    claims: Json<OidcClaims> | null
    expires_at: string
  }
  /** Links mailed to an account that another provider's account is to let in to. */
  oidc_link_requests: {
    token_hash: string
    user_id: number
    email: string
    issuer: string
    subject: string
    expires_at: string
  }
  /** `email` is the address the link was mailed to. */
  email_verifications: { token_hash: string; user_id: number; email: string; expires_at: string }
  /** Changes of address, which the owner of `old_email` can stop with the mailed link, or undo. */
  email_changes: {
    id: Generated<number>
    user_id: number
    old_email: string
    new_email: string
    token_hash: string
    expires_at: string
  }
  /** Browsers that an account was signed in to from. */
  known_browsers: { user_id: number; token_hash: string; used_at: string }
  /** `code_hash` is of six digits with a few tries, `link_hash` of what the link in the same mail brings. */
  password_codes: { user_id: number; code_hash: string; link_hash: string; expires_at: string; tries_left: number }
}
