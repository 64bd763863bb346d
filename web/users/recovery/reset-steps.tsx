import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FormEvent, useEffect, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { passwordForgotScreen } from '../screens.ts'
import { CODE_LENGTH, CodeField } from '../sign-in/code-field.tsx'
import { ResendCode } from '../sign-in/resend-code.tsx'
import visitor from '../sign-in/visitor.module.css'
import classes from './recovery.module.css'
import { RecoverySteps } from './recovery-steps.tsx'

/** Upper bound of attempts at a code (decisions §2). */
const TRIES = 5

export interface ResetValues extends Record<string, unknown> {
  email: string
  code: string
  password: string
  password_confirmation: string
}
type Form = UseFormReturnType<ResetValues>

function WrongCode({ tries }: { tries: number }) {
  const { t } = useTranslation('users')
  const ended = tries >= TRIES
  return (
    <Note status="act_now">
      <Trans t={t} i18nKey={ended ? 'recovery.ended' : 'recovery.wrong'} components={{ b: <b /> }} />
      {!ended && ` ${t('recovery.tries', { count: TRIES - tries })}`}
    </Note>
  )
}

interface CodeProps {
  form: Form
  /** The address is not known yet. */
  askEmail: boolean
  wrongTries: number
  /** Goes on when everything is there; false when the address is wrong. */
  onGoOn: (code: string) => boolean
  onResent: () => void
}

export function CodeStep({ form, askEmail, wrongTries, onGoOn, onResent }: CodeProps) {
  const { t } = useTranslation('users')
  const input = useRef<HTMLInputElement>(null)
  const { email, code } = form.values
  useEffect(() => {
    if (!askEmail) input.current?.focus()
  }, [askEmail])
  const change = (digits: string) => {
    form.setFieldValue('code', digits)
    form.clearFieldError('code')
    if (digits.length === CODE_LENGTH) onGoOn(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!onGoOn(code) || code.length === CODE_LENGTH) return
    form.setFieldError('code', t('recovery.incomplete'))
    input.current?.focus()
  }
  return (
    <form className={visitor.form} onSubmit={submit} noValidate>
      <RecoverySteps step={2} />
      <PageHeading>{t('recovery.code_title')}</PageHeading>
      <p className={classes.lead}>
        {askEmail ? (
          t('recovery.which')
        ) : (
          <Trans t={t} i18nKey="recovery.sent" values={{ email }} components={{ b: <b /> }} />
        )}
      </p>
      {askEmail && (
        <TextInput size="md" type="email" autoComplete="username" label={t('email')} {...form.getInputProps('email')} />
      )}
      <CodeField value={code} error={form.errors.code} inputRef={input} onChange={change} />
      {wrongTries > 0 && <WrongCode tries={wrongTries} />}
      <Button type="submit" fullWidth>
        {t('recovery.next')}
      </Button>
      {!askEmail && <ResendCode email={email} atOnce={wrongTries >= TRIES} onSent={onResent} />}
      <p className="bm-muted">
        <Trans
          t={t}
          i18nKey="recovery.nothing"
          components={{
            other: <ScreenLink to={linkTo(passwordForgotScreen, { search: { email } })} className="bm-link" />,
          }}
        />
      </p>
    </form>
  )
}

interface PasswordProps {
  form: Form
  failure: string | null
  busy: boolean
  onBack: () => void
}

export function PasswordStep({ form, failure, busy, onBack }: PasswordProps) {
  const { t } = useTranslation('users')
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const { code } = form.values
  return (
    <>
      <RecoverySteps step={3} />
      <PageHeading>{t('recovery.password_title')}</PageHeading>
      <p className={classes.lead}>{t('recovery.password_text')}</p>
      {code.length === CODE_LENGTH && (
        <p className={classes.entered}>
          {t('recovery.code_is', { code: `${code.slice(0, 3)} ${code.slice(3)}` })}
          <button type="button" className="bm-link" onClick={onBack}>
            {t('recovery.change_code')}
          </button>
        </p>
      )}
      {/* So that a password manager knows whose password this is. */}
      <input type="email" autoComplete="username" value={form.values.email} readOnly hidden />
      <div className={visitor.form} ref={fields}>
        <NewPasswordFields form={form} labels={{ password: t('new_password'), again: t('new_password_again') }} />
      </div>
      {failure && <Note status="act_now">{failure}</Note>}
      <Button type="submit" loading={busy} fullWidth>
        {t('recovery.save')}
      </Button>
    </>
  )
}
