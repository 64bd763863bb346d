import { type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../recovery/recovery.module.css'

export const CODE_LENGTH = 6
const PLACES = Array.from({ length: CODE_LENGTH }, (_, index) => index)

interface Props {
  value: string
  error: ReactNode
  inputRef: Ref<HTMLInputElement>
  onChange: (digits: string) => void
}

/** Input for six digits, drawn as 3 + 3 boxes: what is pasted fills them all. */
export function CodeField({ value, error, inputRef, onChange }: Props) {
  const { t } = useTranslation('users')
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={classes.codeLabel}>
        {t('recovery.code_label')}
      </label>
      <div className={classes.code} data-wrong={error ? true : undefined}>
        <input
          id={id}
          ref={inputRef}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={event => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
        />
        <div className={classes.boxes} aria-hidden="true">
          {PLACES.map(place => (
            <span
              key={place}
              data-next={place === Math.min(value.length, CODE_LENGTH - 1) || undefined}
              style={{ '--place': place }}
            >
              {value[place]}
            </span>
          ))}
        </div>
      </div>
      <p id={`${id}-hint`} className={error ? classes.wrong : 'bm-small bm-muted'}>
        {error ?? t('recovery.paste')}
      </p>
    </div>
  )
}
