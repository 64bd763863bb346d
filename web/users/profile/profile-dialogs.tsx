import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UserChange } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { refresh } from '../../kit/api/query.ts'
import { type User, useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { OwnPasswordField, useOwnPassword } from '../reauthentication/reauthenticated.tsx'
import { passwordForgotScreen } from '../screens.ts'
import { TOKENS, workingTokens } from '../tokens/token-read.ts'
import { changeUser } from './change-user.ts'

export interface ProfileDialogProps {
  onClose: () => void
  /** Says below the heading what was done. */
  onDone: (sentence: string) => void
}

const useUserForm = <Values extends Record<string, string | undefined>>(
  initialValues: Values,
  onDone: (user: User) => void,
) => {
  const contract = useContractForm({
    body: UserChange,
    initialValues,
    toBody: values => values,
    send: async body => {
      onDone(await changeUser(body))
    },
  })
  const { form, failure, busy, onSubmit } = contract
  return { form, dialog: { failure, busy, onSubmit }, unsaved: form.isDirty() && !busy }
}

const ZONES = Intl.supportedValuesOf('timeZone')

export function NameDialog({ onClose }: ProfileDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const { form, dialog, unsaved } = useUserForm({ name: useUser().name }, onClose)
  return (
    <FormDialog opened title={t('profile.name_title')} action={t('ui:save')} onClose={onClose} {...dialog}>
      <TextInput size="md" autoComplete="name" data-autofocus label={t('name')} {...form.getInputProps('name')} />
      <LeaveGuard when={unsaved} />
    </FormDialog>
  )
}

export function TimeZoneDialog({ onClose }: ProfileDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const { form, dialog, unsaved } = useUserForm({ time_zone: useUser().time_zone }, onClose)
  return (
    <FormDialog opened title={t('profile.zone_title')} action={t('ui:save')} onClose={onClose} {...dialog}>
      <Select
        size="md"
        searchable
        allowDeselect={false}
        limit={40}
        data={ZONES}
        label={t('profile.time_zone')}
        description={t('profile.zone_help')}
        {...form.getInputProps('time_zone')}
      />
      <LeaveGuard when={unsaved} />
    </FormDialog>
  )
}

export function EmailDialog({ onClose, onDone }: ProfileDialogProps) {
  const { t } = useTranslation('users')
  const user = useUser()
  const { form, dialog, unsaved } = useUserForm(
    { email: user.pending_email ?? '', current_password: useOwnPassword() },
    ({ email, pending_email }) =>
      onDone(pending_email ? t('profile.link_sent', { email: pending_email }) : t('profile.email_kept', { email })),
  )
  return (
    <FormDialog opened title={t('profile.email_title')} action={t('profile.send_link')} onClose={onClose} {...dialog}>
      <p>{t('profile.email_text', { email: user.email })}</p>
      {user.pending_email && (
        <Note status="pending">{t('profile.email_again', { email: user.pending_email, own: user.email })}</Note>
      )}
      <TextInput
        size="md"
        type="email"
        autoComplete="email"
        label={t('profile.new_email')}
        {...form.getInputProps('email')}
      />
      <OwnPasswordField label={t('current_password')} {...form.getInputProps('current_password')} />
      <LeaveGuard when={unsaved} />
    </FormDialog>
  )
}

export function PasswordDialog({ onClose, onDone }: ProfileDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const { email } = useUser()
  const { data: tokens } = useQuery(TOKENS)
  const client = useQueryClient()
  const current_password = useOwnPassword()
  const isFirst = current_password === undefined
  const { form, dialog, unsaved } = useUserForm({ current_password, password: '', password_confirmation: '' }, () => {
    void refresh(client, [api.getReauthentication])
    onDone(t(isFirst ? 'profile.password_set' : 'profile.password_changed'))
  })
  return (
    <FormDialog
      opened
      title={t(isFirst ? 'profile.password_first_title' : 'profile.password_title')}
      action={t('ui:save')}
      onClose={onClose}
      {...dialog}
    >
      <p>{t(isFirst ? 'profile.password_first_text' : 'profile.password_text')}</p>
      {tokens && workingTokens(tokens).length > 0 && <p>{t('profile.password_tokens')}</p>}
      <OwnPasswordField label={t('current_password')} {...form.getInputProps('current_password')} />
      {!isFirst && (
        <p>
          <ScreenLink to={linkTo(passwordForgotScreen, { search: { email } })} className="bm-link">
            {t('sign_in.forgot')}
          </ScreenLink>
        </p>
      )}
      <NewPasswordFields form={form} labels={{ password: t('new_password'), again: t('new_password_again') }} />
      <LeaveGuard when={unsaved} />
    </FormDialog>
  )
}
