import { openIdConnectEndpoints } from '#shared/contract/accounts/openid-connect.ts'
import { writeAudit } from '../../audit/audit.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { writeSignInMail } from '../mails.ts'
import { ownRow } from '../profile.ts'
import { requireReauthentication } from '../reauthentication/reauthentication.ts'
import { requireWayIn } from '../sign-in/last-way-in.ts'
import { deleteLink, linksOf } from './oidc-store.ts'
import { allowLink, beginVisit, returnFromProvider, signUpByOidc } from './openid-connect.ts'
import { nameOfIssuer } from './provider.ts'

export const openIdConnectRoutes = serve(openIdConnectEndpoints, {
  beginOidc: async (_, context) => ({ url: await beginVisit(context) }),

  signInByOidc: ({ body }, context) => returnFromProvider(context, body),

  signUpByOidc: ({ body }, context) => signUpByOidc(context, body.state),

  allowOidcLink: async ({ body }, context) => ({ email: await allowLink(context, body.token) }),

  listLinkedSignIns: (_, { db, user }) => linksOf(db, user.id),

  beginLink: async ({ body }, context) => {
    await requireReauthentication(context, await ownRow(context), body.password, 'password')
    return { url: await beginVisit(context, { purpose: 'link', session_id: context.user.session_id }) }
  },

  deleteLinkedSignIn: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      const gone = await deleteLink(trx, user.id, params.id)
      if (!gone) throw new Failure('not_found')
      await requireWayIn(context, trx, user.id)
      await writeAudit(context, trx, { action: 'sign_in_unlinked', user_id: user.id, name: gone.issuer })
      await writeSignInMail(context, trx, 'sign_in_unlinked', user, { provider: nameOfIssuer(context, gone.issuer) })
    })
    sendSoon(context)
    return undefined
  },
})
