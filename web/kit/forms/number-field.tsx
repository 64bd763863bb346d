import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalsIn, formatNumber, parseNumber } from '#shared/rules/ingest/value.ts'
import { currentLanguage } from '../language/language.ts'

/** Number in a field: null for an empty one, NaN for a text that is no number, so that the schema refuses it. */
export const numberIn = (text: string): number | null => (text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN))

/** A number as it stands in a field to be edited: without marks between thousands. */
export const numberText = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  return formatNumber(value, decimalsIn(value), currentLanguage(), '')
}

/** Until the next key, in several steps of typing (specification §5, §9). */
const CONVERTED_AFTER = 1200
/** A number with a decimal comma that is written to its end. */
const WITH_COMMA = /^\s*[-\u2212+]?\d*,\d+\s*$/

/** Writes a decimal comma as a point, as if it had been typed: whoever keeps the text of the field hears of it. */
const convertComma = (input: HTMLInputElement): void => {
  if (!input.isConnected || !WITH_COMMA.test(input.value)) return
  const { selectionStart, selectionEnd } = input
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  write?.call(input, input.value.replace(',', '.'))
  input.dispatchEvent(new Event('input', { bubbles: true }))
  if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd)
}

/** Handler to call with the field at each key: its comma becomes a point once typing pauses. */
export const useCommaToPoint = (): ((input: HTMLInputElement) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return input => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => convertComma(input), CONVERTED_AFTER)
  }
}

type Props = TextInputProps & { unit?: string; optional?: boolean }

/** A text field for a number, with comma or point; a comma becomes a point when typing pauses. The unit stands inside at the right. */
export function NumberField({ unit, optional, label, onChange, ...props }: Props) {
  const { t } = useTranslation('ui')
  const convertSoon = useCommaToPoint()
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    convertSoon(event.currentTarget)
    onChange?.(event)
  }
  return (
    <TextInput
      size="md"
      inputMode="decimal"
      autoComplete="off"
      label={
        label && (
          <>
            {label} {optional && <span className="bm-optional">{t('optional')}</span>}
          </>
        )
      }
      rightSection={unit ? <span className="bm-small bm-muted bm-nowrap">{unit}</span> : undefined}
      rightSectionWidth={unit ? 26 + unit.length * 7.5 : undefined}
      rightSectionPointerEvents="none"
      onChange={change}
      {...props}
    />
  )
}
