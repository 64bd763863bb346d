import { useTranslation } from 'react-i18next'
import { api } from '../../shared/contract/index.ts'
import { OneTimeEnd } from '../../shared/contract/one-time-codes.ts'
import { ask } from '../kit/api.ts'
import { useContractForm } from '../kit/form.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { readUser } from './change-user.ts'
import { PasswordField } from './password-field.tsx'

/** Goes back to e-mail and password alone. */
export default function OneTimeOff({ onClose }: { onClose: (sentence?: string) => void }) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useContractForm({
    body: OneTimeEnd,
    initialValues: { password: '' },
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
      <PasswordField
        autoComplete="current-password"
        label={t('current_password')}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
