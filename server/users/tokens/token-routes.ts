import type { z } from 'zod'
import { type TokenInput, tokenEndpoints } from '#shared/contract/accounts/tokens.ts'
import { MAX_TOKEN_DAYS, SCOPES, TOKEN_DAYS, TOLD_DAYS } from '#shared/rules/accounts/scopes.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { writeAudit } from '../../audit/audit.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { hashOf } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { publishSessionsEnded } from '../administration/sessions-ended.ts'
import { writeTokenMail } from '../mails.ts'
import { holdOwner } from '../sign-in/sessions.ts'
import { deleteToken, insertToken, type TokenRow, tokensOf } from './token-store.ts'
import { newToken } from './tokens.ts'

const present = ({ scopes, ...row }: TokenRow) => ({ ...row, scopes: fromJson(scopes) })

/** End of a new access token. A day more than the most: whoever chose a date means all of that day, wherever they are. */
const endOf = (
  { now, t }: Pick<Services, 'now'> & { t: Words },
  { expires_at }: z.output<typeof TokenInput>,
): string => {
  const end = expires_at === undefined ? now() + TOKEN_DAYS * DAY_MS : Date.parse(expires_at)
  const refused = (sentence: string) => new Failure('no_valid_input', { fields: { expires_at: [sentence] } })
  if (end <= now()) throw refused(t('fields.must_be_ahead'))
  if (end > now() + (MAX_TOKEN_DAYS + 1) * DAY_MS) throw refused(t('fields.at_most_days', { days: MAX_TOKEN_DAYS }))
  return new Date(end).toISOString()
}

/** Time at which the owner is told that it ends; null for one that is told of soon enough when it is made. */
const tellAt = (now: number, end: string): string | null => {
  const at = Date.parse(end) - TOLD_DAYS * DAY_MS
  return at > now + DAY_MS ? new Date(at).toISOString() : null
}

const change = (field: 'scopes' | 'end', after: string) => ({ field, before: null, after })

export const tokenRoutes = serve(tokenEndpoints, {
  listTokens: async (_, { db, user }) => (await tokensOf(db, user.id)).map(present),

  createToken: async ({ body }, context) => {
    const { db, now, user, environment } = context
    const expires_at = endOf(context, body)
    const scopes = SCOPES.filter(scope => body.scopes.includes(scope))
    await countAttempt(context, 'token', user.id)
    const token = newToken()
    const made = await db.transaction().execute(async trx => {
      const owner = await holdOwner(context, trx)
      // Counted for administrators, too: each is one more way into an account.
      const kept = await tokensOf(trx, user.id)
      requireQuota({ environment, user: { ...user, admin: false } }, 'tokens', kept.length)
      const row = await insertToken(trx, {
        user_id: user.id,
        name: body.name,
        scopes: jsonOf(scopes),
        token_hash: hashOf(token),
        tail: token.slice(-4),
        created_at: isoNow(context),
        last_used_at: null,
        expires_at,
        tell_at: tellAt(now(), expires_at),
      })
      await writeAudit(context, trx, {
        action: 'token_created',
        user_id: user.id,
        name: row.name,
        changes: [change('scopes', scopes.join(', ')), change('end', expires_at)],
      })
      await writeTokenMail(context, trx, 'token_made', { user: owner, token: row })
      return row
    })
    sendSoon(context)
    return { ...present(made), token }
  },

  deleteToken: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      const gone = await deleteToken(trx, user.id, params.id)
      if (!gone) throw new Failure('not_found')
      await writeAudit(context, trx, { action: 'token_revoked', user_id: user.id, name: gone.name })
    })
    publishSessionsEnded(context, user.id)
    return undefined
  },
})
