import type { PasswordInputProps } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reauthentication } from '#shared/contract/accounts/reauthentication.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { signChallenge } from '../passkeys/sign-challenge.ts'
import { PasswordField } from '../password/password-field.tsx'
import { passwordForgotScreen } from '../screens.ts'
import { usePasskeysHere } from '../sign-in/other-ways.tsx'
import { keepWay } from '../sign-in/return-way.ts'
import visitor from '../sign-in/visitor.module.css'
import { Ways } from '../sign-in/ways.tsx'
import type { DialogName } from './opened.ts'
import { REAUTHENTICATION } from './reauthentication-read.ts'

/** Tells whether the person has a password to type. */
const HasPassword = createContext(true)

/** Value a form begins with for the own password; undefined where there is none to type. */
export const useOwnPassword = (): string | undefined => (useContext(HasPassword) ? '' : undefined)

/** Field for the own password; nothing for who has none and has shown in another way who they are. */
export function OwnPasswordField(props: PasswordInputProps) {
  return useContext(HasPassword) ? <PasswordField autoComplete="current-password" {...props} /> : null
}

interface WaysProps {
  ways: Reauthentication
  /** Dialog that opens again for who comes back from the provider. */
  opened: DialogName
}

/** Ways to show who one is without a password. */
function OwnWays({ ways, opened }: WaysProps) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const { data: setup } = useQuery(queryOf(api.getSetup, {}))
  const hasPasskeys = usePasskeysHere() && ways.passkey
  const byPasskey = async () => {
    const { options } = await ask(api.beginPasskeyReauthentication, {})
    const body = { credential: await signChallenge(options) }
    client.setQueryData(REAUTHENTICATION.queryKey, await ask(api.reauthenticateByPasskey, { body }))
  }
  const atProvider = async () => {
    const { url } = await ask(api.beginOidcReauthentication, {})
    keepWay(`/profile?open=${opened}`)
    window.location.assign(url)
  }
  return (
    <div className={visitor.ways}>
      <p>{t('reauthentication.text')}</p>
      <Ways
        passkey={
          hasPasskeys
            ? {
                label: t('reauthentication.passkey'),
                variant: 'filled',
                notUsed: t('reauthentication.not_used'),
                go: byPasskey,
              }
            : null
        }
        provider={
          setup?.oidc && ways.provider
            ? {
                label: t('reauthentication.provider', { provider: setup.oidc }),
                variant: hasPasskeys ? 'default' : 'filled',
                go: atProvider,
              }
            : null
        }
      />
      <ByMail />
    </div>
  )
}

function ByMail() {
  const { t } = useTranslation('users')
  const { email } = useUser()
  return (
    <p>
      <ScreenLink to={linkTo(passwordForgotScreen, { search: { email } })} className="bm-link">
        {t('reauthentication.by_mail')}
      </ScreenLink>
    </p>
  )
}

interface Props {
  opened: DialogName
  onClose: () => void
  children: ReactNode
}

/** Opens a dialog of the profile: who has no password shows first in another way who they are, before anything is typed. */
export function Reauthenticated({ opened, onClose, children }: Props) {
  const { t } = useTranslation('users')
  const { data, isError } = useQuery(REAUTHENTICATION)
  // Said once, as the dialog opens: what is typed there must not be lost when it is read again.
  const [has, setHas] = useState<boolean>()
  // A read that failed leaves it to the server to say what is missing; most people have a password.
  const found = isError && !data ? true : data && (data.password || data.until !== null) ? data.password : undefined
  if (has === undefined && found !== undefined) setHas(found)
  if (has !== undefined) return <HasPassword value={has}>{children}</HasPassword>
  if (!data) return null
  return (
    <Dialog opened title={t('reauthentication.title')} size={440} onClose={onClose}>
      <OwnWays ways={data} opened={opened} />
    </Dialog>
  )
}
