import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { fieldFormat } from '../../kit/language/viewer-formats.ts'
import { doubledIn } from '../../kit/time/instant.ts'
import { Dialog } from '../overlays/dialog.tsx'
import classes from './date-field.module.css'
import { Segments } from './segments.tsx'
import { type DatePart, dateTextAfterKey, isWholeMoment, patternOf, readTyped, shownIn } from './typed-date.ts'

const DateCalendar = lazy(() => import('./date-calendar.tsx'))

type Own = 'value' | 'onChange' | 'type' | 'min' | 'max' | 'label' | 'defaultValue' | 'part'

interface CommonProps extends Omit<TextInputProps, Own> {
  /** Label in words alone, as it names the calendar too. */
  label?: string | undefined
  optional?: boolean | undefined
  /** May be emptied in the calendar; what is optional may. */
  clearable?: boolean | undefined
  /** Empty while there is none. */
  value?: string | undefined
  /** The earliest and the latest that fits, as the value is written. */
  min?: string | undefined
  max?: string | undefined
  onChange: (value: string) => void
}

interface FieldProps extends CommonProps {
  part: DatePart
  /** Time zone of the clock. */
  zone?: string | undefined
  below?: ReactNode
}

/** Text that is typed and not a whole date yet, beside the value it was typed over. */
interface Typed {
  text: string
  over: string
}

function Field({
  part,
  zone,
  below,
  label,
  optional,
  clearable = optional,
  value = '',
  min,
  max,
  error,
  onChange,
  onBlur,
  ...props
}: FieldProps) {
  const { t } = useTranslation(['dates', 'ui'])
  const phone = usePhone()
  const input = useRef<HTMLInputElement>(null)
  const format = fieldFormat()
  const example = shownIn('2026-11-22T16:09', part)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [typing, setTyping] = useState(false)
  const [opened, setOpened] = useState(false)
  const own = typed && (typing || typed.over === value) ? typed.text : null
  const text = own ?? shownIn(value, part)
  const day = shownIn(value, part)
  const isRead = readTyped(day, part, undefined, format) !== null
  const named = label ?? props['aria-label'] ?? ''

  const take = (next: string) => {
    if (next !== value) onChange(next)
  }
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const next = dateTextAfterKey(event.currentTarget.value, text, part, format)
    setTyping(true)
    setTyped({ text: next, over: value })
    const read = readTyped(next, part, undefined, format)
    // A day alone is no moment before the field is left.
    const whole = read !== null && (part === 'day' || isWholeMoment(next, format))
    take(whole ? read : next.trim())
  }
  const leave = () => {
    setTyping(false)
    if (own === null) return
    const read = readTyped(own, part, value.slice(11, 16) || '00:00', format)
    setTyped(read === null && own.trim() !== '' ? { text: own.trim(), over: value } : null)
    if (read !== null) take(read)
  }
  const close = () => {
    setOpened(false)
    input.current?.focus()
  }

  const leaveCalendar = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && opened) close()
  }

  const outside = () => {
    if (day === '' || !isRead) return null
    if (min && value.slice(0, 16) < min.slice(0, 16)) return t('early', { limit: shownIn(min, part) })
    if (max && value.slice(0, 16) > max.slice(0, 16)) return t('late', { limit: shownIn(max, part) })
    return null
  }
  const unread = !typing && own !== null && own !== '' ? t(`wrong.${part}`, { example }) : null

  const calendar = (
    <Suspense fallback={<div className={classes.wait} />}>
      <DateCalendar
        part={part}
        value={isRead ? value : ''}
        zone={zone}
        min={min}
        max={max}
        onChange={next => {
          setTyped(null)
          take(next)
        }}
        onDone={close}
        onClear={clearable ? () => take('') : undefined}
      />
    </Suspense>
  )
  const button = (
    <ActionIcon
      size={44}
      className={classes.open}
      aria-label={t('calendar', { label: named })}
      aria-haspopup="dialog"
      aria-expanded={opened}
      data-mantine-stop-propagation={opened || undefined}
      disabled={props.disabled ?? false}
      onClick={() => setOpened(!opened)}
      onKeyDown={leaveCalendar}
    >
      <IconCalendar size={20} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        size="md"
        // The halves of the day are letters.
        inputMode={part === 'moment' && format.clock === '12' ? 'text' : 'numeric'}
        autoComplete="off"
        spellCheck={false}
        placeholder={patternOf(part, format)}
        {...props}
        label={
          optional ? (
            <>
              {label} <span className="bm-optional">{t('ui:optional')}</span>
            </>
          ) : (
            label
          )
        }
        aria-description={t(`form.${part}`, { order: t(`order.${format.order}`), example })}
        value={text}
        data-mantine-stop-propagation={opened || undefined}
        error={error || unread || outside()}
        onChange={type}
        onBlur={event => {
          leave()
          onBlur?.(event)
        }}
        onKeyDown={event => {
          leaveCalendar(event)
          if (event.key === 'ArrowDown' && event.altKey) {
            event.preventDefault()
            setOpened(true)
          }
          props.onKeyDown?.(event)
        }}
        rightSectionWidth={46}
        rightSection={
          phone ? (
            button
          ) : (
            <Popover
              opened={opened}
              onChange={setOpened}
              position="bottom-end"
              shadow="md"
              trapFocus
              returnFocus
              withRoles={false}
            >
              <Popover.Target>{button}</Popover.Target>
              <Popover.Dropdown role="dialog" aria-label={t('calendar', { label: named })}>
                {opened && calendar}
              </Popover.Dropdown>
            </Popover>
          )
        }
      />
      {below}
      {phone && opened && (
        <Dialog opened title={named} onClose={close}>
          {calendar}
        </Dialog>
      )}
    </div>
  )
}

/** A day, typed or chosen in a calendar: `2026-11-22`. Empty while there is none; what is no day is told as it is typed. */
export function DateField(props: CommonProps) {
  return <Field part="day" {...props} />
}

/**
 * A moment on the clock of a place, typed or chosen: `2026-11-22T16:09`, and with its offset where the clock shows it twice
 * (`fieldOf`, `momentOf`). What was given stays to the second while nobody changes it.
 */
export function DateTimeField({ zone, value = '', ...props }: CommonProps & { zone: string }) {
  const { t } = useTranslation('dates')
  const [first, second] = doubledIn(value, zone)
  const which = first && second && (
    <div className={classes.twice}>
      <p className="bm-small">{t('twice.name')}</p>
      <Segments
        fullWidth
        aria-label={t('twice.name')}
        data={[
          { value: first.offset, label: t('twice.first', { offset: first.offset }) },
          { value: second.offset, label: t('twice.second', { offset: second.offset }) },
        ]}
        value={value.endsWith(second.offset) ? second.offset : first.offset}
        onChange={offset => props.onChange(offset === second.offset ? second.value : first.value)}
      />
    </div>
  )
  return <Field part="moment" zone={zone} below={which} value={value} {...props} />
}
