import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WithOptional } from '../../ui/forms/with-optional.tsx'

/** Props that a form gives for one of its inputs. */
type InputProps = (field: 'name' | 'device_name' | 'ownerless', options?: { type: 'checkbox' }) => object

interface Props {
  inputProps: InputProps
  /** True where the printed name may be left out. */
  optional?: boolean
}

/** Fields for the names of a new device: the one people use, and the one printed on it. */
export function DeviceNameFields({ inputProps, optional = false }: Props) {
  const { t } = useTranslation('devices')
  return (
    <>
      <TextInput size="md" autoComplete="off" data-autofocus label={t('field.name')} {...inputProps('name')} />
      <TextInput
        size="md"
        autoComplete="off"
        label={optional ? <WithOptional>{t('field.device_name')}</WithOptional> : t('field.device_name')}
        description={t(optional ? 'field.device_name_optional_help' : 'field.device_name_help')}
        {...inputProps('device_name')}
      />
    </>
  )
}

/** The device waits for whoever types its printed code. */
export function OwnerlessField({ inputProps }: { inputProps: InputProps }) {
  const { t } = useTranslation('devices')
  return (
    <Checkbox
      size="md"
      label={t('field.ownerless')}
      description={t('field.ownerless_help')}
      {...inputProps('ownerless', { type: 'checkbox' })}
    />
  )
}
