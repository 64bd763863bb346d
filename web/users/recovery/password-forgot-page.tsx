import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordCodeInput } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { passwordForgotScreen, passwordResetScreen, signInScreen } from '../screens.ts'
import { rememberCodeSent } from '../sign-in/code-sent.ts'
import { useNoMailServer } from '../sign-in/no-mail-server.ts'
import visitor from '../sign-in/visitor.module.css'
import { VisitorFrame } from '../sign-in/visitor-frame.tsx'
import classes from './recovery.module.css'
import { RecoverySteps } from './recovery-steps.tsx'

const useForgotForm = (email: string) => {
  const go = useGo()
  return useContractForm({
    body: PasswordCodeInput,
    initialValues: { email },
    toBody: values => values,
    send: async body => {
      await ask(api.requestPasswordCode, { body })
      rememberCodeSent(body.email)
      await go(linkTo(passwordResetScreen, { search: { email: body.email } }))
    },
  })
}

export default function PasswordForgotPage() {
  const { t } = useTranslation('users')
  const { email } = useScreenSearch(passwordForgotScreen)
  const noMailServer = useNoMailServer()
  const { form, failure, busy, onSubmit } = useForgotForm(email ?? '')
  return (
    <VisitorFrame art={false}>
      <form className={visitor.form} onSubmit={onSubmit} noValidate>
        <RecoverySteps step={1} />
        <PageHeading>{t('recovery.forgot_title')}</PageHeading>
        <p className={classes.lead}>{t('recovery.forgot_text')}</p>
        {noMailServer && <Note status="attention">{t('no_mail_server.code')}</Note>}
        <TextInput size="md" type="email" autoComplete="username" label={t('email')} {...form.getInputProps('email')} />
        {failure && <Note status="act_now">{failure}</Note>}
        <Button type="submit" loading={busy} fullWidth>
          {t('recovery.send')}
        </Button>
        <p className={visitor.links}>
          <ScreenLink to={linkTo(signInScreen, { search: { email: form.values.email } })} className="bm-link">
            {t('recovery.back')}
          </ScreenLink>
        </p>
      </form>
    </VisitorFrame>
  )
}
