import { useTranslation } from 'react-i18next'
import { OneTimeEnd } from '#shared/contract/accounts/one-time-codes.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { OwnPasswordField, useOwnPassword } from '../reauthentication/reauthenticated.tsx'
import { readUser } from './change-user.ts'

/** Goes back to e-mail and password alone. */
export default function OneTimeOff({ onClose }: { onClose: (sentence?: string) => void }) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useContractForm({
    body: OneTimeEnd,
    initialValues: { password: useOwnPassword() },
    toBody: values => values,
    send: async body => {
      await ask(api.endOneTimeCodes, { body })
      await readUser()
      onClose(t('one_time.now_off'))
    },
  })
  return (
    <FormDialog
      opened
      danger
      title={t('one_time.off_title')}
      action={t('one_time.turn_off')}
      {...{ busy, failure, onSubmit }}
      onClose={() => onClose()}
    >
      <p>{t('one_time.off_text')}</p>
      <OwnPasswordField label={t('current_password')} {...form.getInputProps('password')} />
    </FormDialog>
  )
}
