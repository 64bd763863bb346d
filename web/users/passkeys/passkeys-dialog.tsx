import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Passkey, PasskeyBegin, PasskeyInput } from '#shared/contract/accounts/passkeys.ts'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { agentOf } from '#shared/rules/formats/agent.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../profile/profile.module.css'
import { OwnPasswordField, Reauthenticated, useOwnPassword } from '../reauthentication/reauthenticated.tsx'
import { usePasskeysHere } from '../sign-in/other-ways.tsx'
import { PASSKEYS } from './ways-read.ts'

const Input = z.object({ ...PasskeyBegin.shape, name: PasskeyInput.shape.name })

/** Has an authenticator of the browser make a key. Throws what the browser or the person refused. */
const makePasskey = async (name: string, password: string | undefined): Promise<void> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await ask(api.beginPasskey, { body: { password } })
  const site = { rp: { name: '' }, user: { id: '', name: '', displayName: '' }, challenge: '', pubKeyCredParams: [] }
  // The contract passes on what the library of the server wrote for the library of the browser.
  const { id, rawId, response } = await startRegistration({ optionsJSON: { ...site, ...options } })
  const { clientDataJSON, attestationObject, transports } = response
  const credential = {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  }
  await ask(api.addPasskey, { body: { name, credential } })
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const [refused, setRefused] = useState(false)
  const { browser, system } = agentOf(navigator.userAgent)
  const { form, failure, busy, onSubmit } = useContractForm({
    body: Input,
    initialValues: { name: [browser, system].filter(Boolean).join(', '), password: useOwnPassword() },
    toBody: values => values,
    send: async ({ name, password }) => {
      setRefused(false)
      try {
        await makePasskey(name, password)
      } catch (thrown) {
        if (thrown instanceof CallFailed) throw thrown
        return setRefused(true)
      }
      await refresh(client, [api.listPasskeys])
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('ways.add_title')}
      action={t('ways.add')}
      failure={refused ? t('ways.not_made') : failure}
      {...{ busy, onSubmit, onClose }}
    >
      <p>{t('ways.add_text')}</p>
      <TextInput
        size="md"
        autoComplete="off"
        maxLength={255}
        label={t('name')}
        description={t('ways.name_help')}
        {...form.getInputProps('name')}
      />
      <OwnPasswordField label={t('current_password')} {...form.getInputProps('password')} />
    </FormDialog>
  )
}

function PasskeyRow({ passkey, onDelete }: { passkey: Passkey; onDelete: (() => void) | undefined }) {
  const { t } = useTranslation('users')
  const { time_zone } = useUser()
  const format = useFormat()
  const now = useNow()
  const { name, created_at, last_used_at, synced } = passkey
  return (
    <li>
      <span className={classes.rowText}>
        <b>{name}</b>
        <span>
          {t('sessions.since', { time: momentIn(created_at, time_zone) })}
          {last_used_at ? `, ${t('ways.used', { age: format.age(last_used_at, now) })}` : `, ${t('ways.unused')}`}
          {synced ? ` · ${t('ways.synced')}` : ''}
        </span>
      </span>
      <Button variant="default" disabled={!onDelete} onClick={onDelete}>
        {t('ways.delete')} <span className="bm-hidden">{name}</span>
      </Button>
    </li>
  )
}

function Passkeys({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation(['users', 'form'])
  const passkeys = useRead(PASSKEYS)
  const here = usePasskeysHere()
  const list = useRef<HTMLUListElement>(null)
  const remove = useApiMutation(api.deletePasskey, { refresh: [api.listPasskeys] })
  // The button that was pressed goes with its row.
  const onSuccess = () => list.current?.focus()
  return (
    <>
      <p>{t('ways.passkeys_text')}</p>
      <ul className={classes.sessions} ref={list} tabIndex={-1}>
        {passkeys.map(passkey => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onDelete={remove.isPending ? undefined : () => remove.mutate({ params: { id: passkey.id } }, { onSuccess })}
          />
        ))}
      </ul>
      {passkeys.length === 0 && (
        <p className="bm-muted" role="status">
          {t('ways.none')}
        </p>
      )}
      {remove.isError && <Note status="act_now">{remove.error.message || t('form:no_answer')}</Note>}
      {here ? (
        <Button fullWidth leftSection={<IconPlus size={20} stroke={1.9} />} onClick={onAdd}>
          {t('ways.add')}
        </Button>
      ) : (
        <Note status="no_data">{t('ways.not_here')}</Note>
      )}
    </>
  )
}

/** Passkeys of the person: list, add, delete. */
export default function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const [adding, setAdding] = useState(false)
  const stop = () => setAdding(false)
  if (adding)
    return (
      <Reauthenticated opened="passkeys" onClose={stop}>
        <AddPasskey onClose={stop} />
      </Reauthenticated>
    )
  return (
    <Dialog opened title={t('ways.passkeys')} size={520} onClose={onClose}>
      <ReadBoundary>
        <Passkeys onAdd={() => setAdding(true)} />
      </ReadBoundary>
    </Dialog>
  )
}
