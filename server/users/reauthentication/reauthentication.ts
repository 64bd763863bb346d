import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { Failure } from '../../kit/failure.ts'
import type { InSession } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import { passwordMatches } from '../sign-in/passwords.ts'
import { hasPassword, reauthenticatedAt, type UserRow } from '../store.ts'

type Context = Pick<Services, 'db' | 'now'> & { user: InSession; t: Words }

/** Time for which somebody who has shown again who they are is not asked once more. */
const LASTS_MS = 10 * MINUTE_MS

/** Time until which the session needs no password, ISO 8601; null when its person has not just shown who they are. */
export const reauthenticatedUntil = async ({ db, now, user }: Omit<Context, 't'>): Promise<string | null> => {
  const at = await reauthenticatedAt(db, user.session_id)
  const until = at === null ? 0 : Date.parse(at) + LASTS_MS
  return until > now() ? new Date(until).toISOString() : null
}

/** Refusal of the own password, at the field where it is typed. */
export const wrongPassword = (t: Words, field: string): Failure =>
  new Failure('invalid_user', { fields: { [field]: [t('fields.wrong_password')] } })

/**
 * Requires that the person of the session has just shown who they are: with the password, or without one by a passkey or at the other
 * provider. `field` is where the password is typed.
 */
export const requireReauthentication = async (
  context: Context,
  row: UserRow,
  password: string | undefined,
  field: string,
): Promise<void> => {
  if (password !== undefined) {
    if (await passwordMatches(row.password_hash, password)) return
    throw wrongPassword(context.t, field)
  }
  if ((await reauthenticatedUntil(context)) !== null) return
  throw hasPassword(row)
    ? new Failure('no_valid_input', { fields: { [field]: [context.t('fields.required')] } })
    : new Failure('reauthentication_needed')
}
