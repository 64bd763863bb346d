import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { writeAudit } from '../audit/audit.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { markBrowser } from '../kit/http/browser.ts'
import { serve } from '../kit/http/serve.ts'
import { mqttAddress } from '../kit/mqtt-address.ts'
import { hashOf } from '../kit/security/secrets.ts'
import { isoNow } from '../kit/services.ts'
import { confirmEmail, stopEmailChange, tellChanged } from './address/email-change.ts'
import { publishSessionsEnded } from './administration/sessions-ended.ts'
import { requireOneTimeCode } from './one-time-codes/one-time-codes.ts'
import { providerName } from './openid-connect/provider.ts'
import { passkeySite } from './passkeys/passkeys.ts'
import { removeUser, updateUser } from './profile.ts'
import { enter } from './sign-in/enter.ts'
import { noteBrowser } from './sign-in/known-browser-store.ts'
import { passwordMatches } from './sign-in/passwords.ts'
import { requestCode, resetPassword } from './sign-in/recovery.ts'
import { register, sendVerification } from './sign-in/register.ts'
import { publicUser } from './sign-in/sessions.ts'
import {
  anyUser,
  deleteSession,
  deleteSessionsOf,
  sessionsOf,
  setLocale,
  takeVerification,
  userOfEmail,
} from './store.ts'

export const userRoutes = serve(userEndpoints, {
  getSetup: async (_, { db, environment, publicUrl }) => ({
    first_account: !(await anyUser(db)),
    mail: environment.SMTP_URL !== undefined,
    plans: environment.PLANS_TO_CHOOSE,
    passkeys_at: passkeySite({ publicUrl })?.origin ?? null,
    oidc: providerName({ environment }),
    mqtt: mqttAddress({ environment, publicUrl }) !== null,
    version: PRODUCT_VERSION,
  }),

  register: async ({ body }, context) => ({ message: await register(context, body) }),

  verifyEmail: async ({ body }, context) => {
    // Places and rentals follow the address: all of it, or nothing.
    const confirmed = await serializable(context.db, async db => {
      const taken = await takeVerification(db, hashOf(body.token), isoNow(context))
      const done = taken && (await confirmEmail(db, taken, isoNow(context)))
      if (done && done.old !== null)
        await writeAudit(context, db, {
          action: 'email_changed',
          by: done.user,
          user_id: done.user.id,
          changes: [{ field: 'email', before: done.old, after: done.user.email }],
        })
      return done
    })
    if (!confirmed) throw new Failure('invalid_code')
    const { user, old } = confirmed
    if (old !== null) await tellChanged(context, user, old)
    return { message: 'email_verified' as const, email: user.email }
  },

  stopEmailChange: async ({ body }, context) => ({ email: await stopEmailChange(context, body.token) }),

  resendVerification: async ({ body }, context) => {
    const user = await userOfEmail(context.db, body.email)
    if (user && !user.email_verified_at) await sendVerification(context, user)
    return { message: 'email_verification_sent' }
  },

  login: async ({ body }, context) => {
    const user = await userOfEmail(context.db, body.email.trim().toLowerCase())
    // Noted for an address without an account, too: both take the same time. The address itself may be a password typed
    // into the wrong field.
    const failed = () =>
      writeAudit(context, context.db, { action: 'sign_in_failed', user_id: user?.id ?? null, name: user?.name ?? null })
    if (!(await passwordMatches(user?.password_hash ?? null, body.password)) || !user) {
      await failed()
      throw new Failure('invalid_user')
    }
    if (!user.email_verified_at) throw new Failure('email_not_verified')
    await requireOneTimeCode(context, user, body.one_time_code).catch(async failure => {
      if (body.one_time_code !== undefined) await failed()
      throw failure
    })
    return enter(context, user)
  },

  authenticate: async (_, { user }) => user,

  requestPasswordCode: async ({ body }, context) => {
    await requestCode(context, body.email)
    return { message: 'password_code_sent' }
  },

  resetPassword: async ({ body }, context) => {
    const userId = await resetPassword(context, body)
    // The browser belongs to whoever has the mailbox: no mail need tell of the sign-in that follows.
    await noteBrowser(context.db, userId, markBrowser(context.request, context.reply), isoNow(context))
    return { message: 'password_changed' }
  },

  listSessions: async (_, context) => {
    const rows = await sessionsOf(context.db, context.user.id, isoNow(context))
    return rows.map(row => ({ ...row, current: row.id === context.user.session_id }))
  },

  endOtherSessions: async (_, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      await deleteSessionsOf(trx, user.id, user.session_id)
      await writeAudit(context, trx, { action: 'sessions_ended', user_id: user.id })
    })
    publishSessionsEnded(context, user.id)
    return undefined
  },

  endSession: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      if (!(await deleteSession(trx, user.id, params.id))) throw new Failure('not_found')
      await writeAudit(context, trx, { action: 'session_ended', user_id: user.id })
    })
    publishSessionsEnded(context, user.id)
    return undefined
  },

  updateUser: async ({ body }, context) => {
    const row = await updateUser(context, body)
    if (body.password !== undefined)
      await noteBrowser(context.db, row.id, markBrowser(context.request, context.reply), isoNow(context))
    return publicUser(row)
  },

  deleteUser: async ({ body }, context) => {
    await removeUser(context, body.password)
    return undefined
  },

  logout: async (_, context) => {
    const { db, user, reply } = context
    await db.transaction().execute(async trx => {
      await deleteSession(trx, user.id, user.session_id)
      await writeAudit(context, trx, { action: 'sign_out', user_id: user.id })
    })
    publishSessionsEnded(context, user.id)
    // Photos stay with the browser for minutes; browsers heed this behind HTTPS only.
    reply.header('clear-site-data', '"cache"')
    return undefined
  },

  updateLocale: async ({ body }, { db, user }) => {
    if (body.email !== user.email) throw new Failure('not_allowed')
    const row = await setLocale(db, user.id, body.locale)
    if (!row) throw new Failure('invalid_token')
    return publicUser(row)
  },
})
