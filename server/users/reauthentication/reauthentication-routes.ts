import { type Reauthentication, reauthenticationEndpoints } from '#shared/contract/accounts/reauthentication.ts'
import type { Acting } from '../../audit/audit.ts'
import { Failure } from '../../kit/failure.ts'
import { type InSession, serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { linksOf } from '../openid-connect/oidc-store.ts'
import { beginVisit } from '../openid-connect/openid-connect.ts'
import { isOfProvider } from '../openid-connect/provider.ts'
import { passkeysOf } from '../passkeys/passkey-store.ts'
import { beginPasskeyReauthentication, passkeySite, userOfPasskey } from '../passkeys/passkeys.ts'
import { ownRow } from '../profile.ts'
import { hasPassword, noteReauthenticated } from '../store.ts'
import { reauthenticatedUntil } from './reauthentication.ts'

const present = async (context: Services & Acting & { user: InSession; t: Words }): Promise<Reauthentication> => {
  const { db, user } = context
  const links = await linksOf(db, user.id)
  return {
    password: hasPassword(await ownRow(context)),
    passkey: passkeySite(context) !== null && (await passkeysOf(db, user.id)).length > 0,
    provider: links.some(({ issuer }) => isOfProvider(context, issuer)),
    until: await reauthenticatedUntil(context),
  }
}

export const reauthenticationRoutes = serve(reauthenticationEndpoints, {
  getReauthentication: (_, context) => present(context),

  beginPasskeyReauthentication: (_, context) => beginPasskeyReauthentication(context),

  reauthenticateByPasskey: async ({ body }, context) => {
    const { db, user } = context
    const shown = await userOfPasskey(context, body.credential, user.session_id)
    if (shown.id !== user.id) throw new Failure('passkey_refused')
    if (!(await noteReauthenticated(db, user.session_id, isoNow(context)))) throw new Failure('invalid_token')
    return present(context)
  },

  beginOidcReauthentication: async (_, context) => ({
    url: await beginVisit(context, { purpose: 'reauthenticate', session_id: context.user.session_id }),
  }),
})
