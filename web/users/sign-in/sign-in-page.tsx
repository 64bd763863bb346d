import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo, type SearchOf } from '../../kit/routing/address.ts'
import { Redirect, ScreenLink, useScreenSearch } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PasswordField } from '../password/password-field.tsx'
import { passwordForgotScreen, signInScreen, signUpScreen } from '../screens.ts'
import { ResendLink } from '../sign-up/resend-link.tsx'
import { useVerification } from '../sign-up/verification.ts'
import { pathAfterSignIn } from './after-sign-in.ts'
import { enter } from './enter.ts'
import { OtherWays } from './other-ways.tsx'
import { takeReturn } from './return-path.ts'
import classes from './visitor.module.css'
import { VisitorFrame } from './visitor-frame.tsx'

const loginInput = () => import('#shared/contract/accounts/users.ts').then(contract => contract.LoginInput)

const useSignInForm = (email: string, redirectFrom: string | undefined, onUnverified: (email: string) => void) => {
  const router = useRouter()
  const [asksCode, setAsksCode] = useState(false)
  const contract = useContractForm({
    body: loginInput,
    initialValues: { email, password: '', one_time_code: '' },
    toBody: ({ one_time_code, ...values }) => ({ ...values, ...(one_time_code ? { one_time_code } : {}) }),
    send: async body => {
      try {
        await enter(body)
      } catch (failure) {
        const code = failure instanceof CallFailed && failure.code
        if (code === 'email_not_verified') onUnverified(body.email)
        if (code === 'one_time_code_needed' && !asksCode) return setAsksCode(true)
        throw failure
      }
      await router.navigate({ href: pathAfterSignIn(redirectFrom ?? takeReturn(body.email)), replace: true })
    },
  })
  return { ...contract, asksCode }
}

function SignInForm({ search }: { search: SearchOf<typeof signInScreen> }) {
  const { t } = useTranslation('users')
  const verification = useVerification(search)
  const { form, failure, busy, onSubmit, asksCode } = useSignInForm(
    search.email ?? '',
    search.redirectFrom,
    verification.needed,
  )
  const password = useRef<HTMLInputElement>(null)
  const isConfirmed = search.msg === 'email_verified'
  useEffect(() => {
    // The password is all that is left to be typed.
    if (isConfirmed && search.email) password.current?.focus()
  }, [isConfirmed, search.email])
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p className={classes.claim} aria-hidden="true">
        {t('claim')}
      </p>
      <PageHeading className="bm-hidden">{t('sign_in.title')}</PageHeading>
      {verification.note && <Note status={verification.note.status}>{verification.note.text}</Note>}
      <TextInput size="md" type="email" autoComplete="username" label={t('email')} {...form.getInputProps('email')} />
      <PasswordField
        ref={password}
        autoComplete="current-password"
        label={t('password')}
        {...form.getInputProps('password')}
      />
      {asksCode && (
        <TextInput
          size="md"
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          label={t('one_time.code')}
          description={t('one_time.sign_in_help')}
          {...form.getInputProps('one_time_code')}
        />
      )}
      {failure && <Note status="act_now">{failure}</Note>}
      {verification.unverified && <ResendLink email={verification.unverified} />}
      <Button type="submit" loading={busy} fullWidth>
        {t('sign_in.action')}
      </Button>
      <OtherWays redirectFrom={search.redirectFrom} />
      <p className={classes.links}>
        <ScreenLink to={linkTo(passwordForgotScreen, { search: { email: form.values.email } })} className="bm-link">
          {t('sign_in.forgot')}
        </ScreenLink>
        <ScreenLink to={linkTo(signUpScreen, { search: { redirectFrom: search.redirectFrom } })} className="bm-link">
          {t('sign_in.to_sign_up')}
        </ScreenLink>
      </p>
    </form>
  )
}

const SETUP = queryOf(api.getSetup, {})

export const shows = () => [SETUP]

export default function SignInPage() {
  const search = useScreenSearch(signInScreen)
  const setup = useQuery(SETUP)
  if (setup.data?.first_account) return <Redirect to={linkTo(signUpScreen)} />
  return (
    <VisitorFrame>
      <SignInForm search={search} />
    </VisitorFrame>
  )
}
