import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'

/** A field for a password, which can be shown. The component library's own does not tell screen readers of an error. */
export function PasswordField(props: PasswordInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation('users')
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
