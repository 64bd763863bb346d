import { passkeyEndpoints } from '#shared/contract/accounts/passkeys.ts'
import { writeAudit } from '../../audit/audit.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { writeSignInMail } from '../mails.ts'
import { enter } from '../sign-in/enter.ts'
import { requireWayIn } from '../sign-in/last-way-in.ts'
import { deletePasskey, passkeysOf } from './passkey-store.ts'
import { addPasskey, beginPasskey, beginPasskeySignIn, presentPasskey, userOfPasskey } from './passkeys.ts'

export const passkeyRoutes = serve(passkeyEndpoints, {
  listPasskeys: async (_, { db, user }) => (await passkeysOf(db, user.id)).map(presentPasskey),

  beginPasskey: ({ body }, context) => beginPasskey(context, body.password),

  addPasskey: ({ body }, context) => addPasskey(context, body),

  deletePasskey: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      const gone = await deletePasskey(trx, user.id, params.id)
      if (!gone) throw new Failure('not_found')
      await requireWayIn(context, trx, user.id)
      await writeAudit(context, trx, { action: 'passkey_removed', user_id: user.id, name: gone.name })
      await writeSignInMail(context, trx, 'passkey_removed', user, { passkey: gone.name })
    })
    sendSoon(context)
    return undefined
  },

  beginPasskeySignIn: (_, context) => beginPasskeySignIn(context),

  signInByPasskey: async ({ body }, context) => {
    const user = await userOfPasskey(context, body.credential)
    if (!user.email_verified_at) throw new Failure('email_not_verified')
    return enter(context, user)
  },
})
