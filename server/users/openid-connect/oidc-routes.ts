import { openIdConnectEndpoints } from '#shared/contract/accounts/openid-connect.ts'
import { writeAudit } from '../../audit/audit.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import { deleteLink, linksOf } from './oidc-store.ts'
import { allowLink, beginOidc, returnFromProvider, signUpByOidc } from './openid-connect.ts'

export const openIdConnectRoutes = serve(openIdConnectEndpoints, {
  beginOidc: async (_, context) => ({ url: await beginOidc(context) }),

  signInByOidc: ({ body }, context) => returnFromProvider(context, body),

  signUpByOidc: ({ body }, context) => signUpByOidc(context, body.state),

  allowOidcLink: async ({ body }, context) => ({ email: await allowLink(context, body.token) }),

  listLinkedSignIns: (_, { db, user }) => linksOf(db, user.id),

  deleteLinkedSignIn: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      const gone = await deleteLink(trx, user.id, params.id)
      if (!gone) throw new Failure('not_found')
      await writeAudit(context, trx, { action: 'sign_in_unlinked', user_id: user.id, name: gone.issuer })
    })
    return undefined
  },
})
