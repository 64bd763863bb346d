import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { ButtonRow } from '../profile/profile-row.tsx'
import { useOpened } from '../reauthentication/opened.ts'
import { usePasskeysHere } from '../sign-in/other-ways.tsx'
import { LINKED, PASSKEYS } from './ways-read.ts'

const PasskeysDialog = lazyPart(() => import('./passkeys-dialog.tsx'))
const LinkedDialog = lazyPart(() => import('./linked-dialog.tsx'))

/** Row that leads to the person's passkeys; none where they work nowhere and there are none. */
export function PasskeysRow() {
  const { t } = useTranslation('users')
  const here = usePasskeysHere()
  const { data: setup } = useQuery(queryOf(api.getSetup, {}))
  const { data: passkeys } = useQuery(PASSKEYS)
  const [open, setOpen] = useOpened('passkeys')
  if (!here && !setup?.passkeys_at && !passkeys?.length) return null
  return (
    <>
      <ButtonRow
        icon={IconFingerprint}
        name={t('ways.passkeys')}
        value={passkeys && t('ways.passkey_count', { count: passkeys.length })}
        onClick={() => setOpen(true)}
      />
      <Suspense>{open && <PasskeysDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Row that leads to accounts at other providers; none where there is no other provider and nothing is linked. */
export function LinkedRow() {
  const { t } = useTranslation('users')
  const { data: setup } = useQuery(queryOf(api.getSetup, {}))
  const { data: linked } = useQuery(LINKED)
  const [open, setOpen] = useOpened('linked')
  if (!linked?.length && !setup?.oidc && !open) return null
  return (
    <>
      <ButtonRow
        icon={IconLogin2}
        name={t('ways.linked')}
        value={linked && (linked.map(({ issuer }) => new URL(issuer).hostname).join(', ') || t('ways.link_hint'))}
        onClick={() => setOpen(true)}
      />
      <Suspense>{open && <LinkedDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
