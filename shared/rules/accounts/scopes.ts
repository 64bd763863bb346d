/** Scopes an access token may have: each opens its own calls, none includes another. */
export const SCOPES = ['read', 'write', 'manage'] as const
export type Scope = (typeof SCOPES)[number]

/** Beginning of every access token, by which one that leaked can be found. No device key and no session begins so. */
export const TOKEN_PREFIX = 'bmt_'

/** Days after which an access token ends where nobody chose otherwise. */
export const TOKEN_DAYS = 90
/** Days that an access token lives at most. */
export const MAX_TOKEN_DAYS = 365
/** Days before its end on which the owner of an access token is told. */
export const TOLD_DAYS = 7
