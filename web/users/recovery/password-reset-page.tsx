import { useState } from 'react'
import { Email, PasswordResetInput } from '#shared/contract/accounts/users.ts'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { logOut } from '../../kit/api/log-out.ts'
import { type ContractForm, useContractForm } from '../../kit/forms/form.ts'
import { linkTo, type SearchOf } from '../../kit/routing/address.ts'
import { useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { passwordResetScreen, signInScreen } from '../screens.ts'
import { CODE_LENGTH } from '../sign-in/code-field.tsx'
import visitor from '../sign-in/visitor.module.css'
import { VisitorFrame } from '../sign-in/visitor-frame.tsx'
import { CodeStep, PasswordStep, type ResetValues } from './reset-steps.tsx'

const isEmail = (text: string): boolean => Email.safeParse(text).success
const isCode = (text: string): boolean => /^\d+$/.test(text) && text.length === CODE_LENGTH
/** The link in the email brings more than somebody could type, or guess. */
const isMailed = (text: string): boolean => isCode(text) || /^[\w-]{43}$/.test(text)

const useResetForm = (search: SearchOf<typeof passwordResetScreen>) => {
  const go = useGo()
  const [initial] = useState({
    email: search.email ?? '',
    code: search.code && isMailed(search.code) ? search.code : '',
  })
  const [step, setStep] = useState<'code' | 'password'>(initial.code && isEmail(initial.email) ? 'password' : 'code')
  const [wrongTries, setWrongTries] = useState(0)
  const contract: ContractForm<ResetValues> = useContractForm({
    body: PasswordResetInput,
    initialValues: { ...initial, password: '', password_confirmation: '' },
    toBody: values => values,
    send: async body => {
      try {
        await ask(api.resetPassword, { body })
      } catch (failure) {
        if (!(failure instanceof CallFailed && failure.code === 'invalid_code')) throw failure
        contract.form.setFieldValue('code', '')
        setWrongTries(tries => tries + 1)
        return setStep('code')
      }
      // The session here may be of another account, which goes on at the server otherwise.
      logOut()
      await go(linkTo(signInScreen, { search: { msg: 'password_changed', email: body.email } }), { replace: true })
    },
  })
  return { ...contract, step, setStep, wrongTries, setWrongTries, askEmail: !isEmail(initial.email) }
}

export default function PasswordResetPage() {
  const { form, failure, busy, onSubmit, ...reset } = useResetForm(useScreenSearch(passwordResetScreen))
  const goOn = (code: string) => {
    const { hasError } = form.validateField('email')
    if (!hasError && isCode(code)) reset.setStep('password')
    return !hasError
  }
  return (
    <VisitorFrame art={false}>
      {reset.step === 'code' ? (
        <CodeStep
          form={form}
          askEmail={reset.askEmail}
          wrongTries={reset.wrongTries}
          onGoOn={goOn}
          onResent={() => reset.setWrongTries(0)}
        />
      ) : (
        <form className={visitor.form} onSubmit={onSubmit} noValidate>
          <PasswordStep form={form} failure={failure} busy={busy} onBack={() => reset.setStep('code')} />
        </form>
      )}
    </VisitorFrame>
  )
}
