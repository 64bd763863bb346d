import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toString as drawQr } from 'qrcode'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OneTimeBegin, OneTimeConfirm } from '#shared/contract/accounts/one-time-codes.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { CopyButton } from '../../ui/data-display/copy-button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { OnceDialog } from '../../ui/overlays/once-dialog.tsx'
import { OwnPasswordField, useOwnPassword } from '../reauthentication/reauthenticated.tsx'
import { readUser } from './change-user.ts'
import classes from './one-time.module.css'

type Secret = ResponseOf<typeof api.beginOneTimeCodes>

interface StepProps<Result> {
  onClose: () => void
  onDone: (result: Result) => void
}

function AskPassword({ onClose, onDone }: StepProps<Secret>) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useContractForm({
    body: OneTimeBegin,
    initialValues: { password: useOwnPassword() },
    toBody: values => values,
    send: async body => onDone(await ask(api.beginOneTimeCodes, { body })),
  })
  return (
    <FormDialog
      opened
      title={t('one_time.on_title')}
      action={t('one_time.next')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p>{t('one_time.on_text')}</p>
      <OwnPasswordField label={t('current_password')} {...form.getInputProps('password')} />
    </FormDialog>
  )
}

function QrCode({ uri }: { uri: string }) {
  const { t } = useTranslation('users')
  const { data } = useQuery({
    queryKey: ['qr', uri],
    queryFn: () => drawQr(uri, { type: 'svg', margin: 2 }),
    gcTime: 0,
  })
  return (
    <img
      className={classes.qr}
      alt={t('one_time.qr')}
      src={data && `data:image/svg+xml;utf8,${encodeURIComponent(data)}`}
    />
  )
}

function EnterCode({ secret, onClose, onDone }: StepProps<string[]> & { secret: Secret }) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useContractForm({
    body: OneTimeConfirm,
    initialValues: { code: '' },
    toBody: values => values,
    send: async body => onDone((await ask(api.confirmOneTimeCodes, { body })).backup_codes),
  })
  return (
    <FormDialog
      opened
      title={t('one_time.scan_title')}
      action={t('one_time.turn_on')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p>{t('one_time.scan_text')}</p>
      <QrCode uri={secret.uri} />
      <p className={classes.secret}>
        <span className="bm-small bm-muted">{t('one_time.or_type')}</span>
        <code>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton variant="default" text={secret.secret} />
      </p>
      <TextInput
        size="md"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        label={t('one_time.code')}
        description={t('one_time.code_help')}
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}

function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('users')
  return (
    <OnceDialog title={t('one_time.backup_title')} size={480} onClose={onClose}>
      <Note status="attention">{t('one_time.backup_once')}</Note>
      <p className={classes.lead}>{t('one_time.backup_text')}</p>
      <ul className={classes.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton variant="default" text={codes.join('\n')} label={t('one_time.copy_all')} />
        <Button onClick={onClose}>{t('one_time.kept')}</Button>
      </div>
    </OnceDialog>
  )
}

/** Password, then the secret for the app and its first code, then the backup codes. */
export default function OneTimeOn({ onClose }: { onClose: (sentence?: string) => void }) {
  const { t } = useTranslation('users')
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<string[]>()
  const finish = () => {
    void readUser()
    onClose(t('one_time.now_on'))
  }
  if (codes) return <BackupCodes codes={codes} onClose={finish} />
  if (secret) return <EnterCode secret={secret} onClose={() => onClose()} onDone={setCodes} />
  return <AskPassword onClose={() => onClose()} onDone={setSecret} />
}
