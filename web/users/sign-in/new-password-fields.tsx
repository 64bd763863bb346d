import type { UseFormReturnType } from '@mantine/form'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

interface Props<Values> {
  form: UseFormReturnType<Values>
  labels: { password: string; again: string }
}

/** A new password twice, with the rules it has to meet. */
export function NewPasswordFields<Values extends { password: string }>({ form, labels }: Props<Values>) {
  const field = (name: string, label: string) => (
    <PasswordField autoComplete="new-password" label={label} {...form.getInputProps(name as never)} />
  )
  return (
    <>
      {field('password', labels.password)}
      <PasswordRules password={form.values.password} />
      {field('password_confirmation', labels.again)}
    </>
  )
}
