import { Button } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFirstRender } from '../../kit/first-paint/first-render.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { signChallenge } from '../passkeys/sign-challenge.ts'
import { pathAfterSignIn } from './after-sign-in.ts'
import { begin } from './enter.ts'
import { keepWay } from './return-way.ts'
import classes from './visitor.module.css'

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
  const { t } = useTranslation(['users', 'form'])
  const router = useRouter()
  const hasPasskeys = usePasskeysHere()
  const { data } = useQuery(queryOf(api.getSetup, {}))
  const [busy, setBusy] = useState<'passkey' | 'provider' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const provider = data?.oidc
  if (!hasPasskeys && !provider) return null
  const go = async (way: 'passkey' | 'provider', work: () => Promise<void>) => {
    setBusy(way)
    setFailure(null)
    try {
      await work()
    } catch (thrown) {
      // Closing the window of the browser is a change of mind, no fault to tell of.
      const said = thrown instanceof CallFailed ? thrown.message || t('form:no_answer') : null
      setFailure(said ?? (way === 'passkey' ? t('ways.not_used') : t('form:no_answer')))
      setBusy(null)
    }
  }
  const byPasskey = async () => {
    await signInByPasskey()
    await router.navigate({ href: pathAfterSignIn(redirectFrom), replace: true })
  }
  return (
    <div className={classes.ways}>
      {hasPasskeys && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconFingerprint size={20} stroke={1.8} />}
          loading={busy === 'passkey'}
          disabled={busy === 'provider'}
          onClick={() => void go('passkey', byPasskey)}
        >
          {t('ways.passkey')}
        </Button>
      )}
      {provider && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconLogin2 size={20} stroke={1.8} />}
          loading={busy === 'provider'}
          disabled={busy === 'passkey'}
          onClick={() => void go('provider', () => goToProvider(redirectFrom))}
        >
          {t('ways.provider', { provider })}
        </Button>
      )}
      {failure && <Note status="act_now">{failure}</Note>}
    </div>
  )
}
