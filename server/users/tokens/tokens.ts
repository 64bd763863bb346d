import { permissionsOf } from '#shared/rules/accounts/roles.ts'
import { TOKEN_PREFIX } from '#shared/rules/accounts/scopes.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { fromJson } from '../../kit/database/json.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { publicUser, rolesOf } from '../sign-in/sessions.ts'
import { noteTokenUse, personOfToken, personOfTokenId } from './token-store.ts'

type Stores = Pick<Services, 'db' | 'now'>
type Found = NonNullable<Awaited<ReturnType<typeof personOfToken>>>

export const newToken = (): string => `${TOKEN_PREFIX}${newSecret()}`

/** Length tells both apart: the token of a session may begin with any letters. */
const SHAPE = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`)
export const isAccessToken = (secret: string): boolean => SHAPE.test(secret)

/** The person as a program of theirs: what they may as administrator stays with who signs in. */
const asProgram = (row: Found) => ({
  ...publicUser(row),
  admin: false,
  permissions: permissionsOf(rolesOf(row).filter(role => role !== 'administrator')),
})

/** The person whose access token this is, null when it is unknown or over. Its use is noted at most once an hour. */
export const userOfAccessToken = async (services: Stores, secret: string): Promise<SignedIn | null> => {
  const { db, now } = services
  const row = await personOfToken(db, hashOf(secret), isoNow(services))
  if (!row) return null
  if (row.token_used_at === null || now() - Date.parse(row.token_used_at) > HOUR_MS)
    await noteTokenUse(db, row.token_id, isoNow(services))
  const token = { id: row.token_id, name: row.token_name, scopes: fromJson(row.token_scopes) }
  return { ...asProgram(row), session_id: null, token }
}

/** The person of an access token as they are now, null when it is over. */
export const callerOfToken = async (services: Stores, id: number) => {
  const row = await personOfTokenId(services.db, id, isoNow(services))
  return row ? asProgram(row) : null
}
