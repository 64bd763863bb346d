import type { ComponentProps } from 'react'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

interface Props {
  form: {
    values: { password: string }
    getInputProps(name: string): ComponentProps<typeof PasswordField>
  }
  labels: { password: string; again: string }
}

/** A new password twice, with the rules it has to meet. */
export function NewPasswordFields({ form, labels }: Props) {
  const field = (name: string, label: string) => (
    <PasswordField autoComplete="new-password" label={label} {...form.getInputProps(name)} />
  )
  return (
    <>
      {field('password', labels.password)}
      <PasswordRules password={form.values.password} />
      {field('password_confirmation', labels.again)}
    </>
  )
}
