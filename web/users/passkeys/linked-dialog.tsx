import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkBegin } from '#shared/contract/accounts/openid-connect.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../profile/profile.module.css'
import { OwnPasswordField, Reauthenticated, useOwnPassword } from '../reauthentication/reauthenticated.tsx'
import { REAUTHENTICATION } from '../reauthentication/reauthentication-read.ts'
import { keepWay } from '../sign-in/return-way.ts'
import { LINKED } from './ways-read.ts'

/** Form that leads to the other provider, to link the account there. */
function LinkProvider({ provider, onClose }: { provider: string; onClose: () => void }) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useContractForm({
    body: LinkBegin,
    initialValues: { password: useOwnPassword() },
    toBody: values => values,
    send: async body => {
      const { url } = await ask(api.beginLink, { body })
      keepWay('/profile?msg=sign_in_linked')
      window.location.assign(url)
    },
  })
  return (
    <FormDialog
      opened
      title={t('ways.link', { provider })}
      action={t('ways.link_go', { provider })}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p>{t('ways.link_text', { provider })}</p>
      <OwnPasswordField label={t('current_password')} {...form.getInputProps('password')} />
    </FormDialog>
  )
}

function Linked({ onLink }: { onLink: () => void }) {
  const { t } = useTranslation(['users', 'form'])
  const { time_zone } = useUser()
  const linked = useRead(LINKED)
  const { provider } = useRead(REAUTHENTICATION)
  const { oidc } = useRead(queryOf(api.getSetup, {}))
  const list = useRef<HTMLUListElement>(null)
  const end = useApiMutation(api.deleteLinkedSignIn, { refresh: [api.listLinkedSignIns, api.getReauthentication] })
  return (
    <>
      <p>{t('ways.linked_text')}</p>
      <ul className={classes.sessions} ref={list} tabIndex={-1}>
        {linked.map(({ id, issuer, created_at }) => (
          <li key={id}>
            <span className={classes.rowText}>
              <b>{new URL(issuer).hostname}</b>
              <span>{t('sessions.since', { time: momentIn(created_at, time_zone) })}</span>
            </span>
            <Button
              variant="default"
              loading={end.isPending}
              onClick={() => end.mutate({ params: { id } }, { onSuccess: () => list.current?.focus() })}
            >
              {t('ways.unlink')} <span className="bm-hidden">{new URL(issuer).hostname}</span>
            </Button>
          </li>
        ))}
      </ul>
      {linked.length === 0 && (
        <p className="bm-muted" role="status">
          {t('ways.none_linked')}
        </p>
      )}
      {oidc && !provider && (
        <Button fullWidth leftSection={<IconPlus size={20} stroke={1.9} />} onClick={onLink}>
          {t('ways.link', { provider: oidc })}
        </Button>
      )}
      {end.isError && <Note status="act_now">{end.error.message || t('form:no_answer')}</Note>}
    </>
  )
}

/** Accounts at other providers that sign the person in: to link one, and to end what should not go on. */
export default function LinkedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const { data: setup } = useQuery(queryOf(api.getSetup, {}))
  const [isLinking, setLinking] = useState(false)
  const stop = () => setLinking(false)
  if (isLinking && setup?.oidc)
    return (
      <Reauthenticated opened="linked" onClose={stop}>
        <LinkProvider provider={setup.oidc} onClose={stop} />
      </Reauthenticated>
    )
  return (
    <Dialog opened title={t('ways.linked')} size={520} onClose={onClose}>
      <ReadBoundary>
        <Linked onLink={() => setLinking(true)} />
      </ReadBoundary>
    </Dialog>
  )
}
