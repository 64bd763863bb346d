import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber, parseNumber } from '../../shared/rules/value.ts'
import { currentLanguage } from './language.ts'

/** What stands in a number field: nothing is null, what is no number is NaN, so that the schema refuses it. */
export const numberIn = (text: string): number | null => (text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN))

/** A number as it stands in a field to be edited: without marks between thousands. */
export const numberText = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  const decimals = String(value).split('.')[1]?.length ?? 0
  return formatNumber(value, decimals, currentLanguage(), '')
}

type Props = TextInputProps & { unit?: string; optional?: boolean }

/** A text field for a number, with comma or point; the unit stands inside at the right. */
export function NumberField({ unit, optional, label, ...props }: Props) {
  const { t } = useTranslation('ui')
  return (
    <TextInput
      size="md"
      inputMode="decimal"
      autoComplete="off"
      label={
        <>
          {label} {optional && <span className="bm-optional">{t('optional')}</span>}
        </>
      }
      rightSection={unit ? <span className="bm-small bm-muted bm-nowrap">{unit}</span> : undefined}
      rightSectionWidth={unit ? 26 + unit.length * 7.5 : undefined}
      rightSectionPointerEvents="none"
      {...props}
    />
  )
}
