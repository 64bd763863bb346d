import { Button, Checkbox, Modal, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { RegisterInput } from '#shared/contract/accounts/users.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { homeScreen } from '../../locations/screens.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { signInScreen, signUpScreen } from '../screens.ts'
import { pathAfterSignIn } from '../sign-in/after-sign-in.ts'
import { enter } from '../sign-in/enter.ts'
import { useNoMailServer } from '../sign-in/no-mail-server.ts'
import { keepReturn } from '../sign-in/return-path.ts'
import classes from '../sign-in/visitor.module.css'
import { VisitorFrame } from '../sign-in/visitor-frame.tsx'
import { ResendLink } from './resend-link.tsx'
import { TermsText } from './terms-text.tsx'

/** A date never breaks (design §12). */
const JOINED_HYPHEN = '\u2060-\u2060'

interface Values extends Record<string, unknown> {
  name: string
  email: string
  password: string
  password_confirmation: string
  policy_accepted: boolean
  demo: boolean
}

const EMPTY: Values = {
  name: '',
  email: '',
  password: '',
  password_confirmation: '',
  policy_accepted: false,
  demo: true,
}

const toBody = ({ demo: _, policy_accepted, ...rest }: Values) => ({
  ...rest,
  policy_accepted: policy_accepted ? TERMS_VERSION : '',
  locale: currentLanguage(),
})

const useSignUpForm = (first: boolean, onMailSent: (email: string) => void) => {
  const { email = '', redirectFrom } = useScreenSearch(signUpScreen)
  const go = useGo()
  const client = useQueryClient()
  return useContractForm({
    body: RegisterInput,
    initialValues: { ...EMPTY, email },
    toBody,
    send: async (body, { demo }) => {
      const { message } = await ask(api.register, { body })
      if (message === 'email_verification_sent') {
        if (redirectFrom) keepReturn(body.email, pathAfterSignIn(redirectFrom))
        return onMailSent(body.email)
      }
      const { admin } = await enter({ email: body.email, password: body.password })
      // The account is there: whoever sent the form again would be told to wait for a mail. Home offers the demo farm, too.
      if (first && demo && admin) await ask(api.loadDemo, {}).catch(reportError)
      await go(linkTo(homeScreen), { replace: true })
      // Else somebody who signs out at once is asked for the first account again.
      client.removeQueries(queryOf(api.getSetup, {}))
    },
  })
}

function Terms({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation(['users', 'ui'])
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <div className="bm-row" style={{ alignItems: 'flex-start' }}>
        <Checkbox
          size="md"
          id="policy_accepted"
          aria-describedby="terms-read"
          label={t('sign_up.accept', { version: TERMS_VERSION.replaceAll('-', JOINED_HYPHEN) })}
          {...form.getInputProps('policy_accepted', { type: 'checkbox' })}
        />
      </div>
      <p>
        <button type="button" id="terms-read" className="bm-link" onClick={dialog.open}>
          {t('sign_up.read_terms')}
        </button>
      </p>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={t('terms.title')}
        size={640}
        className="bm-sheet"
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        <TermsText />
      </Modal>
    </>
  )
}

function DemoSwitch({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('users')
  return (
    <div className={classes.option}>
      <Switch
        size="md"
        label={t('first.demo')}
        description={t('first.demo_text')}
        {...form.getInputProps('demo', { type: 'checkbox' })}
      />
    </div>
  )
}

function SignUpForm({ first, onMailSent }: { first: boolean; onMailSent: (email: string) => void }) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useSignUpForm(first, onMailSent)
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <PageHeading>{t(first ? 'first.title' : 'sign_up.title')}</PageHeading>
      {first && <p className="bm-muted">{t('first.text')}</p>}
      <TextInput size="md" autoComplete="name" label={t('name')} {...form.getInputProps('name')} />
      <TextInput size="md" type="email" autoComplete="email" label={t('email')} {...form.getInputProps('email')} />
      <NewPasswordFields form={form} labels={{ password: t('password'), again: t('password_again') }} />
      <Terms form={form} />
      {first && <DemoSwitch form={form} />}
      {failure && <Note status="act_now">{failure}</Note>}
      <Button type="submit" loading={busy} fullWidth>
        {t('sign_up.action')}
      </Button>
      {!first && (
        <p className="bm-muted">
          <Trans
            t={t}
            i18nKey="sign_up.to_sign_in"
            components={{ in: <ScreenLink to={linkTo(signInScreen)} className="bm-link" /> }}
          />
        </p>
      )}
    </form>
  )
}

function AskAdministrator({ email }: { email: string }) {
  const { t } = useTranslation('users')
  return (
    <div className={classes.form}>
      <PageHeading>{t('no_mail_server.title')}</PageHeading>
      <Note status="attention">{t('no_mail_server.link', { email })}</Note>
      <p>
        <ScreenLink to={linkTo(signInScreen, { search: { email } })} className="bm-link">
          {t('check_mail.to_sign_in')}
        </ScreenLink>
      </p>
    </div>
  )
}

function CheckMail({ email }: { email: string }) {
  const { t } = useTranslation('users')
  if (useNoMailServer()) return <AskAdministrator email={email} />
  return (
    <div className={classes.form}>
      <PageHeading>{t('check_mail.title')}</PageHeading>
      <p>{t('check_mail.text', { email })}</p>
      <p className="bm-muted">{t('check_mail.wait')}</p>
      <ResendLink email={email} />
      <p>
        <ScreenLink to={linkTo(signInScreen, { search: { email } })} className="bm-link">
          {t('check_mail.to_sign_in')}
        </ScreenLink>
      </p>
    </div>
  )
}

export default function SignUpPage() {
  const [mailedTo, setMailedTo] = useState<string>()
  const setup = useQuery(queryOf(api.getSetup, {}))
  if (setup.isPending) return <PageLoading />
  return (
    <VisitorFrame art={false}>
      {mailedTo ? (
        <CheckMail email={mailedTo} />
      ) : (
        <SignUpForm first={setup.data?.first_account ?? false} onMailSent={setMailedTo} />
      )}
    </VisitorFrame>
  )
}
