import { Button } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { firstWeekday } from '#shared/rules/formats/formats.ts'
import { halvesOfDay, viewerFormats } from '../../kit/language/viewer-formats.ts'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/nl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { nowIn } from '../../kit/time/instant.ts'
import classes from './date-field.module.css'
import type { DatePart } from './typed-date.ts'

interface Props {
  part: DatePart
  value: string
  zone: string | undefined
  min: string | undefined
  max: string | undefined
  onChange: (value: string) => void
  onDone: () => void
  onClear: (() => void) | undefined
}

const MIDNIGHT = '00:00'
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The calendar of a date field, with the time below it: chosen at once, and left with the button or Escape. */
export default function DateCalendar({ part, value, zone = HERE, min, max, onChange, onDone, onClear }: Props) {
  const { t } = useTranslation('dates')
  const { language } = useFormat()
  const panel = useRef<HTMLFieldSetElement>(null)
  // The calendar comes after the frame that gives it the focus.
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const now = nowIn(zone)
  const clock = value.slice(11, 16) || MIDNIGHT
  const day = value.slice(0, 10)
  return (
    <fieldset
      ref={panel}
      className={classes.panel}
      // The dialog around it listens before anything else does: it leaves Escape to what has this mark.
      onFocusCapture={event => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    >
      <DatePicker
        fullWidth
        className={classes.calendar}
        locale={language}
        weekendDays={[]}
        firstDayOfWeek={firstWeekday(viewerFormats())}
        ariaLabels={{
          previousMonth: t('month_before'),
          nextMonth: t('month_after'),
          monthLevelControl: t('years'),
          yearLevelControl: t('decade'),
          previousYear: t('earlier'),
          nextYear: t('later'),
          previousDecade: t('earlier'),
          nextDecade: t('later'),
        }}
        value={day || null}
        defaultDate={day || now.slice(0, 10)}
        {...(min && { minDate: min.slice(0, 10) })}
        {...(max && { maxDate: max.slice(0, 10) })}
        getDayProps={date => ({
          'data-today': date === now.slice(0, 10) || undefined,
          'data-autofocus': date === (day || now.slice(0, 10)) || undefined,
        })}
        onChange={next => {
          if (!next) return
          onChange(part === 'day' ? next : `${next}T${clock}`)
          if (part === 'day') onDone()
        }}
      />
      {part === 'moment' && (
        <TimePicker
          className={classes.clock}
          format={viewerFormats().clock === '24' ? '24h' : '12h'}
          amPmLabels={halvesOfDay()}
          amPmInputLabel={t('half')}
          size="md"
          label={t('time')}
          hoursInputLabel={t('hours')}
          minutesInputLabel={t('minutes')}
          value={value ? clock : ''}
          onChange={next => next && onChange(`${day || now.slice(0, 10)}T${next.slice(0, 5)}`)}
        />
      )}
      <div className={classes.ends}>
        {onClear && (
          <Button
            variant="default"
            disabled={value === ''}
            onClick={() => {
              onClear()
              onDone()
            }}
          >
            {t('clear')}
          </Button>
        )}
        <Button variant="default" onClick={() => onChange(part === 'day' ? now.slice(0, 10) : now)}>
          {t(part === 'day' ? 'today' : 'now')}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </fieldset>
  )
}
