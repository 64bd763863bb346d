import { Button } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { firstWeekday } from '#shared/rules/formats/formats.ts'
import { halvesOfDay, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { serverNow } from '../../kit/time/now.ts'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/nl'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDesktop, useMaxWidth } from '../../kit/browser/is-desktop.ts'
import { dateTimeIn, useFormat } from '../../kit/language/format.ts'
import classes from '../page/data.module.css'
import { periodChoiceOf } from '../period/period-choice.ts'

interface Props {
  start: string | undefined
  end: string | undefined
  timeZone: string
  onSelect: (start: string, end: string) => void
}

const dayOf = (moment: string | undefined): string | null => moment?.slice(0, 10) ?? null
const clockOf = (moment: string | undefined): string => moment?.slice(11) ?? ''
const moment = (day: string, clock: string): string => (clock ? `${day} ${clock}` : day)

/** Days large enough for a finger, as far as a narrow screen lets them. */
const useDaySize = () => {
  const narrow = useMaxWidth(23)
  const isDesktop = useIsDesktop()
  if (narrow) return 'sm'
  return isDesktop ? 'md' : 'lg'
}

/** Two days of a calendar, and the times between which to look; without times the days are whole. */
export default function SelectionForm({ start, end, timeZone, onSelect }: Props) {
  const { t } = useTranslation('measurements')
  const { language } = useFormat()
  const size = useDaySize()
  const [range, setRange] = useState<[string | null, string | null]>([dayOf(start), dayOf(end)])
  const [clocks, setClocks] = useState({ from: clockOf(start), until: clockOf(end) })
  const [first, last] = range
  const [date_start, date_end] = [moment(first ?? '', clocks.from), moment(last ?? first ?? '', clocks.until)]
  const valid = periodChoiceOf({ interval: 'selection', date_start, date_end }).interval === 'selection'
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (valid) onSelect(date_start, date_end)
      }}
    >
      <DatePicker
        locale={language}
        weekendDays={[]}
        firstDayOfWeek={firstWeekday(viewerFormats())}
        type="range"
        allowSingleDateInRange
        value={range}
        onChange={setRange}
        defaultDate={last ?? dateTimeIn(serverNow(), timeZone).slice(0, 10)}
        ariaLabels={{
          previousMonth: t('calendar_labels.previous_month'),
          nextMonth: t('calendar_labels.next_month'),
          previousYear: t('calendar_labels.previous_year'),
          nextYear: t('calendar_labels.next_year'),
          previousDecade: t('calendar_labels.previous_decade'),
          nextDecade: t('calendar_labels.next_decade'),
          monthLevelControl: t('calendar_labels.to_months'),
          yearLevelControl: t('calendar_labels.to_years'),
        }}
        maxDate={dateTimeIn(serverNow(), timeZone).slice(0, 10)}
        size={size}
      />
      <div className={classes.clocks}>
        {(['from', 'until'] as const).map(edge => (
          <TimePicker
            key={edge}
            format={viewerFormats().clock === '24' ? '24h' : '12h'}
            amPmLabels={halvesOfDay()}
            amPmInputLabel={`${t(edge)}, ${halvesOfDay().am} / ${halvesOfDay().pm}`}
            size="md"
            label={t(edge)}
            hoursInputLabel={`${t(edge)}, ${t('hours')}`}
            minutesInputLabel={`${t(edge)}, ${t('minutes')}`}
            value={clocks[edge]}
            onChange={clock => setClocks({ ...clocks, [edge]: clock.slice(0, 5) })}
          />
        ))}
      </div>
      <Button type="submit" fullWidth mt="sm" disabled={!valid}>
        {t('show')}
      </Button>
    </form>
  )
}
