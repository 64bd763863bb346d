import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { currentLanguage } from '../../kit/language/language.ts'
import { lengthsWith, lengthText } from './limit-values.ts'

interface Props {
  values: { silent_after_min: string; battery_limit: string }
  errors: { silent_after_min?: ReactNode; battery_limit?: ReactNode }
  /** Words for a limit that is not chosen here. */
  none: { silent: string; battery: string }
  onChange: (field: 'silent_after_min' | 'battery_limit', value: string) => void
}

/** Fields for after how long a device is silent, and below which charge its battery is low. */
export function LimitFields({ values, errors, none, onChange }: Props) {
  const { t } = useTranslation('device-limits')
  const { silent_after_min: silent } = values
  const lengths = lengthsWith(silent === '' ? null : Number(silent))
  return (
    <>
      <NativeSelect
        size="md"
        label={t('silent')}
        description={t('silent_help')}
        data={[
          { value: '', label: none.silent },
          ...lengths.map(minutes => ({ value: String(minutes), label: lengthText(minutes, currentLanguage()) })),
        ]}
        value={silent}
        error={errors.silent_after_min}
        onChange={event => onChange('silent_after_min', event.currentTarget.value)}
      />
      <NumberField
        optional
        label={t('battery')}
        description={t('battery_help')}
        unit="%"
        inputMode="numeric"
        placeholder={none.battery}
        value={values.battery_limit}
        error={errors.battery_limit}
        onChange={event => onChange('battery_limit', event.currentTarget.value)}
      />
    </>
  )
}
