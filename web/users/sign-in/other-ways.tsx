import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFirstRender } from '../../kit/first-paint/first-render.ts'
import { signChallenge } from '../passkeys/sign-challenge.ts'
import { pathAfterSignIn } from './after-sign-in.ts'
import { begin } from './enter.ts'
import { keepWay } from './return-way.ts'
import classes from './visitor.module.css'
import { Ways } from './ways.tsx'

/** Tells whether passkeys work in this browser at this address. */
export const usePasskeysHere = (): boolean => {
  const { data } = useQuery(queryOf(api.getSetup, {}))
  // The server renders for an address and a browser it cannot see.
  const isTakenOver = useFirstRender() === null
  return isTakenOver && 'PublicKeyCredential' in window && data?.passkeys_at === window.location.origin
}

const signInByPasskey = async (): Promise<void> => {
  const { options } = await ask(api.beginPasskeySignIn, {})
  await begin(await ask(api.signInByPasskey, { body: { credential: await signChallenge(options) } }))
}

const goToProvider = async (redirectFrom: string | undefined): Promise<void> => {
  const { url } = await ask(api.beginOidc, {})
  keepWay(pathAfterSignIn(redirectFrom))
  window.location.assign(url)
}

/** Ways to sign in without the password: a passkey, and the provider the installation trusts. Nothing where there is neither. */
export function OtherWays({ redirectFrom }: { redirectFrom: string | undefined }) {
  const { t } = useTranslation('users')
  const router = useRouter()
  const hasPasskeys = usePasskeysHere()
  const { data } = useQuery(queryOf(api.getSetup, {}))
  const provider = data?.oidc
  if (!hasPasskeys && !provider) return null
  const byPasskey = async () => {
    await signInByPasskey()
    await router.navigate({ href: pathAfterSignIn(redirectFrom), replace: true })
  }
  return (
    <div className={classes.ways}>
      <Ways
        passkey={
          hasPasskeys
            ? { label: t('ways.passkey'), variant: 'default', notUsed: t('ways.not_used'), go: byPasskey }
            : null
        }
        provider={
          provider
            ? { label: t('ways.provider', { provider }), variant: 'default', go: () => goToProvider(redirectFrom) }
            : null
        }
      />
    </div>
  )
}
