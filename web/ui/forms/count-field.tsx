import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { parseNumber } from '#shared/rules/ingest/value.ts'
import { useCommaToPoint } from '../../kit/forms/number-field.tsx'
import classes from './count-field.module.css'

interface Props {
  label: string
  value: string
  most: number
  error?: ReactNode
  onChange: (value: string) => void
}

/** A small whole number with one button for fewer and one for more. */
export function CountField({ label, value, most, error, onChange }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const convertSoon = useCommaToPoint()
  const now = parseNumber(value) ?? 0
  const step = (by: number) => onChange(String(Math.min(most, Math.max(0, Math.round(now) + by))))
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.box} data-wrong={Boolean(error) || undefined}>
        <button
          type="button"
          disabled={now <= 0}
          aria-label={t('count.less', { name: label })}
          onClick={() => step(-1)}
        >
          <IconMinus size={18} stroke={2.1} />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          placeholder="0"
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => {
            convertSoon(event.currentTarget)
            onChange(event.target.value)
          }}
        />
        <button
          type="button"
          disabled={now >= most}
          aria-label={t('count.more', { name: label })}
          onClick={() => step(1)}
        >
          <IconPlus size={18} stroke={2.1} />
        </button>
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
