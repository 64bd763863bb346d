import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusShape } from '../status/status-shape.tsx'
import classes from './email-chips.module.css'

const ENDS = /[,;\s]+/

/** Loosely: the server has the last word. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]{2,}$/.test(text)

/** The addresses in a list as people paste them, none twice: `Anna <a@b.nl>; c@d.nl`. */
export const addressesIn = (text: string, known: readonly string[] = []): string[] => {
  const found = text.includes('<')
    ? [...text.matchAll(/<([^<>]+)>|(\S+@\S+)/g)].map(([, one, two]) => one ?? two ?? '')
    : text.split(ENDS)
  const clean = found
    .map(one =>
      one
        .replace(/[<>,;]/g, '')
        .trim()
        .toLowerCase(),
    )
    .filter(Boolean)
  return [...new Set(clean)].filter(one => !known.includes(one))
}

interface Props {
  label: string
  help?: string
  value: readonly string[]
  error?: string | undefined
  onChange: (value: string[]) => void
}

/** E-mail addresses as chips: comma, Enter, semicolon or leaving makes one; Backspace takes the last one back. */
export function EmailChips({ label, help, value, error, onChange }: Props) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const wrong = value.filter(one => !looksLikeEmail(one))
  const said = error ?? (wrong.length > 0 ? t('chips.wrong', { address: wrong[0] }) : undefined)
  const add = (text: string) => {
    const more = addressesIn(text, value)
    setTyped('')
    if (more.length > 0) onChange([...value, ...more])
  }
  const remove = (one: string) => {
    onChange(value.filter(other => other !== one))
    input.current?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      event.preventDefault()
      setTyped(value.at(-1) ?? '')
      onChange(value.slice(0, -1))
    }
  }
  const onType = (text: string) => (/[,;]/.test(text) ? add(text) : setTyped(text))
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (addressesIn(text).length < 2 && !text.includes('@')) return
    event.preventDefault()
    add(typed + text)
  }
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {help && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
      <div className={classes.box} data-wrong={said !== undefined || undefined}>
        <ul className={classes.chips}>
          {value.map(one => (
            <li key={one} className={classes.chip} data-wrong={!looksLikeEmail(one) || undefined}>
              {!looksLikeEmail(one) && <StatusShape status="act_now" size={15} />}
              <span>{one}</span>
              <button type="button" aria-label={t('chips.remove', { address: one })} onClick={() => remove(one)}>
                <IconX size={16} stroke={2} />
              </button>
            </li>
          ))}
        </ul>
        <input
          id={id}
          ref={input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          aria-invalid={said !== undefined || undefined}
          aria-describedby={`${id}-said ${id}-help`}
          onChange={event => onType(event.target.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
          onBlur={() => add(typed)}
        />
      </div>
      {said && (
        <p id={`${id}-said`} className={classes.error}>
          {said}
        </p>
      )}
    </div>
  )
}
