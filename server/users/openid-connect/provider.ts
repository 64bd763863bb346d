import * as oidc from 'openid-client'
import { Email } from '#shared/contract/accounts/users.ts'
import { Name } from '#shared/contract/common.ts'
import type { Role } from '#shared/rules/accounts/roles.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Environment } from '../../environment.ts'
import { Failure } from '../../kit/failure.ts'
import type { Services } from '../../kit/services.ts'
import type { OidcClaims } from '../tables.ts'

interface KeptConfiguration {
  configuration: oidc.Configuration
  until: number
}

/** Configurations of providers, kept for an hour. */
const known = new Map<string, KeptConfiguration>()

/** Name of the provider people may sign in with, null where there is none. */
export const providerName = ({ environment }: Pick<Services, 'environment'>): string | null => {
  const { OIDC_ISSUER, OIDC_NAME } = environment
  return OIDC_ISSUER === undefined ? null : OIDC_NAME || new URL(OIDC_ISSUER).hostname
}

const isSameAddress = (one: string, other: string): boolean => new URL(one).href === new URL(other).href

/** Tells whether an issuer is the provider that people may sign in with now. */
export const isOfProvider = ({ environment }: Pick<Services, 'environment'>, issuer: string): boolean =>
  environment.OIDC_ISSUER !== undefined && isSameAddress(environment.OIDC_ISSUER, issuer)

/** Name of the provider of a link, which may be one that people could sign in with before. */
export const nameOfIssuer = (services: Pick<Services, 'environment'>, issuer: string): string =>
  (isOfProvider(services, issuer) ? providerName(services) : null) ?? new URL(issuer).hostname

/** The way a client proves itself: as the provider takes it, in the body where it takes both. */
const proofFor = ({ OIDC_CLIENT_SECRET }: Environment, metadata: oidc.ServerMetadata): oidc.ClientAuth => {
  if (OIDC_CLIENT_SECRET === '') return oidc.None()
  const taken = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return taken.includes('client_secret_post')
    ? oidc.ClientSecretPost(OIDC_CLIENT_SECRET)
    : oidc.ClientSecretBasic(OIDC_CLIENT_SECRET)
}

const discover = async ({ environment }: Pick<Services, 'environment'>): Promise<oidc.Configuration> => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = environment
  if (OIDC_ISSUER === undefined) throw new Failure('not_found')
  const key = `${OIDC_ISSUER} ${OIDC_CLIENT_ID}`
  const before = known.get(key)
  if (before && before.until > Date.now()) return before.configuration
  // A provider without TLS is one the operator named, on a network of theirs.
  const execute = OIDC_ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const found = await oidc.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, undefined, oidc.None(), { execute })
  const metadata = found.serverMetadata()
  const configuration = new oidc.Configuration(metadata, OIDC_CLIENT_ID, undefined, proofFor(environment, metadata))
  for (const allow of execute) allow(configuration)
  known.set(key, { configuration, until: Date.now() + HOUR_MS })
  return configuration
}

/** Throws oidc_failed for whatever the provider or the network refused, and says in the log what it was. */
const orFailed = async <Answer>(services: Pick<Services, 'log'>, work: Promise<Answer>): Promise<Answer> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure) throw error
    services.log.warn({ err: error }, 'sign-in with the other provider failed')
    throw new Failure('oidc_failed')
  }
}

const returnAddress = ({ publicUrl }: Pick<Services, 'publicUrl'>): string => `${publicUrl()}/sign-in/oidc`

export interface AuthorizationRequest {
  state: string
  nonce: string
  code_verifier: string
}

/** Address at the provider where somebody shows who they are; `isAnew` has it ask also who is signed in there. */
export const addressOf = (
  services: Services,
  { state, nonce, code_verifier }: AuthorizationRequest,
  isAnew: boolean,
): Promise<string> =>
  orFailed(
    services,
    (async () => {
      const url = oidc.buildAuthorizationUrl(await discover(services), {
        redirect_uri: returnAddress(services),
        scope: services.environment.OIDC_SCOPES,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        ...(isAnew ? { prompt: 'login', max_age: '0' } : {}),
      })
      return url.href
    })(),
  )

type Claims = Record<string, unknown>

/** Address that is confirmed: one answer says both, for each may name another address. The first that does counts. */
export const confirmedAddress = (...answers: readonly Claims[]): string | undefined => {
  const said = answers.find(({ email, email_verified }) => email !== undefined && email_verified !== undefined)
  return said?.email_verified === true ? Email.safeParse(said.email).data : undefined
}

/**
 * Identity that the provider gives whoever comes back with this code. `maxAge`, in seconds, is the time in which they must have shown
 * there who they are: a provider need not do what it was asked for. Throws oidc_failed, oidc_email_needed.
 */
export const claimsOf = (
  services: Services,
  begun: AuthorizationRequest & { maxAge?: number },
  answer: { code: string; iss?: string | undefined },
): Promise<OidcClaims> => orFailed(services, readClaims(services, begun, answer))

const readClaims = async (
  services: Services,
  { state, nonce, code_verifier, maxAge }: AuthorizationRequest & { maxAge?: number },
  { code, iss }: { code: string; iss?: string | undefined },
): Promise<OidcClaims> => {
  const configuration = await discover(services)
  const address = new URL(returnAddress(services))
  address.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: code_verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
    ...(maxAge === undefined ? {} : { maxAge }),
  })
  const proven = tokens.claims()
  if (!proven) throw new Failure('oidc_failed')
  const more =
    configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await oidc.fetchUserInfo(configuration, tokens.access_token, proven.sub)
  const claims: Claims = { ...more, ...proven }
  const email = confirmedAddress(proven, more)
  return {
    issuer: proven.iss,
    subject: proven.sub,
    email: email ?? '',
    name: Name.safeParse(claims.name).data ?? email?.split('@')[0] ?? proven.sub,
    roles: rolesIn(services.environment, claims),
  }
}

/** Roles that the provider's claim gives; null where no claim does. A claim that is missing gives none. */
const rolesIn = ({ OIDC_ROLES_CLAIM, OIDC_ROLES }: Environment, claims: Claims): Role[] | null => {
  if (OIDC_ROLES_CLAIM === '') return null
  const given = claims[OIDC_ROLES_CLAIM]
  const values = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(/[\s,]+/) : []
  return [...new Set(OIDC_ROLES.filter(({ value }) => values.includes(value)).map(({ role }) => role))]
}
